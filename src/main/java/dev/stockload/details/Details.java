package dev.stockload.details;

import dev.stockload.batch.AccountTurn;
import dev.stockload.batch.ProcessContext;
import dev.stockload.details.table.DetailRun;
import dev.stockload.details.table.DetailStanding;
import dev.stockload.details.table.DetailTable;
import dev.stockload.details.table.DetailTable.End;
import dev.stockload.details.table.DetailTable.Wanted;
import dev.stockload.details.table.DetailsOrder;
import dev.stockload.details.table.FetchedProduct;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.runs.Caller;
import dev.stockload.runs.RunIds;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.RunState;
import dev.stockload.service.RetryingClient;
import dev.stockload.stock.Count;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Fetches product details within their limits; the entry point of this package. */
public final class Details {
    private static final Logger LOG = LoggerFactory.getLogger(Details.class);

    /** How long finished jobs are shown. */
    private static final Duration KEPT = Duration.ofDays(7);

    private static final Duration BEFORE_ANOTHER_TRY = Duration.ofMinutes(10);
    private static final Duration DAY_IN_ANY_ZONE = Duration.ofDays(2);

    final ZoneId zone;
    final DetailTable table;
    private final Ledger ledger;
    private final Time time;
    private final ProcessContext process;
    private final AccountTurn accounts;

    /** Stop signals of the jobs running in this process, by id. */
    private final Map<String, StopSignal> live = new ConcurrentHashMap<>();

    private volatile long lastSnapshot;

    /** Listens to the progress of a job, to show it to people. */
    public interface Progress extends RunListener {
        Progress NONE = new Progress() {};

        /** A job starts or resumes, with this many products to fetch. */
        default void begins(DetailRun run, int waiting, int all) {}

        default void at(int done, int waiting) {}

        /** The job ended, finished or not. */
        default void ended(Result result) {}
    }

    /** The state of an order; the refused products have the service's messages. */
    public record Result(DetailRun run, int all, int fetched, List<Wanted> refused) {}

    /** {@code zone} is that of the days of the service. */
    public Details(ProcessContext process, ZoneId zone) {
        this.zone = zone;
        this.ledger = process.ledger();
        this.table = ledger.details();
        this.time = process.time();
        this.process = process;
        this.accounts = new AccountTurn(process, AccountTurn.Work.DETAILS);
        recoverDead();
    }

    /** Fetches what was ordered, or resumes an unfinished job for the same order. */
    public Result fetch(DetailsOrder order, StopSignal stop, Progress progress) {
        accounts.take(order.account(), stop, progress::notice);
        try {
            recoverDead();
            return start(enter(order), order.file(), false, stop, progress);
        } finally {
            accounts.release(order.account());
        }
    }

    /** Stores an order, which {@code serve} fetches soon. */
    public DetailRun submit(DetailsOrder order) {
        return resumeSoon(enter(order));
    }

    /** Lets {@code serve} resume a job soon, unless it is running. */
    public DetailRun resumeSoon(DetailRun run) {
        process.merchants().expectSet(run.account());
        if (run.isUnfinished() && !isLive(run)) {
            table.ended(run.id(), now(), End.waiting(now(), "Waiting for its turn"));
        }
        return table.get(run.id());
    }

    /**
     * Asks the job to stop after the request in flight and not to resume by itself; returns whether
     * it was waiting or running here.
     */
    public boolean stop(DetailRun run) {
        StopSignal running = live.get(run.id());
        if (running != null) {
            running.ask();
        } else if (run.waits() && run.isUnfinished() && !isLive(run)) {
            markStopped(run);
        } else {
            return false;
        }
        return true;
    }

    private void markStopped(DetailRun run) {
        table.ended(run.id(), now(), End.STOPPED);
    }

    public Result resume(DetailRun run, StopSignal stop, Progress progress) {
        accounts.take(run.account(), stop, progress::notice);
        try {
            recoverDead();
            DetailRun now = table.get(run.id());
            return now.isUnfinished() ? start(now, now.out(), false, stop, progress) : result(now);
        } finally {
            accounts.release(run.account());
        }
    }

    /**
     * Resumes the jobs that stopped at a limit that no longer applies. {@code serve} calls this
     * regularly. Jobs whose account is busy wait for the next call.
     */
    List<Result> resumeDue(StopSignal stop, Progress progress) {
        List<Result> results = new ArrayList<>();
        for (DetailRun run : unfinished()) {
            boolean cutOff = run.waits() && run.state() == RunState.RUNNING;
            boolean due = cutOff || isDue(run);
            if (!stop.isAsked()
                    && due
                    && process.merchants().isSet(run.account())
                    && accounts.takeIfFree(run.account())) {
                try {
                    recoverDead();
                    DetailRun now = table.get(run.id());
                    if (isDue(now)) {
                        results.add(resumeByItself(now, stop, progress));
                    }
                } finally {
                    accounts.release(run.account());
                }
            }
        }
        return results;
    }

    /** Resumes waiting jobs until it is closed, which waits this long for a request in flight. */
    public Resumption startResuming(Duration patience, Progress progress) {
        Resumption resumption = new Resumption(patience, progress);
        resumption.thread.start();
        return resumption;
    }

    private boolean isDue(DetailRun run) {
        return run.waits()
                && run.state() != RunState.RUNNING
                && run.isUnfinished()
                && (run.resumeAt() == null
                        ? quota(run.account()).left() > 0
                        : !run.resumeAt().isAfter(now()));
    }

    private Result resumeByItself(DetailRun run, StopSignal stop, Progress progress) {
        try {
            return start(run, run.out(), true, stop, progress);
        } catch (RuntimeException e) {
            String words = FaultMessages.sentence(e);
            LOG.error(
                    "{} cannot continue: {}",
                    run.id(),
                    words,
                    FaultMessages.isExpected(e) ? null : e);
            table.ended(run.id(), now(), triedAgain(words));
            return ended(run, progress);
        }
    }

    /** The end of a job that failed now and resumes by itself. */
    End triedAgain(String why) {
        Instant next = now().plus(BEFORE_ANOTHER_TRY);
        String when = ". Trying again at " + QuotaReport.minute(next, zone);
        return new End(RunState.FAILED, true, next, why + when);
    }

    Instant now() {
        return time.instant();
    }

    /** The jobs that can be resumed, oldest first. */
    public List<DetailRun> unfinished() {
        return table.unfinished().stream().filter(run -> !isLive(run)).toList();
    }

    public Optional<DetailRun> find(String id) {
        return table.find(id);
    }

    public DetailsFile file(DetailRun run) {
        return new DetailsFile(ledger, run);
    }

    public DetailQuota quota(String account) {
        return quota(account, now());
    }

    public DetailQuota quota(String account, Instant now) {
        List<Instant> fetches = table.counted(account, now.minus(DAY_IN_ANY_ZONE));
        return new DetailQuota(now, zone, fetches, table.products(account));
    }

    public List<FetchedProduct> products(String account) {
        return table.products(account);
    }

    /**
     * The result of marking products as published. Products that were never fetched are not marked:
     * the limits do not count them.
     *
     * @param before how many products already had this mark
     */
    public record PublishedMarks(int changed, int before, List<Integer> neverFetched) {
        private static final int MOST_NAMED = 10;

        /** Without a full stop; {@code published} says whether marks were set or removed. */
        public String words(boolean published) {
            return Count.are(changed, "product")
                    + (published ? " marked as published" : " no longer marked")
                    + (before == 0 ? "" : "; %s already".formatted(Count.of(before)));
        }

        public Optional<String> neverFetchedWords(String account) {
            if (neverFetched.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    "Not marked, since their details were never fetched with account %s: %s"
                            .formatted(account, Count.first(MOST_NAMED, neverFetched, ", ")));
        }
    }

    public PublishedMarks publish(String account, Collection<Integer> products, boolean published) {
        Set<Integer> fetched =
                products(account).stream().map(FetchedProduct::product).collect(Collectors.toSet());
        List<Integer> never = products.stream().filter(id -> !fetched.contains(id)).toList();
        int changed = 0;
        for (int product : products) {
            if (fetched.contains(product) && table.publish(account, product, published, now())) {
                changed++;
            }
        }
        return new PublishedMarks(changed, products.size() - changed - never.size(), never);
    }

    private Result start(
            DetailRun run, String out, boolean byItself, StopSignal stop, Progress progress) {
        Progress recorder = new ProgressRecorder(progress);
        StopSignal own = new StopSignal();
        Runnable ask = own::ask;
        // An account without settings fails here, before the job is marked as running.
        try (RetryingClient service =
                new RetryingClient(process, run.account(), new Caller(own, recorder))) {
            accounts.works(run.account(), run.id());
            live.put(run.id(), own); // before it is marked as running: nobody takes it for dead
            table.running(run.id(), process.owner(), out, byItself);
            stop.whenAsked(ask);
            DetailRun now = table.get(run.id());
            new DetailJob(now, this, service).run(recorder);
            live.remove(run.id()); // before it is marked: a second stop finds nothing to stop
            if (own.isAsked() && !stop.isAsked() && find(run.id()).get().isUnfinished()) {
                markStopped(run);
            }
            return ended(run, progress);
        } catch (RuntimeException e) {
            if (!FaultMessages.isOfStorage(e)) {
                throw e;
            }
            // Nothing can be stored now. The next start sees that the job did not finish.
            throw new RunFailedException(
                    "%s failed. %s. Once that is fixed: stockload resume %s"
                            .formatted(run.id(), FaultMessages.explain(e), run.id()),
                    e);
        } finally {
            stop.forget(ask);
            live.remove(run.id());
        }
    }

    /** The unfinished job of an order, or a new one. */
    private DetailRun enter(DetailsOrder order) {
        process.merchants().expectSet(order.account());
        removeOld(order.account());
        return table.unfinished().stream()
                .filter(order::isSameAs)
                .findFirst()
                .orElseGet(
                        () -> {
                            Instant now = now();
                            String id =
                                    RunIds.next(
                                            now,
                                            "details",
                                            order.asked(),
                                            each -> table.find(each).isPresent());
                            table.add(id, order, now, process.owner());
                            return table.get(id);
                        });
    }

    /** Deletes old data; after a failure the next order tries again. */
    private void removeOld(String account) {
        Instant now = now();
        // Not sooner than the limits need: they count every request of today and yesterday.
        Instant old = now.minus(process.keep().compareTo(KEPT) < 0 ? KEPT : process.keep());
        try {
            table.removeOld(account, now.minus(KEPT), old);
        } catch (RuntimeException e) {
            LOG.warn("Old jobs over details could not be removed", e);
        }
    }

    private boolean isLive(DetailRun run) {
        return run.state() == RunState.RUNNING
                && (run.owner().equals(process.owner())
                        ? live.containsKey(run.id())
                        : ledger.owners().isAlive(run.owner()));
    }

    /** Marks jobs whose process was killed as failed. */
    private void recoverDead() {
        for (DetailRun run : table.unfinished()) {
            if (run.state() == RunState.RUNNING && !isLive(run)) {
                table.recover(run, now());
            }
        }
    }

    private Result ended(DetailRun run, Progress progress) {
        Result result = result(table.get(run.id()));
        writeSnapshot();
        LOG.info(
                "{} for account {}: {}, {} of {} products fetched, {} refused{}",
                run.id(),
                run.account(),
                result.run().state(),
                result.fetched(),
                result.all(),
                result.refused().size(),
                result.run().message() == null ? "" : ". " + result.run().message());
        progress.ended(result);
        return result;
    }

    private void writeSnapshot() {
        lastSnapshot = time.nanos();
        try {
            DetailStanding.write(table.standings(), process.data());
        } catch (IOException e) {
            // The snapshot is only for display; the ledger is correct.
            LOG.warn("The snapshot of details was not written", e);
        }
    }

    private Result result(DetailRun run) {
        List<Wanted> wanted = table.wanted(run.id());
        return new Result(
                run,
                wanted.size(),
                (int) wanted.stream().filter(w -> w.state() == 'F').count(),
                wanted.stream().filter(w -> w.state() == 'R').toList());
    }

    /** Resumes waiting jobs until it is closed. */
    public final class Resumption implements AutoCloseable {
        private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(5);
        private static final Duration AFTER_A_FAILURE = Duration.ofMinutes(1);

        private final Duration patience;
        private final Progress progress;
        private final StopSignal stop = new StopSignal();
        private final Thread thread = new DaemonThreads("waiting-details").newThread(this::work);

        private Resumption(Duration patience, Progress progress) {
            this.patience = patience;
            this.progress = progress;
        }

        private void work() {
            while (!stop.isAsked()) {
                Duration pause = BETWEEN_CHECKS;
                try {
                    resumeDue(stop, progress);
                } catch (RuntimeException e) {
                    LOG.error("Waiting details could not be checked", e);
                    pause = AFTER_A_FAILURE;
                }
                time.rest(pause, stop);
            }
        }

        /** Asks the running job to stop after the request in flight. */
        public void stop() {
            stop.ask();
        }

        @Override
        public void close() {
            stop();
            try {
                thread.join(patience.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Updates the snapshot of all jobs and the log, and passes the progress on. */
    private final class ProgressRecorder implements Progress {
        private static final Duration BETWEEN_SNAPSHOTS = Duration.ofSeconds(1);

        private final Progress progress;

        ProgressRecorder(Progress progress) {
            this.progress = progress;
        }

        @Override
        public void begins(DetailRun run, int waiting, int all) {
            writeSnapshot();
            progress.begins(run, waiting, all);
        }

        @Override
        public void at(int done, int waiting) {
            if (time.nanos() - lastSnapshot > BETWEEN_SNAPSHOTS.toNanos()) {
                writeSnapshot();
            }
            progress.at(done, waiting);
        }

        @Override
        public void notice(String sentence) {
            LOG.warn("{}", sentence);
            progress.notice(sentence);
        }
    }
}
