package dev.stockload.simulation;

import dev.stockload.simulation.PlannedSheet.Missing;
import dev.stockload.simulation.PlannedSheet.Send;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Makes the sheets of a history: days of one warehouse, with what changes between them. */
final class Sheets {
    static final int PRODUCTS = 4;
    private static final List<String> NAMES = List.of("Red", "Navy Blue", "Grün", "Black");

    /** Names that services show in a form of their own. */
    static final List<String> LONG_NAMES =
            List.of("Black & White", "Dark Olive Green Melange", "Weiß", "İndigo");

    /** Names that sheets misspell, and how. */
    static final Map<String, String> MISSPELT =
            Map.of("black", "Balck", "navy blue", "Navy Bleu", "grün", "Grünn");

    private static final List<String> SIZES = List.of("36", "37", "38-39");

    private final SplittableRandom random;
    private final Missing missing;
    private int pieces;

    Sheets(SplittableRandom random) {
        this(random, anyOf(random));
    }

    Sheets(SplittableRandom random, Missing missing) {
        this.random = random;
        this.missing = missing;
    }

    private static Missing anyOf(SplittableRandom random) {
        return switch (random.nextInt(6)) {
            case 0, 1 -> Missing.ZERO;
            case 2 -> Missing.TELL;
            default -> Missing.KEEP;
        };
    }

    private static Send send(boolean changedOnly) {
        return changedOnly ? Send.CHANGED : Send.ALL;
    }

    /** A name as sheets spell it. */
    static String spelled(String name) {
        return Stream.of(NAMES, LONG_NAMES, MISSPELT.values())
                .flatMap(Collection::stream)
                .filter(n -> new ColourKey(0, n).equals(new ColourKey(0, name)))
                .findFirst()
                .orElseThrow();
    }

    private ColourKey anyColour() {
        return new ColourKey(1 + random.nextInt(PRODUCTS), NAMES.get(random.nextInt(NAMES.size())));
    }

    List<PlannedSheet> make(int count) {
        List<PlannedSheet> sheets = new ArrayList<>();
        boolean twoJobs = random.nextInt(4) == 0;
        boolean changedOnly = random.nextInt(4) > 0;
        for (int i = 0; i < count; i++) {
            String job = twoJobs && random.nextBoolean() ? "returns" : "nightly";
            if (i >= 2 && random.nextInt(5) == 0) {
                PlannedSheet before = sheets.get(i - 2);
                sheets.add(before);
            } else {
                sheets.add(next(job, changedOnly, sheets));
            }
        }
        return sheets;
    }

    /** Days of one job, each with its own sheet. */
    List<PlannedSheet> days(int count, boolean changedOnly) {
        List<PlannedSheet> sheets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sheets.add(next("nightly", changedOnly, sheets));
        }
        return sheets;
    }

    /** A sheet that has some of the colours as they were the day before the last. */
    PlannedSheet returning(List<PlannedSheet> two) {
        Map<ColourKey, Map<String, Integer>> colours = new LinkedHashMap<>();
        two.get(0).colours().forEach((colour, sizes) -> colours.put(colour, sizes));
        two.get(1)
                .colours()
                .forEach(
                        (colour, sizes) -> {
                            if (random.nextInt(3) == 0) {
                                colours.put(colour, sizes);
                            }
                        });
        return two.get(0).with(colours, Set.of());
    }

    /** A sheet of a job, one of another with the same colours, and the next of the first job. */
    List<PlannedSheet> zeroed() {
        Send send = send(random.nextBoolean());
        Map<ColourKey, Map<String, Integer>> first = new LinkedHashMap<>();
        while (first.size() < 4) {
            first.put(anyColour(), sizes());
        }
        Map<ColourKey, Map<String, Integer>> other = new LinkedHashMap<>();
        first.keySet().forEach(colour -> other.put(colour, sizes()));
        Map<ColourKey, Map<String, Integer>> next = new LinkedHashMap<>(first);
        next.keySet().removeIf(colour -> next.size() > 1 && random.nextBoolean());
        return List.of(
                new PlannedSheet("returns", send, Missing.ZERO, first, Set.of()),
                new PlannedSheet("nightly", send, Missing.KEEP, other, Set.of()),
                new PlannedSheet("returns", send, Missing.ZERO, next, Set.of()));
    }

    private PlannedSheet next(String job, boolean changedOnly, List<PlannedSheet> before) {
        Map<ColourKey, Map<String, Integer>> colours = new LinkedHashMap<>();
        if (!before.isEmpty()) {
            before.get(before.size() - 1)
                    .colours()
                    .forEach(
                            (colour, sizes) -> {
                                int choice = random.nextInt(missing == Missing.ZERO ? 12 : 10);
                                if (choice < 4) {
                                    colours.put(colour, sizes);
                                } else if (choice < 8) {
                                    colours.put(colour, sizes());
                                } else if (choice == 8 && before.size() > 1) {
                                    Map<String, Integer> old =
                                            before.get(before.size() - 2).colours().get(colour);
                                    colours.put(colour, old == null ? sizes() : old);
                                }
                            });
        }
        int wanted = 1 + random.nextInt(7);
        for (int i = colours.size(); i < wanted || colours.isEmpty(); i++) {
            ColourKey colour = anyColour();
            colours.put(colour, random.nextInt(3) == 0 ? asBefore(colour, before) : sizes());
        }
        Set<ColourKey> bad = new LinkedHashSet<>();
        colours.keySet().stream().filter(c -> random.nextInt(25) == 0).forEach(bad::add);
        return new PlannedSheet(job, send(changedOnly), missing, colours, bad);
    }

    /** What comes back to the sheet as it once was. */
    private Map<String, Integer> asBefore(ColourKey colour, List<PlannedSheet> before) {
        return before.stream()
                .map(sheet -> sheet.colours().get(colour))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(this::sizes);
    }

    /**
     * Numbers that no other colour of the history has, that no sale makes equal, and that no sum of
     * others equals: such a row is held as a total.
     */
    private Map<String, Integer> sizes() {
        Map<String, Integer> sizes = new TreeMap<>();
        int count = 1 + random.nextInt(SIZES.size());
        for (int i = 0; i < count; i++) {
            pieces += 10;
            sizes.put(SIZES.get(i), pieces + 7);
        }
        if (count > 1 && random.nextInt(5) == 0) {
            sizes.put(SIZES.get(0), 0);
        }
        return sizes;
    }
}
