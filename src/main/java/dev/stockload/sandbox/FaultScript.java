package dev.stockload.sandbox;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The scripted faults: which create, counted from 1, fails in which way. */
public record FaultScript(Map<Integer, FaultScript.Fault> byCreate) {
    public static final FaultScript NONE = new FaultScript(Map.of());

    record Fault(Kind kind, Duration delay) {}

    enum Kind {
        NONE,
        /** The connection closes without an answer, and nothing is applied. */
        DROP,
        /** The connection closes without an answer, but all is applied. */
        APPLIED_DROP,
        /** Status 500, and nothing is applied. */
        SERVER_ERROR,
        /** Status 429, and nothing is applied. */
        TOO_MANY,
        /** Applied at once, answered late. */
        SLOW
    }

    private static final Pattern SCRIPT = Pattern.compile("([^@]+)@(\\d+(?:,\\d+)*)");
    private static final Pattern SLOW = Pattern.compile("slow:(\\d{1,4}(?:\\.\\d{1,3})?)");
    private static final String EXPECTED =
            "expected drop, applied-drop, 500, 429 or slow:SECONDS, then @ and the numbers of the"
                    + " creates it happens to, such as drop@3, 500@2,7 or slow:5@6";

    /** Reads {@code KIND@N} or {@code KIND@N,M}; an IllegalArgumentException says what is wrong. */
    public static FaultScript parse(List<String> scripts) {
        Map<Integer, Fault> byCreate = new HashMap<>();
        for (String script : scripts) {
            Matcher parts = SCRIPT.matcher(script);
            if (!parts.matches()) {
                throw new IllegalArgumentException(
                        "'%s' is not a fault: %s".formatted(script, EXPECTED));
            }
            Fault fault = fault(parts.group(1), script);
            for (String number : parts.group(2).split(",", -1)) {
                if (byCreate.put(create(number, script), fault) != null) {
                    throw new IllegalArgumentException(
                            "'%s': create %s already has a fault; expected one for each create"
                                    .formatted(script, number));
                }
            }
        }
        return new FaultScript(Map.copyOf(byCreate));
    }

    Fault of(int create) {
        return byCreate.getOrDefault(create, new Fault(Kind.NONE, Duration.ZERO));
    }

    private static Fault fault(String name, String script) {
        Matcher slow = SLOW.matcher(name);
        if (slow.matches()) {
            long millis = new BigDecimal(slow.group(1)).movePointRight(3).longValueExact();
            return new Fault(Kind.SLOW, Duration.ofMillis(millis));
        }
        Kind kind =
                switch (name) {
                    case "drop" -> Kind.DROP;
                    case "applied-drop" -> Kind.APPLIED_DROP;
                    case "500" -> Kind.SERVER_ERROR;
                    case "429" -> Kind.TOO_MANY;
                    default ->
                            throw new IllegalArgumentException(
                                    "'%s': '%s' is not a fault; %s"
                                            .formatted(script, name, EXPECTED));
                };
        return new Fault(kind, Duration.ZERO);
    }

    private static int create(String number, String script) {
        if (number.length() > 9 || Integer.parseInt(number) == 0) {
            throw new IllegalArgumentException(
                    "'%s': there is no create %s; expected 1 for the first create, 2 for the next"
                            .formatted(script, number));
        }
        return Integer.parseInt(number);
    }
}
