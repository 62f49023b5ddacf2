package dev.stockload.check;

import dev.stockload.stock.Place;
import dev.stockload.stock.Problem;
import dev.stockload.stock.ProblemCode;

import tools.jackson.core.io.JsonStringEncoder;

import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Writes lists of problems in the form of the rest of a report. A sheet may have hundreds of
 * thousands: a mapper takes as long for them as the check of the sheet.
 */
final class ProblemsJson {
    private static final int BLOCK = 1 << 15;

    private static final int AT_HAND = 1 << 12;
    private static final int LONGEST_AT_HAND = 100;

    /** Stands for the number of another row in words that are the same but for it. */
    private static final int ANY_ROW = 2_013_265_921;

    private static final Words NOTHING = new Words("", true);

    /** Column names and codes, which come again and again. */
    private final Map<String, Words> quoted = new HashMap<>();

    /**
     * What was said of a value lately: the same mistake is made again and again, all rows that wait
     * for another say the same but for its number, and going over each letter is what a long list
     * costs.
     */
    private final Said[] recent = new Said[AT_HAND];

    /** Letters of one byte alone: one of two would make all of them twice as long. */
    private final StringBuilder text = new StringBuilder(BLOCK + BLOCK / 8);

    private final Writer out;

    ProblemsJson(Writer out) {
        this.out = out;
    }

    /** Writes one more list of the report. */
    void write(String name, Iterable<Problem> problems) throws IOException {
        text.append(",\n  \"").append(name).append("\" : [");
        String separator = " {";
        for (Problem problem : problems) {
            text.append(separator);
            write(problem);
            separator = ", {";
            if (text.length() >= BLOCK) {
                flush();
            }
        }
        text.append(" ]");
        flush();
    }

    private void flush() throws IOException {
        out.write(text.toString());
        text.setLength(0);
    }

    /** A piece of JSON, and whether it has letters of one byte alone. */
    private record Words(String json, boolean ascii) {
        static Words of(String json) {
            return new Words(json, isAscii(json));
        }
    }

    /** What is said of a value: all of it, or what stands before and after the other row. */
    private record Said(
            ProblemCode code, String found, String otherSheet, Words before, Words after) {
        boolean isOf(Problem problem) {
            return code == problem.code()
                    && found.equals(problem.found())
                    && (after == NOTHING) == (problem.other() == null)
                    && Objects.equals(otherSheet, sheet(problem.other()));
        }

        static String sheet(Place place) {
            return place == null ? null : place.sheet();
        }
    }

    private void write(Problem problem) throws IOException {
        if (problem.place().sheet() != null) {
            text.append("\n    \"sheet\" : ");
            add(known(problem.place().sheet()));
            text.append(',');
        }
        text.append("\n    \"row\" : ").append(problem.row());
        text.append(",\n    \"column\" : ");
        add(known(problem.column()));
        Said said = said(problem);
        add(said.before());
        if (said.after() != NOTHING) {
            text.append(problem.other().row());
            add(said.after());
        }
    }

    private void add(Words words) throws IOException {
        if (words.ascii()) {
            text.append(words.json());
        } else {
            flush();
            out.write(words.json());
        }
    }

    private Said said(Problem problem) {
        String found = problem.found();
        if (problem.said() != null || found.isEmpty() || found.length() > LONGEST_AT_HAND) {
            return whole(problem);
        }
        int hash = found.hashCode() * 31 + problem.code().ordinal();
        int slot = (hash ^ hash >>> 16) & AT_HAND - 1;
        if (recent[slot] == null || !recent[slot].isOf(problem)) {
            Said said = problem.other() == null ? whole(problem) : besideRow(problem);
            if (said == null) {
                return whole(problem);
            }
            recent[slot] = said;
        }
        return recent[slot];
    }

    private Said whole(Problem problem) {
        return said(problem, Words.of(json(problem)), NOTHING);
    }

    /** What is said of this value with any other row; null where it cannot be told apart. */
    private Said besideRow(Problem problem) {
        Place any = new Place(problem.other().sheet(), ANY_ROW);
        String json =
                json(
                        new Problem(
                                problem.place(),
                                problem.column(),
                                problem.found(),
                                problem.code(),
                                any,
                                null));
        String number = String.valueOf(ANY_ROW);
        int at = json.indexOf(number);
        return at < 0 || at != json.lastIndexOf(number)
                ? null
                : said(
                        problem,
                        Words.of(json.substring(0, at)),
                        Words.of(json.substring(at + number.length())));
    }

    private static Said said(Problem problem, Words before, Words after) {
        return new Said(
                problem.code(), problem.found(), Said.sheet(problem.other()), before, after);
    }

    private String json(Problem problem) {
        return ",\n    \"value\" : "
                + quote(problem.found())
                + ",\n    \"code\" : "
                + known(problem.code().toString()).json()
                + ",\n    \"message\" : "
                + quote(problem.message())
                + "\n  }";
    }

    private Words known(String value) {
        return quoted.computeIfAbsent(value, v -> Words.of(quote(v)));
    }

    private static String quote(String value) {
        return isPlain(value)
                ? '"' + value + '"'
                : '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(value)) + '"';
    }

    private static boolean isPlain(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    private static boolean isAscii(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }
}
