package dev.stockload.simulation;

import dev.stockload.simulation.Event.AtCreate;
import dev.stockload.simulation.Event.Command.Kind;
import dev.stockload.simulation.PlannedSheet.Missing;
import dev.stockload.simulation.PlannedSheet.Send;
import dev.stockload.simulation.PlannedSheet.Trait;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Plans around meetings of the rules of the book: jobs that share colours, imports by hand between
 * nights, held and unreadable rows, brakes, undos of older runs and of undos, runs that are resumed
 * after newer ones, backups that are restored, accounts that move.
 */
final class BookPlans {
    private static final List<String> JOBS = List.of("nightly", "returns", PlannedSheet.BY_HAND);
    private static final List<String> NAMES = List.of("Red", "Black");
    private static final List<String> SIZES = List.of("36", "37");
    private static final int KINDS = 20;
    private static final int CORRECTIONS = KINDS;
    private static final int FIRST_OF_LISTS = 16;
    private static final int STEP = 400;
    private static final int BEFORE_A_BORDER = 900;
    private static final double DAY = 86_400;

    private final long seed;
    private final SplittableRandom random;
    private final List<PlannedSheet> sheets = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final Map<String, Send> sends = new HashMap<>();
    private final Map<String, Missing> missing = new HashMap<>();
    private final Map<SizeKey, Integer> last = new HashMap<>();
    private final List<String> names = new ArrayList<>(NAMES);
    private boolean ranges;
    private boolean shared;
    private boolean tight;
    private int hosts = 1;
    private int pieces;
    private double at = 1;

    BookPlans(long seed, SplittableRandom random) {
        this.seed = seed;
        this.random = random;
        for (String job : JOBS) {
            sends.put(job, Send.values()[random.nextInt(3)]);
            missing.put(
                    job, random.nextBoolean() ? Missing.ZERO : Missing.values()[random.nextInt(2)]);
        }
        if (random.nextBoolean()) {
            sends.put("nightly", Send.CHANGED);
        }
    }

    /** A plan in which a product leaves the lists, or lists show stock late. */
    static Plan ofLists(long seed) {
        BookPlans plans = new BookPlans(seed, new SplittableRandom(World.mix(seed, 6)));
        return plans.plan(FIRST_OF_LISTS + plans.random.nextInt(KINDS - FIRST_OF_LISTS));
    }

    Plan plan() {
        int kind = random.nextInt(KINDS);
        boolean corrects = new SplittableRandom(World.mix(seed, 21)).nextInt(12) == 0;
        return plan(corrects ? CORRECTIONS : kind);
    }

    private Plan plan(int kind) {
        ranges = random.nextInt(8) == 0 | SheetTraits.splits(seed);
        shared = random.nextInt(3) > 0;
        hosts = shared ? 1 + random.nextInt(2) : 1;
        switch (kind) {
            case 0, 8 -> undos();
            case 1 -> stoppedWithinAProduct();
            case 2, 9 -> border(new Event.Restored(0));
            case 3 -> border(new Event.Moved(0));
            case 4 -> ownForms();
            case 5 -> queue();
            case 6 -> olderAfterFailedNewer();
            case 7 -> brakes();
            case 13 -> expires();
            case 14, 15 -> resends();
            case 16, 17 -> hides();
            case 18, 19 -> lateLists();
            case CORRECTIONS -> corrections();
            default -> meetings(3 + random.nextInt(7));
        }
        if (!tight) {
            troubles();
        }
        return new Plan(seed, shared, hosts, List.copyOf(sheets), List.copyOf(events));
    }

    // -- kinds of plans --------------------------------------------------------------------------

    /** Anything may meet anything. */
    private void meetings(int steps) {
        for (int i = 0; i < steps; i++) {
            switch (random.nextInt(10)) {
                case 0, 1 -> again();
                case 2 -> undo();
                case 3 -> touch();
                default -> night();
            }
        }
    }

    /** Some nights, then older runs and undos are undone. */
    private void undos() {
        for (int i = 0; i < 2 + random.nextInt(3); i++) {
            night();
        }
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            undo();
            if (random.nextInt(3) == 0) {
                night();
            }
        }
        imports(sheets.size() - 1, false);
    }

    /** Between nights people buy and edit, and what is more or gone is sent again. */
    private void resends() {
        night();
        for (int i = 0; i < 3 + random.nextInt(5); i++) {
            switch (random.nextInt(7)) {
                case 0 -> again();
                case 1 -> night();
                case 2 -> undo();
                case 3, 4 -> touch();
                case 5 -> command(Kind.UNDO_RESEND, 0);
                default -> {
                    touch();
                    command(Kind.RESEND, 0);
                }
            }
        }
    }

    /** With `new`, a run is stopped or fails within a product, and others come. */
    private void stoppedWithinAProduct() {
        sends.put("nightly", Send.NEW);
        names.addAll(List.of("Grün", "Navy Blue"));
        imports(add(sheet("nightly", 0.9)), false);
        events.add(new AtCreate(0, AtCreate.Moment.TAKEN, random.nextBoolean()));
        meetings(1 + random.nextInt(3));
        imports(add(sheet("nightly", 0.9)), false);
        if (random.nextBoolean()) {
            events.add(new Event.LimitedFrom(1 + random.nextInt(3), STEP / 2));
        }
        command(Kind.RESUME_RUN, 0);
        command(Kind.RESUME_RUN, sheets.size() - 1);
    }

    /** All comes to an end in the middle, and goes on in another way. */
    private void border(Event border) {
        meetings(1 + random.nextInt(3));
        if (border instanceof Event.Restored) {
            events.add(new Event.Backup(at));
            at += STEP;
            meetings(random.nextInt(3));
        }
        at += STEP;
        events.add(border instanceof Event.Restored ? new Event.Restored(at) : new Event.Moved(at));
        at += BEFORE_A_BORDER + STEP;
        meetings(random.nextInt(4));
        night();
        imports(random.nextInt(sheets.size()), false);
    }

    /** The service shows names or sizes in a form of its own, and answers are lost. */
    private void ownForms() {
        names.addAll(Sheets.LONG_NAMES);
        Event.Renames.Spelling[] all = Event.Renames.Spelling.values();
        if (random.nextInt(3) > 0) {
            events.add(new Event.Renames(all[random.nextInt(all.length)]));
        }
        Event.ShowsSizes.Form[] forms = Event.ShowsSizes.Form.values();
        if (random.nextInt(3) > 0) {
            events.add(new Event.ShowsSizes(forms[random.nextInt(forms.length)]));
        }
        events.add(new Event.CreateMood(random.nextInt(3), anyOf(Mood.LOST, Mood.LATE), 5));
        meetings(2 + random.nextInt(3));
    }

    /** Sheets wait for their turn as runs, and several hosts take them up. */
    private void queue() {
        for (int i = 0; i < 2 + random.nextInt(3); i++) {
            int number = add(sheet(job(), 0.5));
            events.add(new Event.Command(at, host(), Kind.SUBMIT, number, false));
            at += random.nextInt(3);
        }
        for (int host = 0; host < hosts; host++) {
            events.add(new Event.Command(at + host, host, Kind.RESUME, 0, false));
        }
        at += STEP;
        meetings(random.nextInt(3));
    }

    /** An older run goes on after a newer one that failed, or before it. */
    private void olderAfterFailedNewer() {
        boolean settled = random.nextBoolean();
        if (settled) {
            events.add(new Event.LimitedFrom(random.nextInt(2), STEP / 2));
        } else {
            away();
        }
        imports(add(sheet(job(), 0.7)), false);
        events.add(new Event.LimitedFrom(1 + random.nextInt(6), STEP / 2));
        imports(add(sheet(job(), 0.7)), false);
        if (random.nextBoolean()) {
            night();
        }
        command(Kind.RESUME_RUN, random.nextInt(sheets.size()));
        command(Kind.RESUME_RUN, random.nextInt(sheets.size()));
    }

    /** A product leaves the product list for some nights, and comes back as it was or anew. */
    private void hides() {
        for (int i = 0; i < 1 + random.nextInt(2); i++) {
            night();
        }
        at += STEP;
        double from = at - 1;
        meetings(random.nextInt(3));
        for (int i = 0; i < random.nextInt(3); i++) {
            imports(add(sheet(job(), 0.45)), false);
        }
        at += STEP;
        boolean emptied = random.nextInt(3) == 0;
        int seconds = (int) (at - 1 - from);
        events.add(new Event.Hidden(from, 1 + random.nextInt(2), seconds, emptied));
        meetings(random.nextInt(3));
        imports(random.nextInt(sheets.size()), false);
        night();
    }

    /**
     * Lists show stock late, sheets come soon after each other with few values, answers are lost.
     */
    private void lateLists() {
        tight = true;
        events.add(new Event.ShowsLate(5 + random.nextInt(26)));
        for (int i = 0; i < 4 + random.nextInt(5); i++) {
            imports(add(sheet(random.nextInt(4) == 0 ? job() : "nightly", 0.45)), false);
            if (random.nextInt(5) == 0) {
                undo();
            }
        }
        for (int i = 0; i < 1 + random.nextInt(4); i++) {
            Mood mood = anyOf(Mood.LOST, Mood.LOST, Mood.BROKEN, Mood.BROKEN, Mood.LATE);
            events.add(new Event.CreateMood(random.nextInt(9), mood, 1 + random.nextInt(20)));
        }
    }

    /** A brake stops a sheet, others come, and then perhaps the yes. */
    private void brakes() {
        missing.put("nightly", Missing.ZERO);
        imports(add(sheet("nightly", 0.8)), false);
        if (random.nextBoolean()) {
            night();
        }
        Trait trait = random.nextBoolean() ? Trait.GARBAGE : Trait.ZERO_BRAKE;
        int braked = add(sheet("nightly", 0.4).with(trait));
        imports(braked, false);
        meetings(random.nextInt(3));
        if (random.nextInt(3) > 0) {
            command(Kind.RESUME_YES, braked);
        }
        meetings(random.nextInt(2));
    }

    /** A person corrects a run, which may be unfinished or not the newest any more. */
    private void corrections() {
        meetings(random.nextInt(2));
        PlannedSheet sheet = sheet(job(), 0.7);
        Set<ColourKey> bad = new LinkedHashSet<>();
        for (ColourKey colour : sheet.colours().keySet()) {
            if (bad.isEmpty() || random.nextInt(3) == 0) {
                bad.add(colour);
            }
        }
        int corrected = add(sheet.with(sheet.colours(), bad));
        if (random.nextBoolean()) {
            events.add(new Event.LimitedFrom(random.nextInt(3), STEP / 2));
        }
        imports(corrected, false);
        for (int i = 0; i < 2 + random.nextInt(5); i++) {
            switch (random.nextInt(10)) {
                case 0 -> night();
                case 1 -> undo();
                case 2 -> touch();
                case 3 -> imports(corrected, random.nextInt(4) == 0);
                case 4, 5 -> command(Kind.RESUME_RUN, corrected);
                case 6 -> command(Kind.RESUME, 0);
                default -> command(Kind.CORRECT, corrected);
            }
        }
        imports(corrected, false);
    }

    /** A run stays unfinished until it ends by its age, and then its sheet comes again. */
    private void expires() {
        events.add(new Event.LimitedFrom(random.nextInt(2), STEP / 2));
        int unfinished = add(sheet(job(), 0.7));
        imports(unfinished, false);
        at += 31 * DAY;
        for (int i = 0; i < 2; i++) {
            night();
            at += DAY;
        }
        meetings(random.nextInt(2));
        imports(unfinished, false);
    }

    // -- what happens in them
    // ----------------------------------------------------------------------

    private void night() {
        String job = job();
        List<PlannedSheet> ofJob = sheets.stream().filter(s -> s.job().equals(job)).toList();
        int number =
                !ofJob.isEmpty() && random.nextInt(5) == 0
                        ? sheets.lastIndexOf(ofJob.get(random.nextInt(ofJob.size())))
                        : add(sheet(job, 0.45));
        if (random.nextInt(8) == 0) {
            away();
        }
        imports(number, random.nextInt(10) == 0);
    }

    private void again() {
        if (sheets.isEmpty()) {
            return;
        }
        int number = random.nextInt(sheets.size());
        switch (random.nextInt(6)) {
            case 0 -> command(Kind.RESUME_YES, number);
            case 1 -> command(Kind.TAKE_RUN_AS_SENT, number);
            case 2, 3 -> command(Kind.RESUME, 0);
            default -> command(Kind.RESUME_RUN, number);
        }
    }

    private void undo() {
        if (!sheets.isEmpty()) {
            boolean ofUndo = random.nextInt(3) == 0;
            command(ofUndo ? Kind.UNDO_UNDO : Kind.UNDO_RUN, random.nextInt(sheets.size()));
        }
    }

    /** Somebody buys or edits, before a run looks, or between its looks. */
    private void touch() {
        double when = random.nextBoolean() ? at - STEP / 2.0 : at + random.nextInt(40) / 10.0;
        events.add(
                new Event.Touches(
                        Math.max(0, when),
                        1 + random.nextInt(2),
                        NAMES.get(random.nextInt(NAMES.size())),
                        random.nextInt(3) > 0));
    }

    /** Nobody reaches the service when the next command begins, so that its run does not settle. */
    private void away() {
        events.add(new Event.ServiceAway(at - 0.5, STEP / 2));
    }

    /** What goes wrong with requests. */
    private void troubles() {
        int count = random.nextInt(3);
        for (int i = 0; i < count; i++) {
            int nth = random.nextInt(9);
            switch (random.nextInt(4)) {
                case 0 -> events.add(new Event.LimitedFrom(nth, STEP / 2));
                case 1 -> {
                    AtCreate.Moment[] moments = AtCreate.Moment.values();
                    events.add(
                            new AtCreate(
                                    nth,
                                    moments[random.nextInt(moments.length)],
                                    random.nextBoolean()));
                }
                default -> {
                    Mood mood =
                            random.nextBoolean()
                                    ? anyOf(Mood.LATE_LIMITED, Mood.REFUSED, Mood.LOST, Mood.LATE)
                                    : Mood.values()[random.nextInt(Mood.values().length)];
                    events.add(new Event.CreateMood(nth, mood, 1 + random.nextInt(50)));
                }
            }
        }
        if (random.nextInt(6) == 0) {
            events.add(new Event.Refuses(1 + random.nextInt(2), "red", random.nextBoolean()));
        }
        if (random.nextInt(8) == 0) {
            events.add(new Event.ShiftedPages(random.nextInt(4)));
        }
        if (random.nextInt(8) == 0) {
            // A first start that is killed.
            Effect effect = anyOf(Effect.CONNECT, Effect.STATEMENT, Effect.COMMIT);
            events.add(new Event.Kill(0, effect, 1 + random.nextInt(12), 0));
        }
    }

    private PlannedSheet sheet(String job, double share) {
        Map<ColourKey, Map<String, Integer>> colours = new LinkedHashMap<>();
        while (colours.isEmpty()) {
            for (int product = 1; product <= 2; product++) {
                for (String name : names) {
                    ColourKey colour = new ColourKey(product, name);
                    Map<String, Integer> sizes = new TreeMap<>();
                    for (String size : sizes()) {
                        if (random.nextDouble() < share) {
                            sizes.put(size, pieces(new SizeKey(colour, size)));
                        }
                    }
                    if (!sizes.isEmpty()) {
                        colours.put(colour, sizes);
                    }
                }
            }
        }
        Set<ColourKey> bad = new LinkedHashSet<>();
        colours.keySet().stream().filter(c -> random.nextInt(16) == 0).forEach(bad::add);
        PlannedSheet sheet = new PlannedSheet(job, sends.get(job), missing.get(job), colours, bad);
        if (random.nextInt(30) == 0) {
            sheet = sheet.withUnread(Set.of(1 + random.nextInt(2)));
        }
        if (random.nextInt(30) == 0) {
            sheet = sheet.with(Trait.BLIND);
        }
        return sheet;
    }

    /** A range and the sizes in it are not in one sheet. */
    private List<String> sizes() {
        if (!ranges) {
            return SIZES;
        }
        if (!SheetTraits.splits(seed)) {
            return random.nextBoolean() ? List.of("36", "38-39") : List.of("36", "38", "39-40");
        }
        return anyOf(
                List.of("36", "38-39"),
                List.of("36", "38", "39-40"),
                List.of("38-40"),
                List.of("36", "38", "39"));
    }

    private int pieces(SizeKey key) {
        if (tight) {
            return anyOf(3, 5, 8);
        }
        int choice = random.nextInt(12);
        if (choice < 5 && last.containsKey(key)) {
            return last.get(key);
        }
        pieces += 20;
        int found = choice == 11 ? 0 : pieces + random.nextInt(9);
        last.put(key, found);
        // The sizes of a range may come next with what it had.
        PlannedSheet.opened(Map.of(key.size(), found))
                .forEach((size, same) -> last.putIfAbsent(new SizeKey(key.colour(), size), same));
        return found;
    }

    private int add(PlannedSheet sheet) {
        sheets.add(sheet);
        return sheets.size() - 1;
    }

    private void imports(int sheet, boolean again) {
        events.add(new Event.Command(at, host(), Kind.IMPORT, sheet, again));
        pass();
    }

    private void command(Kind kind, int sheet) {
        events.add(new Event.Command(at, host(), kind, sheet, false));
        pass();
    }

    private void pass() {
        if (tight) {
            at += random.nextInt(3) == 0 ? 70 : random.nextInt(30);
            return;
        }
        at += random.nextInt(4) == 0 ? random.nextInt(20) : STEP + random.nextInt(STEP);
    }

    private String job() {
        return JOBS.get(random.nextInt(5) * JOBS.size() / 5);
    }

    private int host() {
        return random.nextInt(hosts);
    }

    @SafeVarargs
    private <T> T anyOf(T... all) {
        return all[random.nextInt(all.length)];
    }
}
