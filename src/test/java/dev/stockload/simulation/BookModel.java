package dev.stockload.simulation;

import dev.stockload.simulation.Facts.SeenRun;
import dev.stockload.simulation.Violation.Question;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Asks by the rules of the book of stock, size by size, in the order in which things happened. It
 * knows the rules from their text alone:
 *
 * <ul>
 *   <li>Naming (2): a run names what its sheet has; a colour with a bad row, what an unreadable
 *       colour may be and what {@code new} leaves out it names without a value, and neither it nor
 *       an older run sends that.
 *   <li>Whose (3) and missing (4): a zero is sent only for what an earlier sheet of this job had
 *       and the newest sheet of no other job has, and never from a sheet with a row whose product
 *       or colour cannot be read.
 *   <li>Order (5): a zero for missing yields to the newest sheet of another job. A run that is
 *       older than one of its job with zeros sends nothing.
 *   <li>Known (6) and to send (7): {@code changed} does not send again what the service has taken,
 *       sold or not; {@code new} sends nothing to a product with stock; no size of a colour that a
 *       newer run of the job has named.
 *   <li>Undo (10): brings back only what its run has sent and nobody has brought, found so or may
 *       still send since.
 *   <li>Already imported (11): said only of the newest content of a job, where it is so. The same
 *       content again is no newer sheet, and is read as a person has corrected it.
 *   <li>Names (13) and ranges (14): a colour is one however it is spelled; a range is an entry as
 *       it is written, and a single size inside a range of the sheet is not set to 0.
 *   <li>Time (15): nothing comes twice after a 429, be it quick or late.
 *   <li>Ends (12): what was before a restore or a move is sent no more.
 * </ul>
 */
final class BookModel {
    /** How long a stock list may lack what the service has accepted. */
    private static final long MOST_LIST_DELAY = 120_000_000_000L;

    private final Evidence evidence;
    private final Consumer<Violation> found;
    private final BookRuns runs;
    private final Map<SizeKey, Integer> stock = new HashMap<>();

    /** What was last brought or set by hand, whatever was sold since. */
    private final Map<SizeKey, Integer> base = new HashMap<>();

    private final Map<SizeKey, String> bringers = new HashMap<>();
    private final Map<Sending, First> first = new HashMap<>();
    private final Map<Sending, Integer> times = new HashMap<>();

    /** What was not there when its run began, nor when it is known to have named it. */
    private final Set<Sending> due = new HashSet<>();

    private final Map<SizeKey, Create> lastWith = new HashMap<>();
    private final Map<String, Set<Integer>> stockedAtStart = new HashMap<>();
    private final Map<String, Set<Integer>> surelyStocked = new HashMap<>();
    private final Map<SizeKey, String> barcodes = new HashMap<>();

    /** What may be otherwise: applied too late, or ranges nobody could see to be split. */
    private final Set<ColourKey> late = new HashSet<>();

    private final Set<ColourKey> edited = new HashSet<>();
    private final Set<ColourKey> sold = new HashSet<>();

    /** Sizes of a product that was made anew. */
    private final Set<SizeKey> gone = new HashSet<>();

    /** A run and a size that it sends. */
    private record Sending(String run, SizeKey key) {}

    /** What was there when a run first brought a size. */
    private record First(long at, Integer stock, Integer base) {}

    /** Something that happened; of what happens at once, lower places come first. */
    private record Happening(long at, int place, Runnable action) {}

    BookModel(Evidence evidence, Consumer<Violation> found) {
        this.evidence = evidence;
        this.found = found;
        this.runs = new BookRuns(evidence);
    }

    void ask() {
        evidence.stockBefore()
                .forEach(
                        each ->
                                each.sizes()
                                        .forEach(
                                                (size, pieces) ->
                                                        set(
                                                                new SizeKey(each.key(), size),
                                                                pieces,
                                                                null)));
        happenings().forEach(each -> each.action().run());
        new HeldColours(evidence, runs, found).ask();
        new QuietBook(evidence, runs, found, base, bringers, excused()).ask();
    }

    private List<Happening> happenings() {
        List<Happening> all = new ArrayList<>();
        // After a restore, a run may get the id of one that the backup does not have.
        all.add(new Happening(evidence.outcomes().border(), 0, times::clear));
        for (Create create : evidence.creates()) {
            all.add(new Happening(create.begun(), 1, () -> begun(create)));
            for (Create.Applied applied : create.applied()) {
                all.add(new Happening(applied.at(), 2, () -> brought(create, applied)));
            }
        }
        for (Outcomes.Touched touched : evidence.outcomes().touched()) {
            all.add(new Happening(touched.at(), 0, () -> touched(touched)));
        }
        for (Event.Hidden away : evidence.hidden()) {
            if (away.emptied()) {
                all.add(new Happening(away.back(), 0, () -> emptied(away)));
            }
        }
        for (SeenRun run : runs.all()) {
            all.add(new Happening(run.startedAt(), 3, () -> started(run)));
            if (runs.namedAt(run) < Long.MAX_VALUE) {
                all.add(new Happening(runs.namedAt(run), 0, () -> named(run)));
            }
        }
        for (Outcomes.Outcome outcome : evidence.outcomes().all()) {
            all.add(new Happening(outcome.ended(), 4, () -> ended(outcome)));
        }
        all.sort(Comparator.comparingLong(Happening::at).thenComparingInt(Happening::place));
        return all;
    }

    private void set(SizeKey key, Integer pieces, String run) {
        stock.put(key, pieces);
        base.put(key, pieces);
        bringers.put(key, run);
    }

    private void touched(Outcomes.Touched touched) {
        (touched.sale() ? sold : edited).add(touched.colour());
        for (SizeKey key : List.copyOf(stock.keySet())) {
            if (key.colour().equals(touched.colour())) {
                if (touched.sale()) {
                    stock.computeIfPresent(key, (k, pieces) -> Math.max(0, pieces - 1));
                } else {
                    // What is edited before anybody knows whether it arrived may be ours still.
                    String by = bringers.get(key);
                    boolean open = by != null && !evidence.hasFinished(by, touched.at());
                    set(key, Store.EDITED, open ? by : null);
                }
            }
        }
    }

    /** Rule 4: that a product was made anew is only noticed if two runs saw that it was away. */
    private void emptied(Event.Hidden away) {
        long seen =
                runs.all().stream()
                        .filter(run -> runs.sheet(run) != null)
                        .filter(run -> run.startedAt() >= away.atSeconds() * 1e9)
                        .filter(run -> runs.namedAt(run) < away.back())
                        .count();
        for (SizeKey key : List.copyOf(stock.keySet())) {
            if (key.colour().product() != away.product()) {
                continue;
            }
            if (seen < 2) {
                edited.add(key.colour());
            }
            set(key, 0, null);
            gone.add(key);
            times.keySet().removeIf(sending -> sending.key().equals(key));
        }
    }

    // -- what `new` leaves out -----------------------------------------------------------------

    private void started(SeenRun run) {
        if (runs.sheet(run) != null) {
            due(run, true);
        }
        stockedAtStart.put(run.id(), stocked(run.startedAt(), key -> true));
    }

    private void named(SeenRun run) {
        Set<Integer> there = stocked(runs.namedAt(run), key -> true);
        Set<Integer> before = stockedAtStart.getOrDefault(run.id(), there);
        Set<Integer> sometime = new HashSet<>(there);
        sometime.addAll(before);
        runs.mayBeStocked(run, sometime);
        Set<Integer> surely = stocked(runs.namedAt(run), key -> !mayBeUnfinished(run, key));
        surely.retainAll(before);
        surelyStocked.put(run.id(), surely);
        if (runs.sheet(run) != null) {
            due(run, false);
            runs.turnsBack(run)
                    .ifPresent(
                            corrected ->
                                    found(
                                            Question.OLD_OVER_NEW,
                                            "%s reads the sheet again as it was before %s"
                                                    .formatted(run.id(), corrected.id())));
        }
    }

    private void due(SeenRun run, boolean begins) {
        runs.sheet(run)
                .colours()
                .forEach(
                        (colour, sizes) ->
                                sizes.keySet()
                                        .forEach(
                                                size ->
                                                        due(
                                                                run,
                                                                begins,
                                                                new SizeKey(colour, size))));
    }

    private void due(SeenRun run, boolean begins, SizeKey key) {
        Integer pieces = runs.sheet(run).colours().get(key.colour()).get(key.size());
        if (pieces.equals(base.get(key))) {
            due.remove(new Sending(run.id(), key));
        } else if (begins) {
            due.add(new Sending(run.id(), key));
        }
    }

    /** The products with stock that is not from a run that is unfinished or was undone. */
    private Set<Integer> stocked(long at, Predicate<SizeKey> counts) {
        Set<Integer> products = new HashSet<>();
        stock.forEach(
                (key, pieces) -> {
                    String by = bringers.get(key);
                    boolean stands =
                            by == null
                                    || evidence.hasFinished(by, at)
                                            && evidence.run(by) != null
                                            && !runs.isUndone(evidence.run(by), at);
                    if (pieces > 0 && stands && counts.test(key)) {
                        products.add(key.colour().product());
                    }
                });
        return products;
    }

    /**
     * Whether an unfinished run wants the very stock that is there: then nobody can see whether its
     * request arrived, and it counts as the one that brought it.
     */
    private boolean mayBeUnfinished(SeenRun run, SizeKey key) {
        return runs.named(runs.namedAt(run)).stream()
                .filter(other -> !evidence.hasFinished(other.id(), runs.namedAt(run)))
                .anyMatch(other -> stock.get(key).equals(runs.wanted(other, key)));
    }

    // -- each application ----------------------------------------------------------------------

    private void begun(Create create) {
        SeenRun run = evidence.run(create.run());
        if (run == null && !evidence.isBefore(create)) {
            found(
                    Question.OLD_OVER_NEW,
                    "create %d is of run %s, which had ended before"
                            .formatted(create.number(), create.run()));
        }
        for (Create.Group group : create.groups()) {
            if (run != null) {
                resent(create, group, run);
            }
            barcodes(create, group);
            group.sizes()
                    .keySet()
                    .forEach(size -> lastWith.put(new SizeKey(group.colour(), size), create));
        }
    }

    /** Rule 6: what was sent with its barcode is sent with it again, also if a sheet has none. */
    private void barcodes(Create create, Create.Group group) {
        for (String size : group.sizes().keySet()) {
            SizeKey key = new SizeKey(group.colour(), size);
            if (group.barcodes().containsKey(size)) {
                barcodes.put(key, group.barcodes().get(size));
            } else if (barcodes.containsKey(key) && !group.isOpened() && !evidence.isRestored()) {
                found(
                        Question.OLD_OVER_NEW,
                        "create %d has no barcode of %s, and an earlier one had"
                                .formatted(create.number(), key));
            }
        }
    }

    /**
     * Rules 6, 7 and 11: `changed` does not send what the service has taken, though some was sold.
     * After a restore nobody knows what was taken, and what was sold is sent (rule 12).
     */
    private void resent(Create create, Create.Group group, SeenRun run) {
        PlannedSheet sheet = runs.sheet(run);
        boolean same =
                !group.isOpened()
                        && group.sizes().entrySet().stream()
                                .allMatch(
                                        size ->
                                                isTaken(
                                                        new SizeKey(group.colour(), size.getKey()),
                                                        size.getValue(),
                                                        create.begun()));
        if (same
                && !bringsBarcode(group)
                && sheet != null
                && sendsOnlyChanged(run)
                && !runs.isAskedForAgain(run)
                && !edited.contains(group.colour())
                && !(evidence.isRestored() && sold.contains(group.colour()))
                && !late.contains(group.colour())
                && evidence.outcomes().decisions(group.colour()) == 0
                && !evidence.hidesStock()) {
            found(
                    Question.APPLIED_TWICE,
                    "%s is sent by %s, and the service had just that".formatted(group, run.id()));
        }
    }

    /** Rule 11: of a sheet that its job had before, `all` sends no more than `changed`. */
    private boolean sendsOnlyChanged(SeenRun run) {
        return switch (runs.sheet(run).send()) {
            case CHANGED -> true;
            case ALL -> runs.cameBefore(run);
            case NEW -> false;
        };
    }

    private boolean bringsBarcode(Create.Group group) {
        return group.barcodes().keySet().stream()
                .anyMatch(
                        size -> {
                            String last = barcodes.get(new SizeKey(group.colour(), size));
                            return !group.barcodes().get(size).equals(last);
                        });
    }

    /** Whether the service is known to have taken this, in a run that has finished. */
    private boolean isTaken(SizeKey key, Integer pieces, long at) {
        Create last = lastWith.get(key);
        return last != null
                && !gone.contains(key)
                && pieces.equals(base.get(key))
                && (last.isAccepted() || evidence.isRestored() && evidence.isBefore(last))
                && evidence.hasFinished(last.run(), at);
    }

    private void brought(Create create, Create.Applied applied) {
        ColourKey colour = applied.group().colour();
        SeenRun run = evidence.run(create.run());
        if (AppliedColours.isTooLate(create, applied.at())) {
            late.add(colour);
        }
        applied.group()
                .sizes()
                .forEach(
                        (size, pieces) -> {
                            SizeKey key = new SizeKey(colour, size);
                            if (run != null && !late.contains(colour)) {
                                ask(create, run, key, pieces);
                            }
                            first.putIfAbsent(
                                    new Sending(create.run(), key),
                                    new First(applied.at(), stock.get(key), base.get(key)));
                            set(key, pieces, create.run());
                            gone.remove(key);
                        });
    }

    private void ask(Create create, SeenRun run, SizeKey key, int pieces) {
        twice(run, key);
        newest(create, run, key);
        if (run.undoes() != null) {
            undoes(create, run, key, pieces);
            return;
        }
        if (run.job().equals("verify")) {
            sendsAgain(create, run, key, pieces);
            return;
        }
        PlannedSheet sheet = runs.sheet(run);
        if (runs.holds(run, key.colour())) {
            found(Question.OLD_OVER_NEW, "%s sends %s, which it holds".formatted(run.id(), key));
        }
        Integer wanted = runs.wanted(run, key);
        if (wanted == null) {
            zeroes(create, run, key, pieces);
        } else if (wanted != pieces) {
            found(
                    Question.OLD_OVER_NEW,
                    "%s sends %s as %d, and has %d".formatted(run.id(), key, pieces, wanted));
        } else if (sheet.send() == PlannedSheet.Send.NEW
                && run.corrects() == null
                && surelyStocked
                        .getOrDefault(run.id(), Set.of())
                        .contains(key.colour().product())) {
            found(
                    Question.OLD_OVER_NEW,
                    "%s sends %s, and the product had stock".formatted(run.id(), key));
        }
    }

    /** A run brings a size once, unless a person said that it had not come. */
    private void twice(SeenRun run, SizeKey key) {
        int count = times.merge(new Sending(run.id(), key), 1, Integer::sum);
        int allowed = 1 + evidence.outcomes().decisions(key.colour());
        if (count > allowed && !edited.contains(key.colour())) {
            found(
                    Question.APPLIED_TWICE,
                    "%s has brought %s %d times".formatted(run.id(), key, count));
        }
    }

    private void newest(Create create, SeenRun run, SizeKey key) {
        for (SeenRun other : runs.named(create.begun())) {
            if (runs.corrects(other, run) && runs.index(other) > runs.index(run)) {
                found(
                        Question.OLD_OVER_NEW,
                        "%s is sent by %s after %s had corrected it"
                                .formatted(key, run.id(), other.id()));
            }
            if (runs.order(other) <= runs.order(run) || evidence.isRepeatedAfterRestore(other)) {
                continue;
            }
            boolean ofJob = other.job().equals(run.job());
            boolean over =
                    ofJob
                            ? runs.sheet(other).hasZeros()
                                    || runs.sheet(other).colours().containsKey(key.colour())
                            : runs.names(other, key)
                                    && !runs.gaveUp(other.job(), key, create.begun());
            if (over && !isUnseen(create, key)) {
                found(
                        Question.OLD_OVER_NEW,
                        "%s is sent by %s after %s had named %s"
                                .formatted(key, run.id(), other.id(), ofJob ? "anew" : "it"));
            }
        }
    }

    /** Rule 14: until a store was seen to split ours, a range is an entry of its own. */
    private boolean isUnseen(Create create, SizeKey key) {
        boolean unseen =
                evidence.isInSeveralEntries(key)
                        && !hasRangeOf(key, create.begun() - MOST_LIST_DELAY)
                        && runs.named(create.begun()).stream()
                                .noneMatch(run -> hasRange(run.startedAt()));
        if (unseen) {
            late.add(key.colour());
        }
        return unseen;
    }

    /** Whether a range was known to be accepted by then. */
    private boolean hasRange(long at) {
        return rangesAccepted(at).findAny().isPresent();
    }

    /** Whether a range with this size was: what sends the size then has to look first. */
    private boolean hasRangeOf(SizeKey key, long at) {
        return rangesAccepted(at)
                .anyMatch(
                        group ->
                                group.colour().equals(key.colour())
                                        && group.sizes().containsKey(key.size()));
    }

    private Stream<Create.Group> rangesAccepted(long at) {
        return evidence.creates().stream()
                .filter(create -> create.isAccepted() && create.lastKnown() <= at)
                .flatMap(create -> create.groups().stream())
                .filter(Create.Group::isOpened);
    }

    /** Rules 3 to 5: what a zero for missing may be sent for. */
    private void zeroes(Create create, SeenRun run, SizeKey key, int pieces) {
        PlannedSheet sheet = runs.sheet(run);
        String wrong = null;
        if (pieces != 0 || !sheet.hasZeros()) {
            wrong = "which its sheet does not have";
        } else if (sheet.is(PlannedSheet.Trait.BLIND) || !sheet.unread().isEmpty()) {
            wrong = "though its sheet cannot be read in part";
        } else if (QuietBook.isInRange(sheet, key)) {
            wrong = "which lies in a range of its sheet";
        } else if (!stock.containsKey(key)) {
            wrong = "which nobody has ever brought";
        } else if (gone.contains(key) && !edited.contains(key.colour())) {
            wrong = "which is not there any more";
        } else if (!evidence.isForgotten(key.colour())
                && runs.mayHaveNamed(create.begun()).stream()
                        .filter(other -> other.job().equals(run.job()))
                        .filter(other -> !runs.leavesOut(other, key.colour().product()))
                        .noneMatch(other -> runs.has(other, key))) {
            wrong = "which its job never had";
        }
        if (wrong != null && !isUnseen(create, key)) {
            found(
                    Question.NOT_AS_THE_NEWEST_SHEET,
                    "%s sends %s as %d, %s".formatted(run.id(), key, pieces, wrong));
        }
        for (SeenRun other : runs.named(create.begun())) {
            if (!other.job().equals(run.job())
                    && !runs.sheet(other).isByHand()
                    && runs.newest(other.job(), create.begun()).orElseThrow() == other
                    && runs.has(other, key)
                    && !runs.leavesOut(other, key.colour().product())
                    && !isUnseen(create, key)) {
                found(
                        Question.NOT_AS_THE_NEWEST_SHEET,
                        "%s sends %s as 0, which the newest sheet of %s has (%s)"
                                .formatted(run.id(), key, other.job(), other.id()));
            }
        }
    }

    /** What differs is sent as the newest sheet has it; what was sold is not. */
    private void sendsAgain(Create create, SeenRun run, SizeKey key, int pieces) {
        List<SeenRun> named = runs.named(create.begun());
        boolean isWanted =
                named.stream()
                        .filter(each -> Integer.valueOf(pieces).equals(runs.wanted(each, key)))
                        .anyMatch(each -> isNewestFor(each, key, create.begun()));
        boolean isZero =
                pieces == 0
                        && named.stream()
                                .anyMatch(
                                        each ->
                                                runs.sheet(each).hasZeros()
                                                        && !runs.has(each, key));
        if (!isWanted && !isZero && !evidence.isUndone(key.colour())) {
            found(
                    Question.NOT_AS_THE_NEWEST_SHEET,
                    "%s sends %s again as %d, which no newest sheet has"
                            .formatted(run.id(), key, pieces));
        }
        boolean isMoving =
                edited.contains(key.colour())
                        || isExcused(key.colour())
                        || evidence.outcomes().touched().stream()
                                .filter(each -> each.colour().equals(key.colour()))
                                .anyMatch(each -> each.at() >= run.startedAt());
        Integer there = stock.get(key);
        if (!isMoving && there != null && there < base.get(key)) {
            found(
                    Question.APPLIED_TWICE,
                    "%s sends %s again, of which some was sold".formatted(run.id(), key));
        }
    }

    /** Whether each newer sheet that names the size is of a job that gave it up. */
    private boolean isNewestFor(SeenRun run, SizeKey key, long at) {
        return runs.named(at).stream()
                .filter(other -> runs.order(other) > runs.order(run) && runs.names(other, key))
                .allMatch(other -> runs.gaveUp(other.job(), key, at));
    }

    // -- undo ----------------------------------------------------------------------------------

    private void undoes(Create create, SeenRun undo, SizeKey key, int pieces) {
        First was = first.get(new Sending(undo.undoes(), key));
        if (was == null) {
            found(
                    Question.NOT_UNDONE,
                    "%s changes %s, which %s never brought"
                            .formatted(undo.id(), key, undo.undoes()));
            return;
        }
        boolean moves = sold.contains(key.colour()) || edited.contains(key.colour());
        Set<Integer> before = new LinkedHashSet<>();
        before.add(was.stock() == null ? 0 : was.stock());
        before.add(was.base() == null ? 0 : was.base());
        if (!moves && !before.contains(pieces)) {
            found(
                    Question.NOT_UNDONE,
                    "%s makes %s %d, and before %s it was %s"
                            .formatted(undo.id(), key, pieces, undo.undoes(), before));
        }
        for (SeenRun other : runs.all()) {
            if (other == undo
                    || other.id().equals(undo.undoes())
                    || runs.isUndone(other, create.begun())) {
                continue;
            }
            First theirs = first.get(new Sending(other.id(), key));
            boolean since = runs.index(other) > runs.index(evidence.run(undo.undoes()));
            boolean has =
                    since
                            && runs.namer(key, undo.startedAt()).orElse(null) == other
                            && !runs.gaveUp(other.job(), key, undo.startedAt())
                            && runs.wanted(other, key) != null
                            && !other.isTold(key.colour());
            if (has || theirs != null && theirs.at() > was.at()) {
                found(
                        Question.NOT_UNDONE,
                        "%s changes %s, which %s has brought or found so since"
                                .formatted(undo.id(), key, other.id()));
            }
        }
    }

    // -- what people are told --------------------------------------------------------------------

    private void ended(Outcomes.Outcome outcome) {
        SeenRun run = outcome.run() == null ? null : evidence.run(outcome.run());
        if (run == null
                && outcome.alreadyDone()
                && evidence.outcomes().isMoved()
                && outcome.begun() > evidence.outcomes().border()
                && outcome.command().kind() == Event.Command.Kind.IMPORT) {
            found(
                    Question.SAID_FINISHED,
                    "%s is said to be imported already, and that was at another store"
                            .formatted(outcome.run()));
        }
        if (run == null || !outcome.isFinished() || runs.sheet(run) == null) {
            return;
        }
        if (!outcome.alreadyDone()) {
            checkBalance(outcome);
        } else if (outcome.command().kind() != Event.Command.Kind.IMPORT || runs.isAboutUndo(run)) {
            return;
        } else if (runs.newer(run, outcome.begun()).stream()
                .anyMatch(newer -> newer.startedAt() < outcome.begun())) {
            found(
                    Question.SAID_FINISHED,
                    "%s is said to be imported already, and its job has a newer sheet"
                            .formatted(run.id()));
        }
        for (ColourKey colour : runs.sheet(run).colours().keySet()) {
            if (outcome.alreadyDone()
                    && isRefused(run, colour, outcome.begun())
                    && isRefused(run, colour, outcome.ended())) {
                found(
                        Question.SAID_FINISHED,
                        "%s is said to be imported already, and %s was refused"
                                .formatted(run.id(), colour));
            }
            if (!isExcused(colour) && !run.isTold(colour)) {
                runs.sheet(run)
                        .colours()
                        .get(colour)
                        .keySet()
                        .forEach(size -> said(outcome, run, new SizeKey(colour, size)));
            }
        }
    }

    /** Whether the service has refused what a run still wants of a colour: it is not known. */
    private boolean isRefused(SeenRun run, ColourKey colour, long at) {
        return run.rejected().contains(colour)
                && evidence.service().refuses(colour)
                && !edited.contains(colour)
                && !evidence.outcomes().isDecided(colour)
                && runs.sheet(run).colours().get(colour).keySet().stream()
                        .map(size -> new SizeKey(colour, size))
                        .filter(key -> runs.namer(key, at).orElse(null) == run)
                        .filter(key -> runs.wanted(run, key) != null)
                        .anyMatch(key -> !runs.wanted(run, key).equals(base.get(key)));
    }

    private void said(Outcomes.Outcome outcome, SeenRun run, SizeKey key) {
        Integer wanted = runs.wanted(run, key);
        Sending sending = new Sending(run.id(), key);
        First sent = first.get(sending);
        // What a run has sent may be gone with its product since, and is sent no second time.
        boolean lost = sent != null && evidence.isEmptied(key.colour().product(), sent.at());
        boolean there =
                wanted == null
                        || wanted.equals(base.get(key))
                        || wanted.equals(stock.get(key))
                        || edited.contains(key.colour())
                        || lost;
        // What a run has sent, or found so, a newer one may have changed since.
        SeenRun bringer = evidence.run(bringers.get(key));
        boolean overtaken =
                bringer != null && runs.order(bringer) > runs.order(run)
                        || runs.named(outcome.ended()).stream()
                                .anyMatch(
                                        other ->
                                                runs.order(other) > runs.order(run)
                                                        && (runs.names(other, key)
                                                                || isAllOf(other, run.job())
                                                                || runs.gaveUp(
                                                                        other.job(),
                                                                        key,
                                                                        outcome.ended())));
        if (!there
                && overtaken
                && due.contains(sending)
                && !first.containsKey(sending)
                && run.leftToNewer() == 0) {
            found(
                    Question.SAID_FINISHED,
                    "%s is said to be finished, and not that a newer run has %s"
                            .formatted(run.id(), key));
        }
        if (!there && !overtaken) {
            found(
                    Question.SAID_FINISHED,
                    "%s is said to be %s, and %s is %s instead of %d"
                            .formatted(
                                    run.id(),
                                    outcome.alreadyDone() ? "imported already" : "finished",
                                    key,
                                    base.get(key),
                                    wanted));
        }
    }

    /** Whether a sheet says all that its job has: what it lacks is 0, or another job's (rule 5). */
    private boolean isAllOf(SeenRun other, String job) {
        return other.job().equals(job) && runs.sheet(other).hasZeros();
    }

    private void checkBalance(Outcomes.Outcome outcome) {
        var colours = outcome.report().colours();
        int sum =
                colours.sent()
                        + colours.unchanged()
                        + colours.leftOut()
                        + colours.rejected()
                        + colours.held();
        if (sum != colours.total() || colours.inDoubt() + colours.waiting() > 0) {
            found(
                    Question.SAID_FINISHED,
                    "%s tells %s of its colours".formatted(outcome.run(), colours));
        }
    }

    // ------------------------------------------------------------------------------------------

    private boolean isExcused(ColourKey colour) {
        return late.contains(colour)
                || evidence.outcomes().isTakenAsSent(colour)
                || evidence.isForgotten(colour)
                || evidence.isUndone(colour);
    }

    private Set<ColourKey> excused() {
        Set<ColourKey> all = new HashSet<>(edited);
        evidence.colours().stream().filter(this::isExcused).forEach(all::add);
        return all;
    }

    private void found(Question question, String words) {
        found.accept(new Violation(question, words));
    }
}
