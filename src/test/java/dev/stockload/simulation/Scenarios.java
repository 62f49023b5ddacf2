package dev.stockload.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Plans around situations that pure chance meets too seldom: two or three things have to fall
 * together there. What exactly happens, and when, is left to the seed.
 */
final class Scenarios {
    private static final int COLOURS_A_REQUEST = 3;

    private final long seed;
    private final SplittableRandom random;
    private final Sheets maker;
    private final List<Event> events = new ArrayList<>();

    Scenarios(long seed, SplittableRandom random) {
        this.seed = seed;
        this.random = random;
        this.maker = new Sheets(random);
    }

    Plan plan() {
        return switch (random.nextInt(12)) {
            case 0 -> pausedSender();
            case 1 -> hangingCall();
            case 2 -> sameContentLate();
            case 3 -> backToTheOldSheet();
            case 4 -> undoCutOff();
            case 5 -> killedOverAndOver();
            case 6 -> storageWhileSending();
            case 7 -> twoBadColours();
            case 8 -> killedAndTheClockSet();
            case 9 -> pausedWhileSettling();
            case 10 -> zeroedByAnotherJob();
            default -> lateExecution();
        };
    }

    /**
     * A process is paused between the intent and the request, until another has brought all to its
     * end.
     */
    private Plan pausedSender() {
        List<PlannedSheet> sheets = sheets(1 + random.nextInt(2), random.nextBoolean());
        imports(1, 0, 0);
        // Before the second request and all others there is a rest, and one right before it leaves.
        boolean rest = random.nextInt(3) > 0;
        events.add(
                new Event.Pause(
                        0,
                        rest ? Effect.REST : Effect.COMMITTED,
                        rest ? 2 * (1 + random.nextInt(2)) : 20 + random.nextInt(40),
                        200 + random.nextInt(300),
                        random.nextBoolean()));
        resumes(36 + some(60), 1);
        if (sheets.size() > 1) {
            imports(500 + some(300), random.nextInt(2), 1);
        }
        return plan(true, 2, sheets);
    }

    /** A request hangs while its process seems dead, and another host takes over. */
    private Plan hangingCall() {
        List<PlannedSheet> sheets = sheets(1 + random.nextInt(2), random.nextBoolean());
        imports(1, 0, 0);
        int create = random.nextInt(2);
        // What is applied last, and taken over first, shows whether a call may last so long.
        boolean close = random.nextBoolean();
        int late = close ? 46 + random.nextInt(12) : 2 + random.nextInt(56);
        events.add(new Event.CreateMood(create, Mood.SILENT, late));
        int pause = (close ? 60 : 32) + random.nextInt(100);
        events.add(new Event.PauseAtCreate(create, pause, random.nextBoolean()));
        resumes((close ? 5 : 31) + some(40), 1);
        if (sheets.size() > 1) {
            imports(60 + some(300), random.nextInt(2), 1);
        }
        return plan(true, 2, sheets);
    }

    /** What is there already is sent once more, late, and the next sheet is close behind. */
    private Plan sameContentLate() {
        List<PlannedSheet> sheets = sheets(2, false);
        boolean shared = random.nextBoolean();
        int hosts = shared ? 1 + random.nextInt(2) : 1;
        imports(1, 0, 0);
        events.add(new Event.Command(60, 0, Event.Command.Kind.IMPORT, 0, true));
        int requests = requests(sheets.get(0));
        events.add(
                new Event.CreateMood(
                        requests + random.nextInt(requests),
                        random.nextInt(4) == 0 ? Mood.PARTLY_LATE : Mood.LATE,
                        20 + random.nextInt(38)));
        imports(61 + some(30), random.nextInt(hosts), 1);
        return plan(shared, hosts, sheets);
    }

    /** A sheet is cut off in the middle, and the next goes back to the one before it. */
    private Plan backToTheOldSheet() {
        List<PlannedSheet> two = sheets(2, true);
        List<PlannedSheet> sheets = new ArrayList<>(two);
        sheets.add(random.nextBoolean() ? two.get(0) : maker.returning(two));
        boolean shared = random.nextBoolean();
        int hosts = shared ? 1 + random.nextInt(2) : 1;
        imports(1, 0, 0);
        imports(100, 0, 1);
        int before = requests(two.get(0));
        events.add(
                new Event.Kill(
                        0,
                        Effect.ANSWER,
                        answerTo(before + 2 + random.nextInt(requests(two.get(1)))),
                        random.nextInt(3) == 0 ? 25 : 0));
        if (random.nextInt(3) == 0) {
            events.add(
                    new Event.CreateMood(
                            before + random.nextInt(2), Mood.LATE, 5 + random.nextInt(50)));
        }
        imports(101 + some(60), random.nextInt(hosts), 2);
        return plan(shared, hosts, sheets);
    }

    /** A process is killed while it begins, and the next, and the next. */
    private Plan killedOverAndOver() {
        List<PlannedSheet> sheets = sheets(1, random.nextBoolean());
        Effect at = anyOf(Effect.COMMIT, Effect.COMMITTED);
        int nth = 4 + random.nextInt(12);
        for (int i = 0; i < 5; i++) {
            imports(1 + 40 * i, 0, 0);
            events.add(new Event.Kill(0, at, nth, 0));
            nth += 4 + random.nextInt(14);
        }
        imports(300, 0, 0);
        return plan(random.nextBoolean(), 1, sheets);
    }

    /**
     * A process dies while the service is at work, and the clock is another when the next begins.
     */
    private Plan killedAndTheClockSet() {
        List<PlannedSheet> sheets = sheets(1, random.nextBoolean());
        boolean shared = random.nextBoolean();
        int hosts = shared ? 1 + random.nextInt(2) : 1;
        imports(1, 0, 0);
        int create = random.nextInt(2);
        events.add(new Event.CreateMood(create, Mood.LATE, 5 + random.nextInt(53)));
        events.add(new Event.Kill(0, Effect.ANSWER, answerTo(1 + create), 0));
        int host = random.nextInt(hosts);
        int seconds = 30 + random.nextInt(3600);
        events.add(new Event.ClockSet(8, host, random.nextBoolean() ? seconds : -seconds));
        resumes(10 + some(40), host);
        return plan(shared, hosts, sheets);
    }

    /** The storage fails for a moment while a run sends, and works again when that is told. */
    private Plan storageWhileSending() {
        List<PlannedSheet> sheets = sheets(1, random.nextBoolean());
        imports(1, 0, 0);
        events.add(
                new Event.StorageFails(
                        0, Effect.COMMIT, 20 + random.nextInt(50), random.nextBoolean()));
        if (random.nextBoolean()) {
            resumes(20 + some(200), 0);
        }
        return plan(random.nextBoolean(), 1, sheets);
    }

    /** The service refuses two colours of different products, for what is in them. */
    private Plan twoBadColours() {
        List<PlannedSheet> sheets = sheets(1, random.nextBoolean());
        imports(1, 0, 0);
        boolean with400 = random.nextInt(3) > 0;
        sheets.get(0).colours().keySet().stream()
                .collect(Collectors.toMap(ColourKey::product, c -> c, (one, other) -> one))
                .values()
                .stream()
                .limit(2)
                .forEach(c -> events.add(new Event.Refuses(c.product(), c.name(), with400)));
        if (random.nextInt(3) == 0) {
            events.add(new Event.TokenEnds(1 + some(12), 10 + random.nextInt(100)));
        }
        return plan(random.nextBoolean(), 1, sheets);
    }

    /** A run is undone, and whoever does so is killed or paused, or the service has its moods. */
    private Plan undoCutOff() {
        List<PlannedSheet> sheets = sheets(2, random.nextBoolean());
        boolean shared = random.nextBoolean();
        int hosts = shared ? 1 + random.nextInt(2) : 1;
        imports(1, 0, 0);
        imports(60, 0, 1);
        int undoes = hosts - 1;
        events.add(new Event.Command(120, undoes, Event.Command.Kind.UNDO, 0, false));
        Effect at = anyOf(Effect.COMMIT, Effect.ANSWER, Effect.STATEMENT, Effect.REST);
        int nth = 1 + random.nextInt(at == Effect.STATEMENT ? 300 : at == Effect.COMMIT ? 80 : 12);
        events.add(
                random.nextBoolean()
                        ? new Event.Kill(undoes, at, nth, 0)
                        : new Event.Pause(
                                undoes, at, nth, 5 + random.nextInt(300), random.nextBoolean()));
        int before = requests(sheets.get(0)) + requests(sheets.get(1));
        Mood[] moods = Mood.values();
        events.add(
                new Event.CreateMood(
                        before + random.nextInt(2),
                        moods[random.nextInt(Mood.PLAIN)],
                        1 + random.nextInt(57)));
        resumes(125 + some(200), random.nextInt(hosts));
        return plan(shared, hosts, sheets);
    }

    /** A process is paused while another goes on in its place, fails too, and it comes back. */
    private Plan lateExecution() {
        List<PlannedSheet> sheets = sheets(1, random.nextBoolean());
        imports(1, 0, 0);
        Effect at = anyOf(Effect.STATEMENT, Effect.COMMIT, Effect.COMMITTED, Effect.CONNECT);
        int nth = 30 + random.nextInt(at == Effect.STATEMENT ? 250 : 60);
        events.add(new Event.Pause(0, at, nth, 40 + random.nextInt(120), random.nextBoolean()));
        if (random.nextBoolean()) {
            events.add(
                    new Event.StorageFails(
                            0, Effect.COMMIT, 20 + random.nextInt(70), random.nextBoolean()));
        }
        resumes(31 + some(40), 1);
        Effect end = anyOf(Effect.STATEMENT, Effect.COMMIT, Effect.REST, Effect.NOTICE);
        switch (random.nextInt(3)) {
            case 0 ->
                    events.add(
                            new Event.Kill(
                                    1, end, 1 + random.nextInt(end == Effect.REST ? 8 : 60), 0));
            case 1 ->
                    events.add(
                            new Event.Command(
                                    40 + some(100), 1, Event.Command.Kind.STOP, 0, false));
            default -> events.add(new Event.ServiceAway(31 + some(60), 70 + random.nextInt(90)));
        }
        return plan(true, 2, sheets);
    }

    /**
     * A process is paused right before it writes down what it has settled, and another settles the
     * sheet meanwhile and dies when it has sent some of it.
     */
    private Plan pausedWhileSettling() {
        List<PlannedSheet> sheets = sheets(1, random.nextBoolean());
        imports(1, 0, 0);
        // At this connection a first import writes it down; some around it, lest that moves.
        int nth = 55 + random.nextInt(5) - 2;
        events.add(new Event.Pause(0, Effect.CONNECT, nth, 45 + random.nextInt(20), false));
        resumes(32 + some(5), 1);
        events.add(new Event.Kill(1, Effect.ANSWER, answerTo(2) + random.nextInt(3), 0));
        return plan(true, 2, sheets);
    }

    /** A job sets to 0 what its sheet lacks by now, and the older sheet of another has it. */
    private Plan zeroedByAnotherJob() {
        List<PlannedSheet> sheets = maker.zeroed();
        boolean shared = random.nextBoolean();
        int hosts = shared ? 1 + random.nextInt(2) : 1;
        imports(1, 0, 0);
        imports(100, 0, 1);
        events.add(
                new Event.Kill(
                        0,
                        Effect.ANSWER,
                        answerTo(requests(sheets.get(0)) + 2 + random.nextInt(3)),
                        random.nextInt(3) == 0 ? 25 : 0));
        imports(200 + some(60), hosts - 1, 2);
        resumes(400, 0);
        return plan(shared, hosts, sheets);
    }

    /**
     * When the answer to the n-th request of a host is awaited, counted from 0; the first of each
     * import is for the product list. Each has two such points: before its answer and after it.
     */
    private static int answerTo(int request) {
        return 2 * request + 1;
    }

    private Plan plan(boolean shared, int hosts, List<PlannedSheet> sheets) {
        return new Plan(seed, shared, hosts, sheets, List.copyOf(events));
    }

    private List<PlannedSheet> sheets(int count, boolean changedOnly) {
        while (true) {
            List<PlannedSheet> sheets = maker.days(count, changedOnly);
            if (requests(sheets.get(0)) > 1) {
                return sheets;
            }
        }
    }

    private static int requests(PlannedSheet sheet) {
        int good = sheet.colours().size() - sheet.bad().size();
        return Math.max(1, (good + COLOURS_A_REQUEST - 1) / COLOURS_A_REQUEST);
    }

    private void imports(double at, int host, int sheet) {
        events.add(new Event.Command(at, host, Event.Command.Kind.IMPORT, sheet, false));
    }

    private void resumes(double at, int host) {
        events.add(new Event.Command(at, host, Event.Command.Kind.RESUME, 0, false));
    }

    private Effect anyOf(Effect... effects) {
        return effects[random.nextInt(effects.length)];
    }

    private double some(int most) {
        return random.nextInt(most * 10) / 10.0;
    }
}
