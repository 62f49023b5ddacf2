package dev.stockload.details;

import dev.stockload.batch.AccountTurn;
import dev.stockload.batch.ProcessContext;
import dev.stockload.details.table.DetailRun;
import dev.stockload.details.table.DetailRuns;
import dev.stockload.details.table.DetailRuns.Wanted;
import dev.stockload.details.table.DetailStanding;
import dev.stockload.details.table.FetchedProduct;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Merchant;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.LockWait;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.runs.RunIds;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.RunState;
import dev.stockload.service.AccountCheck;
import dev.stockload.service.Merchants;
import dev.stockload.service.RetryingClient;

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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Fetches product details under their limits: the door to that job. */
public final class Details {
    private static final Logger LOG = LoggerFactory.getLogger(Details.class);

    /** Whoever asked for a finished job can be told of it for so long. */
    private static final Duration KEPT = Duration.ofDays(7);

    /** How many go at a time: a day adds 300 requests at the most. */
    private static final int MOST_FETCHES = 1_000;

    private static final int MOST_RUNS = 20;

    private final Ledger ledger;
    private final Merchants merchants;
    private final ZoneId zone;
    private final Time time;
    private final ProcessContext process;
    private final AccountTurn accounts;
    private final List<Progress> listeners = new CopyOnWriteArrayList<>();

    /** How the jobs that go on in this process are stopped, by their ids. */
    private final Map<String, StopSignal> live = new ConcurrentHashMap<>();

    /** Hears how a job goes on, to show it to people. */
    public interface Progress {
        /** Nobody looks on. */
        Progress NONE = new Progress() {};

        /** A job begins or goes on: so many of its products are to be fetched. */
        default void begins(DetailRun run, int waiting, int all) {}

        /** So many of those are dealt with. */
        default void at(int done, int waiting) {}

        /** What a person who looks on should know, in one sentence without a full stop. */
        default void notice(String sentence) {}

        /** The job came to its end, or to one before that. */
        default void ended(Result result) {}
    }

    /**
     * What became of an order.
     *
     * @param refused the products that cannot be had, with the service's words
     * @param file what can be read of it now
     */
    public record Result(
            DetailRun run,
            int all,
            int fetched,
            int waiting,
            List<Wanted> refused,
            DetailsFile file) {}

    /**
     * @param zone in which the service counts its days
     */
    public Details(ProcessContext process, Merchants merchants, ZoneId zone) {
        this.ledger = process.ledger();
        this.merchants = merchants;
        this.zone = zone;
        this.time = process.time();
        this.process = process;
        this.accounts = new AccountTurn(process, AccountTurn.Work.DETAILS);
        recoverDead();
    }

    /** Lets somebody hear of every job here, whoever asked for it. */
    public void listen(Progress listener) {
        listeners.add(listener);
    }

    /** Fetches what was ordered: anew, or from where the same order ended before its end. */
    public Result fetch(DetailsOrder order, StopSignal stop, Progress progress) {
        accounts.take(order.account(), new LockWait(time, stop, progress::notice));
        try {
            recoverDead();
            return go(enter(order), order.file(), false, stop, progress);
        } finally {
            accounts.release(order.account());
        }
    }

    /** Enters an order, which whoever serves fetches soon. */
    public DetailRun submit(DetailsOrder order) {
        return goOnSoon(enter(order));
    }

    /** Lets whoever serves go on with a job soon, unless somebody is at it. */
    public DetailRun goOnSoon(DetailRun run) {
        if (run.isUnfinished() && !isLive(run)) {
            Instant now = time.instant();
            ledger.detailRuns()
                    .ended(run.id(), RunState.STOPPED, now, true, now, "Waiting for its turn");
        }
        return ledger.detailRuns().get(run.id());
    }

    /**
     * Asks a job to end after the request in flight, and not to go on by itself.
     *
     * @return whether it waited or went on here
     */
    public boolean stop(DetailRun run) {
        StopSignal going = live.get(run.id());
        if (going != null) {
            going.ask();
        } else if (run.waits() && run.isUnfinished() && !isLive(run)) {
            stopped(run);
        } else {
            return false;
        }
        return true;
    }

    private void stopped(DetailRun run) {
        ledger.detailRuns()
                .ended(
                        run.id(),
                        RunState.STOPPED,
                        time.instant(),
                        false,
                        null,
                        "It was stopped on request");
    }

    /** Goes on with a job that failed, was stopped or was cut off. */
    public Result resume(DetailRun run, StopSignal stop, Progress progress) {
        accounts.take(run.account(), new LockWait(time, stop, progress::notice));
        try {
            recoverDead();
            DetailRun now = ledger.detailRuns().get(run.id());
            return now.isUnfinished() ? go(now, now.out(), false, stop, progress) : result(now);
        } finally {
            accounts.release(run.account());
        }
    }

    /**
     * Goes on with the jobs that stopped for a limit which is out of the way by now: for a process
     * that serves, to be called now and then. Those for whose account somebody else fetches are
     * left for the next time.
     */
    List<Result> goOnWhereDue(StopSignal stop, Progress progress) {
        List<Result> results = new ArrayList<>();
        for (DetailRun run : unfinished()) {
            boolean cutOff = run.waits() && run.state() == RunState.RUNNING;
            if (!stop.isAsked() && (cutOff || isDue(run)) && accounts.takeIfFree(run.account())) {
                try {
                    recoverDead();
                    DetailRun now = ledger.detailRuns().get(run.id());
                    if (isDue(now)) {
                        results.add(goByItself(now, stop, progress));
                    }
                } finally {
                    accounts.release(run.account());
                }
            }
        }
        return results;
    }

    private boolean isDue(DetailRun run) {
        Instant now = time.instant();
        return run.waits()
                && run.state() != RunState.RUNNING
                && run.isUnfinished()
                && (run.resumeAt() == null
                        ? quota(run.account()).left(now) > 0
                        : !run.resumeAt().isAfter(now));
    }

    private Result goByItself(DetailRun run, StopSignal stop, Progress progress) {
        try {
            return go(run, run.out(), true, stop, progress);
        } catch (RuntimeException e) {
            String words = FaultMessages.sentence(e);
            LOG.error(
                    "{} cannot continue: {}",
                    run.id(),
                    words,
                    FaultMessages.isExpected(e) ? null : e);
            new DetailsLoop(run, ledger, time, zone).failedByItself(words);
            Result result = result(ledger.detailRuns().get(run.id()));
            noting(progress).ended(result);
            return result;
        }
    }

    /** The jobs that can be resumed, oldest first; {@code resumeAt} tells when it makes sense. */
    public List<DetailRun> unfinished() {
        return ledger.detailRuns().unfinished().stream().filter(run -> !isLive(run)).toList();
    }

    public Optional<DetailRun> find(String id) {
        return ledger.detailRuns().find(id);
    }

    /** What can be read of a job now. */
    public DetailsFile file(DetailRun run) {
        return new DetailsFile(ledger, run);
    }

    /** What the limits leave of an account. */
    public DetailQuota quota(String account) {
        return DetailQuota.of(ledger, account, zone, time.instant());
    }

    public QuotaReport report(String account) {
        return quota(account).report(account, time.instant());
    }

    public List<FetchedProduct> products(String account) {
        return ledger.details().products(account);
    }

    public PublishedMarks publish(String account, Collection<Integer> products, boolean published) {
        return PublishedMarks.set(ledger, account, products, published, time.instant());
    }

    private Result go(
            DetailRun run, String out, boolean byItself, StopSignal stop, Progress progress) {
        // An account that is not set fails here, before the job is marked as running.
        try (Merchant merchant = merchants.open(run.account())) {
            new AccountCheck(ledger, merchant.account()).checkSettings();
            accounts.works(run.account(), run.id());
            ledger.detailRuns().running(run.id(), process.owner(), out, byItself);
            Progress noting = noting(progress);
            StopSignal own = new StopSignal();
            stop.whenAsked(own::ask);
            live.put(run.id(), own);
            run(ledger.detailRuns().get(run.id()), merchant, own, noting);
            if (own.isAsked() && !stop.isAsked() && find(run.id()).get().isUnfinished()) {
                stopped(run);
            }
            Result result = result(ledger.detailRuns().get(run.id()));
            noting.ended(result);
            return result;
        } catch (RuntimeException e) {
            if (!FaultMessages.isOfStorage(e)) {
                throw e;
            }
            // Nothing can be written down now. The next start sees that this one did not get on.
            throw new RunFailedException(
                    "%s failed. %s. Once that is fixed: stockload resume %s"
                            .formatted(run.id(), FaultMessages.words(e), run.id()),
                    e);
        } finally {
            live.remove(run.id());
        }
    }

    private Progress noting(Progress progress) {
        List<Progress> audience = new ArrayList<>(listeners);
        audience.add(progress);
        return new Noting(audience);
    }

    private void run(DetailRun run, Merchant merchant, StopSignal stop, Progress progress) {
        RunListener listener =
                new RunListener() {
                    @Override
                    public void notice(String sentence) {
                        progress.notice(sentence);
                    }
                };
        RetryingClient service = new RetryingClient(merchant, time, stop, listener);
        DetailFetcher fetcher = new DetailFetcher(run, ledger, service, time, zone);
        new DetailsLoop(run, ledger, time, zone).run(service, fetcher, progress);
    }

    /** Which job an order is: one that ended before its end, or a new one. */
    private DetailRun enter(DetailsOrder order) {
        removeOld(order.account());
        DetailRuns runs = ledger.detailRuns();
        return runs.unfinished().stream()
                .filter(order::isSameAs)
                .findFirst()
                .orElseGet(
                        () -> {
                            Instant now = time.instant();
                            String id =
                                    RunIds.next(
                                            now,
                                            "details",
                                            order.asked(),
                                            each -> runs.find(each).isPresent());
                            runs.add(order.begun(id, now, process.owner()), order.products());
                            return runs.get(id);
                        });
    }

    /** Lets go of what is kept no more; what fails here is tried again with the next order. */
    private void removeOld(String account) {
        Instant now = time.instant();
        // The limits of today and yesterday count every request, however short they are kept.
        Instant old = now.minus(process.keep().compareTo(KEPT) < 0 ? KEPT : process.keep());
        try {
            ledger.detailRuns().forgetProducts(now.minus(KEPT));
            ledger.details().removeFetches(account, old, MOST_FETCHES);
            ledger.detailRuns().removeOld(old, MOST_RUNS);
        } catch (RuntimeException e) {
            LOG.warn("Old jobs over details could not be removed", e);
        }
    }

    private boolean isLive(DetailRun run) {
        return run.state() == RunState.RUNNING
                && (run.owner().equals(process.owner())
                        ? accounts.isAtWork(run.account(), run.id())
                        : ledger.owners().isAlive(run.owner()));
    }

    /** Writes down how jobs ended whose process was killed. */
    private void recoverDead() {
        for (DetailRun run : ledger.detailRuns().unfinished()) {
            if (run.state() == RunState.RUNNING && !isLive(run)) {
                ledger.details().recover(run, time.instant());
            }
        }
    }

    private Result result(DetailRun run) {
        List<Wanted> wanted = ledger.detailRuns().wanted(run.id());
        return new Result(
                run,
                wanted.size(),
                (int) wanted.stream().filter(w -> w.state() == 'F').count(),
                (int) wanted.stream().filter(Wanted::waits).count(),
                wanted.stream().filter(w -> w.state() == 'R').toList(),
                file(run));
    }

    /** Keeps the snapshot of all jobs up to date, and the log, and tells all who look on. */
    private final class Noting implements Progress {
        private static final Duration BETWEEN_NOTES = Duration.ofSeconds(1);

        private final List<Progress> audience;
        private long last;

        Noting(List<Progress> audience) {
            this.audience = audience;
        }

        @Override
        public void begins(DetailRun run, int waiting, int all) {
            note();
            audience.forEach(each -> each.begins(run, waiting, all));
        }

        @Override
        public void at(int done, int waiting) {
            if (time.nanos() - last > BETWEEN_NOTES.toNanos()) {
                note();
            }
            audience.forEach(each -> each.at(done, waiting));
        }

        @Override
        public void notice(String sentence) {
            LOG.warn("{}", sentence);
            audience.forEach(each -> each.notice(sentence));
        }

        /** The one line that the log has of every time that a job goes on. */
        @Override
        public void ended(Result result) {
            note();
            LOG.info(
                    "{} for account {}: {}, {} of {} products fetched, {} refused{}",
                    result.run().id(),
                    result.run().account(),
                    result.run().state(),
                    result.fetched(),
                    result.all(),
                    result.refused().size(),
                    result.run().message() == null ? "" : ". " + result.run().message());
            audience.forEach(each -> each.ended(result));
        }

        private void note() {
            last = time.nanos();
            try {
                DetailStanding.write(ledger.detailRuns().standings(), process.data());
            } catch (IOException e) {
                // It is for those who look on; the ledger has the truth.
                LOG.warn("The snapshot of details was not written", e);
            }
        }
    }
}
