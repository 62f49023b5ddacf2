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
    private static final int MOST_COLOURS = 300;
    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,3})(?:-([1-9][0-9]{0,3}))?");
    private static final String SIZE_FORMAT =
            "<n> or <n>-<m>, such as \"36\" or \"36-40\", the smaller number first";

    /** One size of a colour; the barcode may be null. */
    record SizeItem(String size, int stock, String barCode) {
        private static SizeItem of(BodyPart part) {
            part.expectOnly("size", "stock", "barCode");
            BodyPart size = part.field("size");
            Matcher numbers = SIZE.matcher(size.text(SIZE_FORMAT));
            if (!numbers.matches()
                    || numbers.group(2) != null
                            && Integer.parseInt(numbers.group(1))
                                    >= Integer.parseInt(numbers.group(2))) {
                throw size.unlike(SIZE_FORMAT);
            }
            BodyPart stock = part.field("stock");
            if (stock.number("a quantity") < 0) {
                throw stock.unlike("a quantity of 0 or more");
            }
            BodyPart barCode = part.field("barCode");
            return new SizeItem(
                    numbers.group(),
                    stock.json().intValue(),
                    barCode.isEmpty() ? null : barCode.text("a barcode"));
        }
    }

    /** Reads a request; throws a BadParameterException that names what does not fit. */
    static List<ColourGroup> read(JsonNode body) {
        BodyPart all = new BodyPart("", body);
        List<BodyPart> groups = all.elements("colour groups, with no object around it");
        if (groups.size() > MOST_COLOURS) {
            throw new BadParameterException(
                    "body",
                    "%d colour groups were sent; expected at most %d"
                            .formatted(groups.size(), MOST_COLOURS));
        }
        Set<List<Object>> seen = new HashSet<>();
        return groups.stream().map(group -> of(group, seen)).toList();
    }

    private static ColourGroup of(BodyPart part, Set<List<Object>> seen) {
        part.expectOnly("color", "pid", "param");
        String colour = part.field("color").text("a colour name");
        int pid = part.field("pid").number("a product id");
        List<BodyPart> sizes = part.field("param").elements("sizes");
        List<SizeItem> items = sizes.stream().map(SizeItem::of).toList();
        for (int i = 0; i < items.size(); i++) {
            if (!seen.add(List.of(pid, colour, items.get(i).size()))) {
                throw sizes.get(i).field("size").unlike("each size of a colour once in a request");
            }
        }
        return new ColourGroup(colour, pid, items);
    }

    /** A part of the body, and the path to it. */
    private record BodyPart(String path, JsonNode json) {
        BadParameterException unlike(String expected) {
            return BadParameterException.unlike(
                    path.isEmpty() ? "body" : path,
                    json.isString() ? json.stringValue() : json,
                    expected);
        }

        boolean isEmpty() {
            return json.isNull()
                    || json.isMissingNode()
                    || json.isString() && json.stringValue().isBlank();
        }

        void expectOnly(String... names) {
            if (!json.isObject()) {
                throw unlike("an object");
            }
            for (String name : json.propertyNames()) {
                if (!List.of(names).contains(name)) {
                    throw field(name).unlike("no such field");
                }
            }
        }

        BodyPart field(String name) {
            return new BodyPart(path + "." + name, json.path(name));
        }

        List<BodyPart> elements(String expected) {
            if (!json.isArray() || json.isEmpty()) {
                throw unlike("a JSON array of at least one of the " + expected);
            }
            List<BodyPart> elements = new ArrayList<>();
            json.forEach(
                    each -> elements.add(new BodyPart(path + "[" + elements.size() + "]", each)));
            return elements;
        }

        String text(String expected) {
            if (!json.isString() || isEmpty()) {
                throw unlike(expected + ", as a text in quotes");
            }
            return json.stringValue();
        }

        int number(String expected) {
            if (!json.isInt()) {
                throw unlike(expected + ", a whole number without quotes");
            }
            return json.intValue();
        }
    }
}
