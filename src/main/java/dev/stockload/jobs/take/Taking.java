package dev.stockload.jobs.take;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides which files of a job are new sheets and in which order they are imported, by the rules of
 * docs/taking.md: plain values, no SQL, no clock. An object is what is stored of one job; each
 * public method is one transaction on it.
 */
final class Taking {
    /** A time up to here is none: 1970, or 1980 in a zip. */
    static final Instant EARLIEST = Instant.parse("1990-01-01T00:00:00Z");

    /** The clock of looks never shows the same time twice. */
    private static final Duration TICK = Duration.ofNanos(1000);

    final boolean newestOnly;
    final Map<String, Seen> seen = new HashMap<>();
    final Map<String, Decided> decided = new HashMap<>();

    /** When each content was decided about, by the times that its files had. */
    final Map<String, Map<Instant, Instant>> had = new HashMap<>();

    final List<Told> told = new ArrayList<>();
    Instant clock = Instant.EPOCH;
    boolean restored;
    Optional<Taken> newest = Optional.empty();

    /** Until this sheet has been read, the mark is not certain and nothing else is decided. */
    Optional<Taken> entered = Optional.empty();

    Taking(boolean newestOnly) {
        this.newestOnly = newestOnly;
    }

    Taking copy() {
        Taking twin = new Taking(newestOnly);
        twin.seen.putAll(seen);
        twin.decided.putAll(decided);
        had.forEach((content, times) -> twin.had.put(content, new HashMap<>(times)));
        twin.clock = clock;
        twin.restored = restored;
        twin.newest = newest;
        twin.entered = entered;
        return twin;
    }

    /** A file as its source lists it; {@code time} is the epoch if the source does not say. */
    record Found(String path, long size, Instant time) {}

    /** Since when a file is as it is now. */
    record Seen(Found found, Instant since) {}

    /** A copy of a complete file; {@code turn} counts the decisions about its path before. */
    record Copied(Found found, String content, Order order, int turn) {}

    enum Fate {
        TAKEN,
        LATE,
        PASSED,
        COPY,
        COPIES
    }

    /** What was last decided about a path. */
    record Decided(Found found, String content, Fate fate, int turn) {
        boolean isAbout(Found file, String bytes) {
            return found.equals(file) && content.equals(bytes);
        }
    }

    /**
     * A sheet that became a run; of the newest one, {@code order} is the mark.
     *
     * @param seen when its file was first seen; {@link Instant#MIN} if it may be a mere copy, for
     *     which nothing is passed over
     * @param line whether this is no sheet, but the line that a restore draws
     */
    record Taken(
            String path,
            String content,
            Order order,
            Instant seen,
            boolean byHand,
            boolean line,
            int turn) {
        /** Only what it is about. */
        static Taken of(String path, String content) {
            return new Taken(path, content, null, null, false, false, 0);
        }

        boolean isSame(Taken other) {
            return path.equals(other.path()) && turn == other.turn() && line == other.line();
        }

        Taken at(Order later) {
            return new Taken(path, content, later, seen, byHand, line, turn);
        }
    }

    enum Why {
        LATE,
        COPIES,
        AGAIN,
        TOUCHED,
        RESTORED,
        UNUSABLE
    }

    /** Something that a person is told, once. */
    record Told(Why why, String path, String content) {}

    /** How far the run of a decided file is. */
    enum RunEnd {
        OPEN,
        ENDED,
        UNUSABLE
    }

    /**
     * The place of a sheet in the order of sheets (rule 1): by its time, by when it was first seen,
     * by name. A time that cannot be, none or later than when the file was first seen, is replaced
     * by the latter.
     */
    record Order(Instant time, Instant seen, Instant stated, String path)
            implements Comparable<Order> {
        private static final Pattern PART = Pattern.compile("\\d+|\\D+");
        private static final Comparator<Order> COMPARATOR =
                Comparator.comparing(Order::time)
                        .thenComparing(Order::seen)
                        .thenComparing(Order::stated)
                        .thenComparing(Order::path, Order::naturally);

        static Order of(Found found, Instant seen) {
            Instant time = isPossible(found.time(), seen) ? found.time() : seen;
            return new Order(time, seen, found.time(), found.path());
        }

        static Order line(Instant at) {
            return new Order(at, at, Instant.MAX, "");
        }

        static boolean isPossible(Instant time, Instant seen) {
            return time.isAfter(EARLIEST) && !time.isAfter(seen);
        }

        @Override
        public int compareTo(Order other) {
            return COMPARATOR.compare(this, other);
        }

        boolean isBefore(Order other) {
            return compareTo(other) < 0;
        }

        /** a2 comes before a10. */
        private static int naturally(String one, String other) {
            Matcher a = PART.matcher(one);
            Matcher b = PART.matcher(other);
            while (true) {
                boolean more = a.find();
                if (!b.find()) {
                    return more ? 1 : 0;
                }
                int order = more ? parts(a.group(), b.group()) : -1;
                if (order != 0) {
                    return order;
                }
            }
        }

        private static int parts(String one, String other) {
            boolean number = Character.isDigit(one.charAt(0));
            return number != Character.isDigit(other.charAt(0))
                    ? (number ? 1 : -1)
                    : number
                            ? new BigInteger(one).compareTo(new BigInteger(other))
                            : one.compareTo(other);
        }
    }

    /**
     * Keeps since when each file, complete or not, is as it is now. After a restore it draws a line
     * (rule 9): what is there may have been imported since the backup, and newer sheets may be
     * gone.
     *
     * @param unfinished what the backup had not finished importing; asked only after a restore
     */
    void look(Collection<Found> files, Instant now, Collection<Taken> unfinished) {
        Instant next = clock.plus(TICK);
        clock = now.isAfter(next) ? now : next;
        for (Found found : files) {
            Seen before = seen.get(found.path());
            if (before == null || !before.found().equals(found)) {
                seen.put(found.path(), new Seen(found, clock));
            }
        }
        if (restored) {
            restored = false;
            unfinished.forEach(run -> tell(Why.RESTORED, run.path(), run.content()));
            entered = Optional.empty();
            newest = Optional.of(new Taken("", "", Order.line(clock), clock, true, true, 0));
        }
    }

    /** A copy that was made; one with other bytes but the same size and time is first seen now. */
    Copied sheet(Found found, String content) {
        Decided before = decided.get(found.path());
        if (before != null && before.found().equals(found) && !before.content().equals(content)) {
            seen.put(found.path(), new Seen(found, clock));
        }
        return new Copied(found, content, order(found), turn(found.path()));
    }

    /** The sheet to import now; empty once nothing of these is left to decide. */
    Optional<Taken> next(List<Copied> sheets) {
        while (entered.isEmpty()) {
            List<Copied> after =
                    sheets.stream()
                            .filter(this::isNew)
                            .filter(sheet -> !isBeforeMark(sheet) && !isCopy(sheet))
                            .toList();
            List<Copied> known = after.stream().filter(this::isKnown).toList();
            if (after.isEmpty()) {
                leave(sheets);
                return Optional.empty();
            }
            if (after.size() > 1 && !known.isEmpty()) {
                known.forEach(sheet -> note(sheet, Fate.COPIES, Why.COPIES));
                continue;
            }
            Comparator<Copied> order = Comparator.comparing(Copied::order);
            Copied sheet =
                    newestOnly ? Collections.max(after, order) : Collections.min(after, order);
            if (isOfNewest(sheet)) {
                // The newest sheet once more: there is nothing to import.
                newest = newest.map(run -> run.at(sheet.order()));
                note(sheet, Fate.COPY, null);
            } else {
                enter(sheet, false);
            }
        }
        return entered;
    }

    private boolean isBeforeMark(Copied sheet) {
        return newest.filter(run -> sheet.order().isBefore(run.order())).isPresent();
    }

    private boolean isOfNewest(Copied sheet) {
        return newest.filter(run -> run.content().equals(sheet.content())).isPresent();
    }

    private int turn(String path) {
        return decided.containsKey(path) ? decided.get(path).turn() : 0;
    }

    /** Nobody has decided about this path since it was looked at (rule 8). */
    private boolean isUndecided(Copied sheet) {
        return sheet.turn() == turn(sheet.found().path());
    }

    private boolean isNew(Copied sheet) {
        Decided before = decided.get(sheet.found().path());
        return isUndecided(sheet) && (before == null || !before.content().equals(sheet.content()));
    }

    /** A new path with a content that was decided about before this file was seen (rule 6). */
    private boolean isKnown(Copied sheet) {
        return hadUnderOtherPath(sheet).values().stream()
                .anyMatch(at -> at.isBefore(sheet.order().seen()));
    }

    /** A new path with a content and the very time that it had: renamed, copied or restored. */
    private boolean isCopy(Copied sheet) {
        return hadUnderOtherPath(sheet).containsKey(sheet.order().time());
    }

    private Map<Instant, Instant> hadUnderOtherPath(Copied sheet) {
        return decided.containsKey(sheet.found().path())
                ? Map.of()
                : had.getOrDefault(sheet.content(), Map.of());
    }

    private void leave(List<Copied> sheets) {
        for (Copied sheet : sheets) {
            if (isNew(sheet)) {
                leave(sheet);
            } else if (isUndecided(sheet)) {
                sameAgain(sheet);
            }
        }
    }

    /** Notes what is before the mark (rule 4). */
    private void leave(Copied sheet) {
        if (isCopy(sheet)) {
            note(sheet, Fate.COPY, null);
            return;
        }
        Taken mark = newest.orElseThrow();
        if (newestOnly && !mark.line() && !sheet.order().seen().isAfter(mark.seen())) {
            note(sheet, Fate.PASSED, null);
        } else {
            note(sheet, Fate.LATE, mark.line() ? Why.RESTORED : Why.LATE);
        }
    }

    /** Notes a file by name, size and time that was not fetched, since it is before the mark. */
    void pass(Found found) {
        Copied unread = sheet(found, "");
        if (isNew(unread)) {
            leave(unread);
        }
    }

    Order order(Found found) {
        Seen since = seen.getOrDefault(found.path(), new Seen(found, clock));
        return Order.of(found, since.since());
    }

    boolean isBeforeMark(Found found) {
        return newest.filter(run -> order(found).isBefore(run.order())).isPresent();
    }

    /** An unusable sheet is to be tried again: its path has another content than any file. */
    void undecide(String path) {
        Found none = new Found(path, -1, Instant.EPOCH);
        decided.computeIfPresent(
                path, (same, row) -> new Decided(none, "", row.fate(), row.turn()));
    }

    /** A new time alone says that the newest sheet still holds (rule 2). */
    private void sameAgain(Copied sheet) {
        String path = sheet.found().path();
        Decided before = decided.get(path);
        if (!sheet.found().equals(before.found()) && newest.isPresent()) {
            remember(sheet);
            if (isOfNewest(sheet)) {
                newest = newest.map(run -> isBeforeMark(sheet) ? run : run.at(sheet.order()));
            } else {
                tell(Why.TOUCHED, path, sheet.content());
            }
        }
        decided.put(
                path, new Decided(sheet.found(), before.content(), before.fate(), before.turn()));
    }

    private void note(Copied sheet, Fate fate, Why why) {
        String path = sheet.found().path();
        decided.put(path, new Decided(sheet.found(), sheet.content(), fate, sheet.turn() + 1));
        remember(sheet);
        if (why != null) {
            tell(why, path, sheet.content());
        }
    }

    private void remember(Copied sheet) {
        if (sheet.content().isEmpty()) {
            return;
        }
        had.computeIfAbsent(sheet.content(), content -> new HashMap<>())
                .putIfAbsent(sheet.order().time(), clock);
    }

    private void tell(Why why, String path, String content) {
        told.add(new Told(why, path, content));
    }

    private Taken enter(Copied sheet, boolean byHand) {
        boolean again = !byHand && isKnown(sheet);
        Taken run =
                new Taken(
                        sheet.found().path(),
                        sheet.content(),
                        sheet.order(),
                        again ? Instant.MIN : sheet.order().seen(),
                        byHand,
                        false,
                        sheet.turn() + 1);
        entered = Optional.of(run);
        note(sheet, Fate.TAKEN, again ? Why.AGAIN : null);
        return run;
    }

    /** A person says that this sheet is the newest; the mark becomes its place (rule 10). */
    Taken byHand(Found found, String content) {
        if (entered.isPresent()) {
            throw new IllegalStateException("%s was not read yet".formatted(entered.get().path()));
        }
        return enter(sheet(found, content), true);
    }

    /** The sheet was read. An unusable one does not move the mark (rule 3). */
    void read(Taken run, boolean usable) {
        if (entered.filter(run::isSame).isEmpty()) {
            return;
        }
        entered = Optional.empty();
        if (!usable) {
            tell(Why.UNUSABLE, run.path(), run.content());
        } else if (run.byHand() || newest.filter(o -> run.order().isBefore(o.order())).isEmpty()) {
            newest = Optional.of(run);
        }
    }

    /** The folder that a file is moved to; empty if it was not decided about as it is (rule 7). */
    Optional<String> place(Found found, String content, Function<Decided, RunEnd> runs) {
        Decided row = decided.get(found.path());
        if (row == null || !row.isAbout(found, content)) {
            return Optional.empty();
        }
        return switch (row.fate()) {
            case LATE, COPIES -> Optional.of("late");
            case PASSED, COPY -> Optional.of("done");
            case TAKEN ->
                    switch (runs.apply(row)) {
                        case OPEN -> Optional.empty();
                        case ENDED -> Optional.of("done");
                        case UNUSABLE -> Optional.of("failed");
                    };
        };
    }
}
