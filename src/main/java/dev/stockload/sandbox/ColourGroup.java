package dev.stockload.sandbox;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One element of a create request: the sizes of one colour of one product. */
record ColourGroup(String color, Integer pid, List<SizeItem> param) {
    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,3})(?:-([1-9][0-9]{0,3}))?");

    ColourGroup {
        require("color", color, "a colour name, as a text in quotes");
        require("pid", pid, "a product id, a whole number without quotes");
        require("param", param, "an array of sizes");
        if (param.isEmpty()) {
            throw BadParameterException.unlike("param", "[]", "an array of at least one size");
        }
        if (param.contains(null)) {
            throw BadParameterException.unlike(
                    "param[%d]".formatted(param.indexOf(null)), "null", "a size");
        }
    }

    /** One size of a colour; the barcode may be null. */
    record SizeItem(String size, Integer stock, String barCode) {
        SizeItem {
            String format = "<n> or <n>-<m>, such as \"36\" or \"36-40\", the smaller number first";
            require("size", size, format + ", as a text in quotes");
            Matcher numbers = SIZE.matcher(size);
            if (!numbers.matches()
                    || numbers.group(2) != null
                            && Integer.parseInt(numbers.group(1))
                                    >= Integer.parseInt(numbers.group(2))) {
                throw BadParameterException.unlike("size", size, format);
            }
            String whole = "a whole number, 0 or more, without quotes";
            require("stock", stock, whole);
            if (stock < 0) {
                throw BadParameterException.unlike("stock", stock, whole);
            }
            barCode = barCode == null || barCode.isBlank() ? null : barCode;
        }
    }

    void checkNoDuplicates(String place, Set<List<Object>> seen) {
        for (int item = 0; item < param.size(); item++) {
            String size = param.get(item).size();
            if (!seen.add(List.of(pid, color, size))) {
                throw BadParameterException.unlike(
                        "%s.param[%d].size".formatted(place, item),
                        size,
                        "each size of a colour once in a request");
            }
        }
    }

    private static void require(String name, Object found, String expected) {
        if (found == null) {
            throw BadParameterException.missing(name, expected);
        }
        if (found instanceof String text && text.isBlank()) {
            throw BadParameterException.unlike(name, text, expected);
        }
    }
}
