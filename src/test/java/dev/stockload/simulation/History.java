package dev.stockload.simulation;

import dev.stockload.database.LedgerAddress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** One history: plays a plan to its end, puts all in order afterwards as people would, and asks. */
final class History {
    private static final int RESUMES = 8;
    private static final int UNDECIDED = 3;
    private static final int MOST_CLOCK_SECONDS = 3600;

    private static final int NIGHT = 86_400;

    /** The seconds after which nothing is under way any more. */
    private static final int REPAIR = 600;

    /** More seconds than a process that did not end well is taken to live. */
    private static final int BETWEEN_RESUMES = 60;

    private final Plan plan;
    private final Coverage coverage;
    private final SimulatedDatabase database;
    private final Path folder;
    private final World world;
    private final Faults faults;
    private final Outcomes outcomes;
    private final SimulatedService service;
    private final Store store;
    private final List<Host> hosts = new ArrayList<>();
    private final Map<Integer, Duration> clocks = new HashMap<>();
    private String token = "token-1";
    private Facts facts;
    private SimulatedDatabase.Copy copy;
    private int port = SimulatedService.PORT;

    History(
            Plan plan,
            Coverage coverage,
            SimulatedDatabase database,
            Path folder,
            Journal journal) {
        this.plan = plan;
        this.coverage = coverage;
        this.database = database;
        this.folder = folder;
        this.world = new World(plan.seed(), journal, World.BEGIN);
        this.faults = new Faults(plan.events(), coverage);
        this.outcomes = new Outcomes(world);
        this.store = store("store");
        this.service = new SimulatedService(world, coverage, store, plan.events());
    }

    /** What was found wrong; nothing where all questions are answered well. */
    List<Violation> play() throws IOException, SQLException {
        database.empty(time());
        DataFolders.empty(folder);
        for (int i = 0; i < plan.sheets().size(); i++) {
            Files.writeString(file(i), plan.sheets().get(i).text());
            Files.setLastModifiedTime(
                    file(i), FileTime.from(World.BEGIN.minus(Duration.ofDays(1))));
        }
        for (int i = 0; i < plan.hosts(); i++) {
            Files.createDirectories(folder(i));
            hosts.add(new Host(i, this));
        }
        plan.events().forEach(this::arrange);
        world.run();
        facts = putInOrder();
        List<Violation> found = new ArrayList<>();
        if (World.mix(plan.seed(), 9) % 3 == 0) {
            nights(found);
        }
        hosts.forEach(Host::close);
        world.run();
        if (world.isOver()) {
            return List.of(
                    new Violation(Violation.Question.DOES_NOT_END, "it goes on without end"));
        }
        found.addAll(new Model(new Evidence(plan, service, outcomes, facts)).violations());
        return found;
    }

    /** No new sheet comes for two nights: in the second nothing is left to be sent (rule 11). */
    private void nights(List<Violation> found) throws SQLException {
        coverage.count("nights without a new sheet");
        for (int night = 1; night <= 2 && !world.isOver(); night++) {
            long before = applications();
            for (String job : List.of("nightly", "returns")) {
                newestSheet(job)
                        .ifPresent(
                                sheet ->
                                        arrange(
                                                new Event.Command(
                                                        world.now() / 1e9 + NIGHT,
                                                        0,
                                                        Event.Command.Kind.IMPORT,
                                                        sheet,
                                                        false)));
            }
            world.run();
            facts = putInOrder();
            if (night == 2 && applications() > before) {
                found.add(
                        new Violation(
                                Violation.Question.APPLIED_TWICE,
                                "the same sheets are sent again in the second night"));
            }
        }
    }

    private long applications() {
        return service.creates().stream().mapToLong(create -> create.applied().size()).sum();
    }

    /** The sheet of the newest run of a job, if that has ended. */
    private Optional<Integer> newestSheet(String job) {
        return facts.runs().stream()
                .filter(run -> run.job().equals(job) && run.startedAt() >= outcomes.border())
                .reduce((older, newer) -> newer)
                .filter(run -> run.state().equals("COMPLETED"))
                .map(
                        run ->
                                IntStream.range(0, plan.sheets().size())
                                        .filter(i -> plan.sheets().get(i).job().equals(job))
                                        .filter(
                                                i ->
                                                        plan.sheets()
                                                                .get(i)
                                                                .hash()
                                                                .equals(run.content()))
                                        .findFirst()
                                        .orElseThrow());
    }

    /** When the trouble is over, people resume until nothing is left to resume. */
    private Facts putInOrder() throws SQLException {
        faults.end();
        service.calm();
        service.away(false);
        database.away(false);
        if (port == SimulatedService.MOVED_PORT && !outcomes.isMoved()) {
            // Whoever moved the store was killed, and says it again.
            arrange(
                    new Event.Command(
                            world.now() / 1e9 + BETWEEN_RESUMES,
                            0,
                            Event.Command.Kind.MOVED,
                            0,
                            false));
            world.run();
        }
        Facts now = Facts.of(database, address(0), time());
        for (int i = 0; i < RESUMES && now.hasResumable() && !world.isOver(); i++) {
            // When looking again does not help, people say what is right.
            boolean decided = i >= UNDECIDED;
            boolean sent = World.mix(plan.seed(), 3) % 2 == 0;
            if (decided) {
                now.runs().forEach(run -> run.inDoubt().forEach(c -> outcomes.decided(c, sent)));
            }
            arrange(
                    new Event.Command(
                            world.now() / 1e9 + BETWEEN_RESUMES,
                            i % hosts.size(),
                            decided ? decision(sent) : Event.Command.Kind.RESUME,
                            0,
                            false));
            world.run();
            now = Facts.of(database, address(0), time());
        }
        return now;
    }

    private static Event.Command.Kind decision(boolean sent) {
        return sent ? Event.Command.Kind.TAKE_AS_SENT : Event.Command.Kind.TAKE_AS_NOT_SENT;
    }

    private void arrange(Event event) {
        if (event instanceof Event.Command command) {
            at(command.atSeconds(), () -> hosts.get(command.host()).tell(command));
        } else if (event instanceof Event.StorageAway away) {
            between(
                    away.atSeconds(),
                    away.seconds(),
                    () -> {
                        coverage.count("storage away");
                        world.journal().add(world.now(), "storage", "is away");
                        database.away(true);
                        hosts.forEach(Host::cut);
                    },
                    () -> database.away(false));
        } else if (event instanceof Event.ServiceAway away) {
            between(
                    away.atSeconds(),
                    away.seconds(),
                    () -> {
                        coverage.count("service away");
                        world.journal().add(world.now(), "service", "is away");
                        service.away(true);
                    },
                    () -> service.away(false));
        } else if (event instanceof Event.ClockSet set) {
            at(set.atSeconds(), () -> setClock(set));
        } else if (event instanceof Event.ShowsSizes shows) {
            coverage.count("shows sizes as " + shows.form());
            store.showSizes(shows.form());
        } else if (event instanceof Event.Hidden away) {
            between(
                    away.atSeconds(),
                    away.seconds(),
                    () -> {
                        coverage.count(away.emptied() ? "product made anew" : "product hidden");
                        world.journal().add(world.now(), "service", away.toString());
                        store.hide(away.product());
                    },
                    () -> {
                        world.journal().add(world.now(), "service", "shows it again");
                        store.show(away.product(), away.emptied());
                    });
        } else if (event instanceof Event.ShowsLate late) {
            coverage.count("shows stock late");
            store.showLate(Duration.ofSeconds(late.seconds()).toNanos());
        } else if (event instanceof Event.ShiftedPages shifted) {
            coverage.count("pages shift");
            store.shiftPages(shifted.nth());
        } else if (event instanceof Event.Backup backup) {
            at(backup.atSeconds(), this::backUp);
        } else if (event instanceof Event.Restored restored) {
            at(restored.atSeconds(), this::endProcesses);
            at(restored.atSeconds() + REPAIR, this::restore);
        } else if (event instanceof Event.Moved moved) {
            at(moved.atSeconds(), this::endProcesses);
            at(moved.atSeconds() + REPAIR, this::move);
        } else if (event instanceof Event.Touches touches) {
            at(touches.atSeconds(), () -> touch(touches));
        } else if (event instanceof Event.StockBefore before) {
            coverage.count("stock before");
            store.put(
                    new Create.Group(
                            new ColourKey(before.product(), before.colour()), before.sizes()));
        } else if (event instanceof Event.TokenEnds ends) {
            between(
                    ends.atSeconds(),
                    ends.renewedAfterSeconds(),
                    () -> {
                        coverage.count("token ends");
                        world.journal().add(world.now(), "service", "takes a new token only");
                        service.token("token-2");
                    },
                    () -> token("token-2"));
        }
    }

    private void backUp() {
        coverage.count("backup");
        try {
            copy = database.copy();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void endProcesses() {
        hosts.forEach(Host::end);
    }

    private void restore() {
        if (copy == null) {
            return;
        }
        coverage.count("restore");
        world.journal().add(world.now(), "people", "restore a backup");
        try {
            database.restore(copy);
            Facts.markRestored(database, address(0), time());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        outcomes.border(false);
    }

    private void move() {
        coverage.count("move");
        service.add(SimulatedService.MOVED_PORT, store(Store.MOVED));
        port = SimulatedService.MOVED_PORT;
        hosts.get(0)
                .tell(new Event.Command(world.now() / 1e9, 0, Event.Command.Kind.MOVED, 0, false));
    }

    private void setClock(Event.ClockSet set) {
        coverage.count(set.seconds() < 0 ? "clock set back" : "clock set ahead");
        world.journal().add(world.now(), "host " + set.host(), set.toString());
        clocks.put(set.host(), Duration.ofSeconds(set.seconds()));
    }

    private void touch(Event.Touches touches) {
        if (store.touch(new ColourKey(touches.product(), touches.colour()), touches.sale())) {
            coverage.count(touches.sale() ? "sale" : "edit");
            outcomes.touched(new ColourKey(touches.product(), touches.colour()), touches.sale());
            world.journal().add(world.now(), "people", touches.toString());
        }
    }

    private void at(double seconds, Runnable action) {
        world.at((long) (seconds * 1e9), action);
    }

    private void between(double from, int seconds, Runnable begin, Runnable end) {
        at(from, begin);
        at(from + seconds, end);
    }

    private void token(String valid) {
        token = valid;
    }

    private Store store(String called) {
        Store made = new Store(called, Sheets.PRODUCTS, spelling());
        if (plan.splitsRanges()) {
            made.splitRanges();
        }
        return made;
    }

    private Optional<Event.Renames.Spelling> spelling() {
        return plan.events().stream()
                .filter(Event.Renames.class::isInstance)
                .map(e -> ((Event.Renames) e).spelling())
                .findFirst();
    }

    Plan plan() {
        return plan;
    }

    World world() {
        return world;
    }

    Faults faults() {
        return faults;
    }

    Coverage coverage() {
        return coverage;
    }

    SimulatedDatabase database() {
        return database;
    }

    SimulatedService service() {
        return service;
    }

    Outcomes outcomes() {
        return outcomes;
    }

    Store store() {
        return store;
    }

    /** What people can see when all is quiet. */
    Facts facts() {
        return facts;
    }

    /** How much the clock of a host is ahead of the world's: each may differ, and may be set. */
    Duration clockAhead(int host) {
        if (plan.events().stream().anyMatch(Event.ShowsLate.class::isInstance)) {
            return Duration.ZERO; // rule 15: what was recent is by the clocks of the processes
        }
        if (clocks.containsKey(host)) {
            return clocks.get(host);
        }
        if (!plan.shared() || World.mix(plan.seed(), 5) % 2 == 0) {
            return Duration.ZERO;
        }
        return Duration.ofSeconds(World.mix(plan.seed(), 10 + host) % MOST_CLOCK_SECONDS);
    }

    /** The port of the service as the settings have it. */
    int port() {
        return port;
    }

    /** The access token of the settings. */
    String token() {
        return token;
    }

    /** Where a host believes the ledger to be. */
    LedgerAddress address(int host) {
        return plan.shared()
                ? new LedgerAddress("jdbc:postgresql:simulated", "sa", "")
                : LedgerAddress.inFolder(folder(host));
    }

    Path folder(int host) {
        return folder.resolve("host" + host);
    }

    /** That of the database server, and of people who look on. */
    private InstantSource time() {
        return world::time;
    }

    Path file(int sheet) {
        return folder.resolve("stock-%d.csv".formatted(sheet));
    }
}
