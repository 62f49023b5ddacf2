package dev.stockload.simulation;

import dev.stockload.database.LedgerAddress;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.merchant.Account;
import dev.stockload.simulation.Violation.Question;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A history at the edges of the program: suppliers and their folders, files of jobs, schedules,
 * clocks and requests to stop. What is entered here is not sent: the other histories do that.
 */
final class EdgeHistory {
    static final String JOB = "nightly";
    private static final int NIGHT = 86_400;
    private static final int CALM_NIGHTS = 3;
    private static final int REPAIR = 600;

    private final Plan plan;
    private final Coverage coverage;
    private final SimulatedDatabase database;
    private final Path folder;
    private final World world;
    private final Faults faults;
    private final JobTraits traits;
    private final List<EdgeHost> hosts = new ArrayList<>();
    private final Map<Integer, Duration> clocks = new HashMap<>();
    private final Set<Violation> violations = new HashSet<>();
    private final ScheduleOracle schedules;
    private final StopOracle stops;
    private SupplierFolder supplier;
    private SheetOracle sheets;
    private SimulatedDatabase.Copy copy;
    private String lastEntered;
    private String name = JOB;
    private String renamed;

    EdgeHistory(
            Plan plan,
            Coverage coverage,
            SimulatedDatabase database,
            Path folder,
            Journal journal) {
        this.plan = plan;
        this.coverage = coverage;
        this.database = database;
        this.folder = folder;
        this.faults = new Faults(plan.events(), coverage);
        this.traits = JobTraits.of(plan.seed());
        this.world = new World(plan.seed(), journal, traits.night(0).minus(ScheduleOracle.FIRST));
        this.schedules = new ScheduleOracle(plan, world, traits, this::found);
        this.stops = new StopOracle(world, this::found);
    }

    List<Violation> play() throws IOException, SQLException {
        database.empty(time());
        DataFolders.empty(folder);
        supplier = new SupplierFolder(traits, world, coverage, folder.resolve("in"), this::decided);
        sheets = new SheetOracle(supplier, traits, this::found);
        for (int i = 0; i < plan.hosts(); i++) {
            Files.createDirectories(folder(i).resolve("jobs"));
            Files.createDirectories(data(i));
            job(i, true);
            hosts.add(new EdgeHost(i, this));
        }
        plan.events().forEach(this::arrange);
        world.run();
        faults.end();
        if (plan.events().stream().anyMatch(Event.Night.class::isInstance)) {
            calmNights();
        }
        schedules.ends();
        stops.ends();
        expectLast();
        hosts.forEach(EdgeHost::close);
        world.run();
        if (world.isOver()) {
            found(Question.DOES_NOT_END, "it goes on without end");
        }
        return List.copyOf(violations);
    }

    /** All sheets have come, and for some nights nothing goes wrong. */
    private void calmNights() throws IOException {
        clocks.clear();
        supplier.settle();
        for (int i = 0; i < CALM_NIGHTS; i++) {
            calmNight(() -> {});
        }
        sheets.ends();
        SupplierFolder.Sheet[] last = new SupplierFolder.Sheet[1];
        calmNight(() -> last[0] = supplier.deliver());
        sheets.expectImported(last[0]);
    }

    private void calmNight(Runnable before) {
        double at = world.now() / 1e9 + NIGHT;
        at(
                at - REPAIR,
                () -> {
                    before.run();
                    sheets.offered();
                });
        arrange(new Event.Night(at, 0));
        world.run();
    }

    private void arrange(Event event) {
        if (event instanceof Event.InFolder in) {
            at(in.atSeconds(), () -> supplier.act(in));
        } else if (event instanceof Event.Night night) {
            at(night.atSeconds(), () -> tell(night.host(), "a night", new EdgeNight(this)::run));
        } else if (event instanceof Event.ByHand hand) {
            at(hand.atSeconds(), () -> tell(hand.host(), "by hand", new EdgeNight(this)::byHand));
        } else if (event instanceof Event.JobEnded ended) {
            at(ended.atSeconds(), () -> endJob(ended.moves()));
        } else if (event instanceof Event.Serve serve) {
            at(serve.atSeconds(), () -> serve(serve.host()));
        } else if (event instanceof Event.Works works) {
            at(works.atSeconds(), () -> tell(works.host(), "work on several runs", stops::works));
        } else if (event instanceof Event.Entered entered) {
            at(entered.atSeconds(), () -> enter(entered));
        } else if (event instanceof Event.StopAsked asked) {
            at(
                    asked.atSeconds(),
                    () ->
                            tell(
                                    asked.host(),
                                    "stop run " + asked.run(),
                                    (process, ledger) -> stops.ask(ledger, asked.run())));
        } else if (event instanceof Event.JobAway away) {
            at(away.atSeconds(), () -> jobAway(away, true));
            at(away.atSeconds() + away.seconds(), () -> jobAway(away, false));
        } else if (event instanceof Event.ClockSet set) {
            at(set.atSeconds(), () -> setClock(set));
        } else if (event instanceof Event.Backup backup) {
            at(backup.atSeconds(), this::backUp);
        } else if (event instanceof Event.Restored restored) {
            at(restored.atSeconds(), () -> hosts.forEach(EdgeHost::end));
            at(restored.atSeconds() + REPAIR, this::restore);
        }
    }

    private void tell(int host, String name, EdgeHost.Work work) {
        coverage.count("edge: " + name.replaceAll(" \\d+", ""));
        hosts.get(host).tell(name, work);
    }

    private void enter(Event.Entered event) {
        Path file = folder.resolve("sheet-%d.csv".formatted(event.sheet()));
        String text = "pid,color,size,stock\n4,Red,36,%d\n".formatted(event.sheet());
        tell(
                event.host(),
                "enter a sheet" + (event.again() ? " again" : ""),
                (process, ledger) -> {
                    Files.writeString(file, text);
                    ImportOrder order =
                            job(event.host()).order(file, Account.DEFAULT, event.again(), false);
                    new EdgeNight(this).enter(process, ledger, order);
                    lastEntered = PlannedSheet.hash(text);
                });
    }

    /** The run that counts as the newest is the one that was asked for last. */
    private void expectLast() throws SQLException {
        try (Statement statement = database.keeper().createStatement();
                ResultSet row =
                        statement.executeQuery("select content from run order by number desc")) {
            if (lastEntered != null && row.next() && !lastEntered.equals(row.getString(1))) {
                found(Question.OLD_OVER_NEW, "what was asked for last is not the newest run");
            }
        }
    }

    private void endJob(boolean moves) {
        tell(
                0,
                moves ? "rename the job" : "forget the job",
                (process, ledger) -> {
                    renamed = moves ? name + "-new" : name;
                    new EdgeNight(this)
                            .imports(process, ledger)
                            .forgetJob(name, moves ? renamed : null);
                });
    }

    /** Sees whether a job was ended; its file is renamed then. */
    private void lookForTheJob() throws SQLException {
        if (renamed != null && !database.has("taking_job where job = '" + name + "'")) {
            if (renamed.equals(name)) {
                sheets.begunAnew();
            }
            rename(renamed);
        }
        renamed = null;
    }

    private void rename(String to) {
        job(0, false);
        name = to;
        job(0, true);
    }

    private void serve(int host) {
        if (!hosts.get(host).isAtWork()) {
            tell(host, "serve", (process, ledger) -> schedules.serve(process, ledger, jobs(host)));
        }
    }

    private void jobAway(Event.JobAway away, boolean gone) {
        coverage.count("edge: the file of a job is away");
        world.journal().add(world.now(), "people", gone ? away.toString() : "the job is back");
        job(away.host(), !gone);
    }

    private void setClock(Event.ClockSet set) {
        coverage.count(set.seconds() < 0 ? "edge: clock set back" : "edge: clock set ahead");
        world.journal().add(world.now(), "host " + set.host(), set.toString());
        clocks.put(set.host(), Duration.ofSeconds(set.seconds()));
    }

    private void backUp() {
        try {
            copy = database.copy();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void restore() {
        if (copy == null) {
            return;
        }
        look();
        coverage.count("edge: restore");
        world.journal().add(world.now(), "people", "restore a backup");
        try {
            database.restore(copy);
            Facts.markRestored(database, address(0), time());
            // A job that the backup has under its former name is called so again.
            for (String former = JOB; former.length() < name.length(); former += "-new") {
                if (database.has("taking_job where job = '" + former + "'")) {
                    rename(former);
                }
            }
            sheets.restored(!database.has("taking_job"));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean decided(String file, String content) {
        try {
            return database.has(
                    "taking_file where path like '%%/%s' and content = '%s'"
                            .formatted(file, content));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sees what became of the last thing that somebody did. */
    void look() {
        if (lastEntered != null) {
            return;
        }
        try {
            lookForTheJob();
            sheets.look(database.keeper(), world);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void found(Question question, String words) {
        world.journal().add(world.now(), "oracle", question + ": " + words);
        violations.add(new Violation(question, words));
    }

    private void at(double seconds, Runnable action) {
        world.at((long) (seconds * 1e9), action);
    }

    private void job(int host, boolean there) {
        Path file = folder(host).resolve("jobs").resolve(name + ".yml");
        try {
            if (there) {
                Files.writeString(file, traits.definition(folder.resolve("in")));
            } else {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JobDefinition job(int host) {
        return jobs(host).find(name);
    }

    SheetOracle sheets() {
        return sheets;
    }

    JobFolder jobs(int host) {
        return new JobFolder(List.of(folder(host)), Set.of(), Set.of());
    }

    World world() {
        return world;
    }

    Faults faults() {
        return faults;
    }

    SimulatedDatabase database() {
        return database;
    }

    SupplierFolder supplier() {
        return supplier;
    }

    Duration clockAhead(int host) {
        return clocks.getOrDefault(host, Duration.ZERO);
    }

    /** Where a host believes the ledger to be. */
    LedgerAddress address(int host) {
        return plan.shared()
                ? new LedgerAddress("jdbc:postgresql:simulated", "sa", "")
                : LedgerAddress.inFolder(data(host));
    }

    private Path folder(int host) {
        return folder.resolve("host" + host);
    }

    Path data(int host) {
        return folder(host).resolve("data");
    }

    private InstantSource time() {
        return world::time;
    }
}
