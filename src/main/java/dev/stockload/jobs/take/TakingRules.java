package dev.stockload.jobs.take;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.sources.SourceFile;

import org.apache.commons.collections4.MultiValuedMap;
import org.apache.commons.collections4.multimap.ArrayListValuedHashMap;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides which files of a job are new sheets and in which order they are imported, by the rules of
 * docs/taking.md: plain values, no SQL, no clock. An object is what is stored of one job; each
 * public method is one transaction on it.
 */
final class TakingRules {
    /** A time up to here is none: 1970, or 1980 in a zip. */
    static final Instant EARLIEST = Instant.parse("1990-01-01T00:00:00Z");

    /** The clock of looks never shows the same time twice. */
    private static final Duration TICK = Duration.ofNanos(1000);

    final boolean newestOnly;
    final Map<String, Seen> seen = new HashMap<>();
    final Map<String, Decided> decided = new HashMap<>();

    /** By content: a folder of years may have 100,000. */
    final MultiValuedMap<String, Had> had = new ArrayListValuedHashMap<>();

    /** What was added to these. */
    final List<Had> remembered = new ArrayList<>();

    Instant clock = Instant.EPOCH;

    /** Until when people got a message about what was told. */
    Instant messaged = Instant.EPOCH;

    /** A backup was restored that had not finished importing these sheets. */
    boolean restored;

    final List<Copied> unfinished = new ArrayList<>();
    Optional<Taken> newest = Optional.empty();

    /** Until this sheet has been read, the mark is not certain and nothing else is decided. */
    Optional<Taken> entered = Optional.empty();

    /** Why the last look at the source failed. */
    Optional<TakingStore.Failure> failure = Optional.empty();

    /** The account's newest run: a later one over a sheet that is taken now is this sheet's. */
    long lastRun;

    TakingRules(boolean newestOnly) {
        this.newestOnly = newestOnly;
    }

    /** A file as its source lists it; {@code time} is the epoch if the source does not say. */
    record Found(String path, long size, Instant time) {
        private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

        /** What the database can store of a listed file. */
        static Found of(SourceFile file) {
            Instant time = file.modified().truncatedTo(ChronoUnit.MICROS);
            boolean storable = time.isAfter(Instant.EPOCH) && time.isBefore(LATEST);
            return new Found(file.path(), file.size(), storable ? time : Instant.EPOCH);
        }
    }

    /**
     * Since when a file is as it is now, which is also its place in the order of sheets (rule 1):
     * by its time, by when it was first seen, by name. A time that cannot be, none or later than
     * when the file was first seen, is replaced by the latter.
     */
    record Seen(Found found, Instant since) implements Comparable<Seen> {
        private static final Pattern PART = Pattern.compile("\\d+|\\D+");
        private static final Comparator<String> PARTS =
                Comparator.comparing(Seen::number)
                        .thenComparing(part -> number(part).signum() < 0 ? part : "");
        private static final Comparator<Seen> ORDER =
                Comparator.comparing(Seen::time)
                        .thenComparing(Seen::since)
                        .thenComparing(each -> each.found().time())
                        .thenComparing(Seen::parts, (a, b) -> Arrays.compare(a, b, PARTS));

        boolean hasTime() {
            return found.time().isAfter(EARLIEST) && !found.time().isAfter(since);
        }

        Instant time() {
            return hasTime() ? found.time() : since;
        }

        @Override
        public int compareTo(Seen other) {
            return ORDER.compare(this, other);
        }

        /** a2 comes before a10. */
        private static String[] parts(Seen seen) {
            return PART.matcher(seen.found().path())
                    .results()
                    .map(MatchResult::group)
                    .toArray(String[]::new);
        }

        /** The value of digits; texts come before all numbers. */
        private static BigInteger number(String part) {
            boolean digits = part.charAt(0) >= '0' && part.charAt(0) <= '9';
            return digits ? new BigInteger(part) : BigInteger.ONE.negate();
        }
    }

    /**
     * A copy of a complete file.
     *
     * @param content the hash; empty if a remote file was passed over and not fetched
     * @param turn counts the decisions about its path
     * @param version what an HTTP server calls its version; or null
     */
    record Copied(Seen seen, String content, int turn, String copy, String version) {
        Found found() {
            return seen.found();
        }

        String path() {
            return found().path();
        }

        Copied at(Seen place, int decisions) {
            return new Copied(place, content, decisions, copy, version);
        }
    }

    enum Fate {
        TAKEN,
        LATE,
        PASSED,
        COPY,
        COPIES
    }

    /** What was last decided about a path, why a person was told of it, and its run; or null. */
    record Decided(Copied sheet, Fate fate, Why told, Instant at, String run) {
        Decided of(String ownRun) {
            return new Decided(sheet, fate, told, at, ownRun);
        }
    }

    /**
     * A sheet that became a run.
     *
     * @param mark its place in the order, which moves on if the same content comes again
     * @param again whether it may be a mere copy, for which nothing is passed over
     * @param after the account's newest run when it was taken
     */
    record Taken(Copied sheet, Seen mark, boolean byHand, boolean again, long after, Instant at) {
        /** No sheet, but the line that a restore draws. */
        static Taken line(Instant at) {
            Seen mark = new Seen(new Found("", 0, Instant.MAX), at);
            return new Taken(new Copied(mark, "", 0, null, null), mark, true, false, 0, at);
        }

        boolean line() {
            return sheet.content().isEmpty();
        }

        /** A copy that another host made may not be here. */
        boolean hasCopy() {
            return !line() && Files.exists(copy());
        }

        Path copy() {
            return JobDefinition.shown(Path.of(sheet.copy()));
        }

        Taken at(Seen later) {
            return new Taken(sheet, later, byHand, again, after, at);
        }
    }

    enum Why {
        LATE,
        COPIES,
        AGAIN,
        TOUCHED,
        RESTORED
    }

    /** When a content was decided about first with this time of its file. */
    record Had(String content, Instant time, Instant at) {}

    /** How far the run of a decided file is. */
    enum RunEnd {
        OPEN,
        ENDED,
        UNUSABLE
    }

    /**
     * Keeps since when each file, complete or not, is as it is now. After a restore it draws a line
     * (rule 9): what is there may have been imported since the backup, and newer sheets may be
     * gone.
     */
    void look(Collection<Found> files, Instant now) {
        tick(now);
        for (Found found : files) {
            Seen before = seen.get(found.path());
            if (before == null || !before.found().equals(found)) {
                seen.put(found.path(), new Seen(found, clock));
            }
        }
        if (restored) {
            restored = false;
            unfinished.forEach(sheet -> tell(Why.RESTORED, sheet));
            entered = Optional.empty();
            newest = Optional.of(Taken.line(clock));
        }
    }

    /** What was seen long ago and is gone would be late if it ever came back. */
    void forgetOld(List<Found> there, Instant before) {
        Set<String> paths = there.stream().map(Found::path).collect(Collectors.toSet());
        seen.values()
                .removeIf(
                        each ->
                                !paths.contains(each.found().path())
                                        && each.since().isBefore(before)
                                        && decided.remove(each.found().path()) != null);
    }

    void tick(Instant now) {
        Instant next = clock.plus(TICK);
        clock = now.isAfter(next) ? now.truncatedTo(ChronoUnit.MICROS) : next;
    }

    /** A copy that was made; one with other bytes but the same size and time is first seen now. */
    Copied sheet(Copied copy) {
        Decided before = decided.get(copy.path());
        boolean same = before != null && before.sheet().found().equals(copy.found());
        if (same && !before.sheet().content().equals(copy.content())) {
            seen.put(copy.path(), new Seen(copy.found(), clock));
        }
        return copy.at(seen(copy.found()), turn(copy.path()));
    }

    /** The sheet to import now; empty once nothing of these is left to decide. */
    Optional<Taken> next(List<Copied> sheets) {
        while (entered.isEmpty()) {
            List<Copied> after =
                    sheets.stream()
                            .filter(this::isNew)
                            .filter(sheet -> !isBeforeMark(sheet.seen()) && !isCopy(sheet))
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
            Comparator<Copied> order = Comparator.comparing(Copied::seen);
            Copied sheet =
                    newestOnly ? Collections.max(after, order) : Collections.min(after, order);
            if (isOfNewest(sheet)) {
                // The newest sheet once more: there is nothing to import.
                newest = newest.map(run -> run.at(sheet.seen()));
                note(sheet, Fate.COPY, null);
            } else {
                enter(sheet, false);
            }
        }
        return entered;
    }

    /** The place of a file in the order of sheets. */
    Seen seen(Found found) {
        Seen since = seen.get(found.path());
        return new Seen(found, since == null ? clock : since.since());
    }

    Comparator<SourceFile> order() {
        return Comparator.comparing(file -> seen(Found.of(file)));
    }

    boolean isBeforeMark(Seen place) {
        return newest.filter(run -> place.compareTo(run.mark()) < 0).isPresent();
    }

    /** Whether a file is left where it is, since it was only touched, renamed or copied. */
    boolean leaves(Found found, String content) {
        Copied sheet = new Copied(seen(found), content, turn(found.path()), null, null);
        return !isNew(sheet) || isOfNewest(sheet) || isCopy(sheet);
    }

    private boolean isOfNewest(Copied sheet) {
        return newest.filter(run -> run.sheet().content().equals(sheet.content())).isPresent();
    }

    private int turn(String path) {
        return decided.containsKey(path) ? decided.get(path).sheet().turn() : 0;
    }

    /** Nobody has decided about this path since it was looked at (rule 8). */
    private boolean isUndecided(Copied sheet) {
        return sheet.turn() == turn(sheet.path());
    }

    private boolean isNew(Copied sheet) {
        Decided before = decided.get(sheet.path());
        return isUndecided(sheet)
                && (before == null || !before.sheet().content().equals(sheet.content()));
    }

    /** A new path with a content that was decided about before this file was seen (rule 6). */
    private boolean isKnown(Copied sheet) {
        return had(sheet).anyMatch(had -> had.at().isBefore(sheet.seen().since()));
    }

    /** A new path with a content and the very time that it had: renamed, copied or restored. */
    private boolean isCopy(Copied sheet) {
        return had(sheet).anyMatch(had -> had.time().equals(sheet.seen().time()));
    }

    /** What was decided about the same content under other paths; nothing if its path is known. */
    private Stream<Had> had(Copied sheet) {
        return decided.containsKey(sheet.path())
                ? Stream.empty()
                : had.get(sheet.content()).stream();
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
        if (passesOver(sheet.seen())) {
            note(sheet, Fate.PASSED, null);
        } else {
            note(sheet, Fate.LATE, newest.orElseThrow().line() ? Why.RESTORED : Why.LATE);
        }
    }

    private boolean passesOver(Seen place) {
        return newestOnly
                && isBeforeMark(place)
                && newest.filter(mark -> !mark.again() && !mark.line())
                        .filter(mark -> !place.since().isAfter(mark.sheet().seen().since()))
                        .isPresent();
    }

    /** Whether nobody needs a copy of a new file. */
    boolean passesOver(SourceFile file) {
        return !decided.containsKey(file.path()) && passesOver(seen(Found.of(file)));
    }

    /** Nothing was ever decided: no content can be known. */
    boolean isUnused() {
        return newest.isEmpty() && had.isEmpty();
    }

    /**
     * Notes a file that was not copied, since it is before the mark; a remote one has no content.
     */
    void pass(Copied file) {
        Copied unread = sheet(file);
        if (isNew(unread) && isBeforeMark(unread.seen())) {
            leave(unread);
        }
    }

    /** An unusable sheet is to be tried again: its path has another content than any file. */
    void undecide(String path) {
        decided.computeIfPresent(
                path,
                (same, row) -> {
                    Seen none = new Seen(new Found(path, -1, Instant.EPOCH), clock);
                    Copied sheet = new Copied(none, "", row.sheet().turn(), null, null);
                    return new Decided(sheet, row.fate(), row.told(), row.at(), row.run());
                });
    }

    /** A new time alone says that the newest sheet still holds (rule 2). */
    private void sameAgain(Copied sheet) {
        Decided before = decided.get(sheet.path());
        if (sheet.found().equals(before.sheet().found())) {
            return;
        }
        Copied now = before.sheet().at(sheet.seen(), sheet.turn());
        decided.put(sheet.path(), new Decided(now, before.fate(), null, clock, before.run()));
        if (newest.isPresent()) {
            remember(sheet);
            if (!isOfNewest(sheet)) {
                tell(Why.TOUCHED, sheet);
            } else if (!isBeforeMark(sheet.seen())) {
                newest = newest.map(run -> run.at(sheet.seen()));
            }
        }
    }

    private void note(Copied sheet, Fate fate, Why why) {
        Copied now = sheet.at(sheet.seen(), sheet.turn() + 1);
        decided.put(sheet.path(), new Decided(now, fate, null, clock, null));
        remember(sheet);
        if (why != null) {
            tell(why, sheet);
        }
    }

    private void remember(Copied sheet) {
        Had now = new Had(sheet.content(), sheet.seen().time(), clock);
        boolean like =
                had.get(now.content()).stream().anyMatch(each -> each.time().equals(now.time()));
        if (!now.content().isEmpty() && !like) {
            had.put(now.content(), now);
            remembered.add(now);
        }
    }

    private void tell(Why why, Copied sheet) {
        decided.computeIfPresent(
                sheet.path(),
                (path, row) -> new Decided(row.sheet(), row.fate(), why, clock, row.run()));
    }

    private Taken enter(Copied sheet, boolean byHand) {
        boolean again = !byHand && isKnown(sheet);
        note(sheet, Fate.TAKEN, again ? Why.AGAIN : null);
        Copied noted = decided.get(sheet.path()).sheet();
        Taken run = new Taken(noted, sheet.seen(), byHand, again, lastRun, clock);
        entered = Optional.of(run);
        return run;
    }

    /** A person says that this sheet is the newest; the mark becomes its place (rule 10). */
    Taken byHand(Copied copy) {
        return enter(sheet(copy), true);
    }

    /** The sheet was read. An unusable one does not move the mark (rule 3). */
    void read(Taken run, boolean usable) {
        if (entered.filter(run::equals).isEmpty()) {
            return;
        }
        entered = Optional.empty();
        if (usable && (run.byHand() || !isBeforeMark(run.mark()))) {
            newest = Optional.of(run);
        }
    }

    /** The folder that a file is moved to; empty if it was not decided about as it is (rule 7). */
    Optional<String> place(Found found, String content, RunEnd end) {
        Decided row = decided.get(found.path());
        if (row == null
                || !row.sheet().found().equals(found)
                || !row.sheet().content().equals(content)
                || row.fate() == Fate.TAKEN && end == RunEnd.OPEN) {
            return Optional.empty();
        }
        return Optional.of(
                switch (row.fate()) {
                    case LATE, COPIES -> "late";
                    case PASSED, COPY -> "done";
                    case TAKEN -> end == RunEnd.ENDED ? "done" : "failed";
                });
    }
}
