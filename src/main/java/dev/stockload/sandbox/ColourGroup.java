package dev.stockload.sandbox;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One element of a create request: the sizes of one colour of one product. */
record ColourGroup(String color, int pid, List<SizeItem> param) {
    /** One size of a colour; the barcode is null where none was sent. */
    record SizeItem(String size, int stock, String barCode) {}

    private static final int MOST = 300;
    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,3})(?:-([1-9][0-9]{0,3}))?");

    /** Reads the body of a create request; the first thing wrong with it is a bad parameter. */
    static List<ColourGroup> all(JsonNode body) {
        if (!body.isArray()) {
            throw BadParameterException.unlike(
                    "body", body, "a JSON array of colour groups, with no object around it");
        }
        if (body.isEmpty()) {
            throw BadParameterException.unlike("body", body, "at least one colour group");
        }
        if (body.size() > MOST) {
            throw new BadParameterException(
                    "body",
                    "%d colour groups were sent; expected at most %d".formatted(body.size(), MOST));
        }
        List<ColourGroup> groups = new ArrayList<>();
        Set<List<Object>> seen = new HashSet<>();
        for (JsonNode element : body) {
            groups.add(group(element, "[%d]".formatted(groups.size()), seen));
        }
        return groups;
    }

    private static ColourGroup group(JsonNode element, String place, Set<List<Object>> seen) {
        if (!element.isObject()) {
            throw BadParameterException.unlike(place, element, "an object: color, pid and param");
        }
        String color = text(element, "color", place, "a colour name");
        int pid = number(element, "pid", place, "a product id, a whole number without quotes");
        JsonNode param = required(element, "param", place, "an array of sizes");
        if (!param.isArray() || param.isEmpty()) {
            throw BadParameterException.unlike(
                    place + ".param", param, "an array of at least one size");
        }
        List<SizeItem> sizes = new ArrayList<>();
        for (JsonNode item : param) {
            String here = "%s.param[%d]".formatted(place, sizes.size());
            SizeItem size = size(item, here);
            if (!seen.add(List.of(pid, color, size.size()))) {
                throw BadParameterException.unlike(
                        here + ".size", size.size(), "each size of a colour once in a request");
            }
            sizes.add(size);
        }
        return new ColourGroup(color, pid, sizes);
    }

    private static SizeItem size(JsonNode item, String place) {
        if (!item.isObject()) {
            throw BadParameterException.unlike(place, item, "an object: size, stock and barCode");
        }
        String expected = "<n> or <n>-<m>, such as \"36\" or \"36-40\", the smaller number first";
        String size = text(item, "size", place, expected);
        Matcher numbers = SIZE.matcher(size);
        if (!numbers.matches()
                || numbers.group(2) != null
                        && Integer.parseInt(numbers.group(1))
                                >= Integer.parseInt(numbers.group(2))) {
            throw BadParameterException.unlike(place + ".size", size, expected);
        }
        String whole = "a whole number, 0 or more, without quotes";
        int stock = number(item, "stock", place, whole);
        if (stock < 0) {
            throw BadParameterException.unlike(place + ".stock", stock, whole);
        }
        return new SizeItem(size, stock, barCode(item.path("barCode"), place));
    }

    private static String barCode(JsonNode found, String place) {
        if (found.isMissingNode() || found.isNull()) {
            return null;
        }
        if (!found.isString()) {
            throw BadParameterException.unlike(
                    place + ".barCode", found, "a text, or no such field where there is none");
        }
        return found.stringValue().isBlank() ? null : found.stringValue();
    }

    private static String text(JsonNode parent, String name, String place, String expected) {
        JsonNode found = required(parent, name, place, expected);
        if (!found.isString() || found.stringValue().isBlank()) {
            throw BadParameterException.unlike(
                    place + "." + name, found, expected + ", as a text in quotes");
        }
        return found.stringValue();
    }

    private static int number(JsonNode parent, String name, String place, String expected) {
        JsonNode found = required(parent, name, place, expected);
        if (!found.isIntegralNumber() || !found.canConvertToInt()) {
            throw BadParameterException.unlike(place + "." + name, found, expected);
        }
        return found.intValue();
    }

    private static JsonNode required(JsonNode parent, String name, String place, String expected) {
        JsonNode found = parent.path(name);
        if (found.isMissingNode() || found.isNull()) {
            throw BadParameterException.missing(place + "." + name, expected);
        }
        return found;
    }
}
