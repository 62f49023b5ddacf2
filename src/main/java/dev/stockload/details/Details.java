package dev.stockload.details;

import dev.stockload.batch.BatchRuntime;
import dev.stockload.batch.Faults;
import dev.stockload.batch.RunFailedException;
import dev.stockload.batch.Service;
import dev.stockload.batch.StopSignal;
import dev.stockload.batch.Time;
import dev.stockload.batch.Watcher;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.DetailRuns.Wanted;
import dev.stockload.ledger.FetchedProduct;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.RunState;
import dev.stockload.merchant.Merchant;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Fetches product details under their limits: the door to that job. Its owner holds the data
 * folder, so that a job which looks alive in the ledger is not.
 */
public final class Details {
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyyMMdd-HHmm");

    private final Ledger ledger;
    private final String owner;
    private final Function<String, Merchant> merchants;
    private final ZoneId zone;
    private final Time time;
    private final StopSignal stop;
    private final Progress progress;

    /** Hears how a job goes on, to show it to people. */
    public interface Progress {
        /** Nobody looks on. */
        Progress NONE = new Progress() {};

        /** A job begins or goes on: so many of its products are to be fetched. */
        default void begins(DetailRun run, int waiting, int all) {}

        /** So many of those are dealt with. */
        default void at(int done, int waiting) {}

        /**
         * Something that a person who looks on should know, in one sentence without a full stop.
         */
        default void notice(String sentence) {}
    }

    /** A product that cannot be had, with the service's words. */
    public record Refusal(int product, String words) {}

    /**
     * What became of an order.
     *
     * @param file what can be read of it now
     */
    public record Result(
            DetailRun run,
            int all,
            int fetched,
            int waiting,
            List<Refusal> refused,
            DetailsFile file) {}

    /**
     * @param owner the name of the data folder that is held
     * @param merchants the service of an account, by the key that the ledger knows it by
     * @param zone in which the service counts its days
     */
    public Details(
            Ledger ledger,
            String owner,
            Function<String, Merchant> merchants,
            ZoneId zone,
            Time time,
            StopSignal stop,
            Progress progress) {
        this.ledger = ledger;
        this.owner = owner;
        this.merchants = merchants;
        this.zone = zone;
        this.time = time;
        this.stop = stop;
        this.progress = progress;
        recoverDead();
    }

    /** Fetches what was ordered: anew, or from where the same order ended before its end. */
    public Result fetch(DetailsOrder order) {
        ledger.detailRuns().tidy();
        DetailRun run =
                ledger.detailRuns().unfinished().stream()
                        .filter(earlier -> isSame(earlier, order))
                        .findFirst()
                        .orElseGet(() -> add(order));
        return go(run, order.out().map(file -> file.toAbsolutePath().toString()).orElse(null));
    }

    /** Goes on with a job that failed, was stopped or was cut off. */
    public Result resume(DetailRun run) {
        return go(run, run.out());
    }

    /**
     * Goes on with the jobs that stopped for a limit which is out of the way by now: for a process
     * that serves, to be called now and then.
     */
    public List<Result> goOnWhereDue() {
        return unfinished().stream().filter(this::isDue).map(this::resume).toList();
    }

    private boolean isDue(DetailRun run) {
        Instant now = time.instant();
        return run.waits()
                && !isElsewhere(run)
                && (run.resumeAt() == null
                        ? quota(run.account()).left(now) > 0
                        : !run.resumeAt().isAfter(now));
    }

    /** The jobs that can be resumed, oldest first; {@code resumeAt} tells when it makes sense. */
    public List<DetailRun> unfinished() {
        return ledger.detailRuns().unfinished();
    }

    public Optional<DetailRun> find(String id) {
        return ledger.detailRuns().find(id);
    }

    /** What the limits leave of an account. */
    public DetailQuota quota(String account) {
        return DetailQuota.of(ledger, account, zone, time.instant());
    }

    /** What was fetched, in the order of the first time. */
    public List<FetchedProduct> products(String account) {
        return ledger.details().products(account);
    }

    /**
     * Marks products as published, or takes the marks back.
     *
     * @return how many marks changed
     */
    public int publish(String account, Collection<Integer> products, boolean published) {
        int changed = 0;
        for (int product : products) {
            if (ledger.details().publish(account, product, published, time.instant())) {
                changed++;
            }
        }
        return changed;
    }

    private Result go(DetailRun run, String out) {
        if (isElsewhere(run)) {
            throw new RunFailedException(
                    "%s is going on, or was cut off, at %s: resume it there"
                            .formatted(run.id(), run.owner()));
        }
        try {
            ledger.detailRuns().running(run.id(), owner, out);
            run(ledger.detailRuns().get(run.id()));
            return result(ledger.detailRuns().get(run.id()));
        } catch (RuntimeException e) {
            if (!Faults.isOfStorage(e)) {
                throw e;
            }
            // Nothing can be written down now. The next start sees that this one did not get on.
            throw new RunFailedException(
                    "%s failed. %s. To go on when that is mended: stockload resume %s"
                            .formatted(run.id(), Faults.words(e), run.id()),
                    e);
        }
    }

    private void run(DetailRun run) {
        try (Merchant merchant = merchants.apply(run.account())) {
            Watcher watcher =
                    new Watcher() {
                        @Override
                        public void notice(String sentence) {
                            progress.notice(sentence);
                        }
                    };
            new DetailsFlow(
                            run,
                            ledger,
                            new Service(merchant, time, stop, watcher),
                            quota(run.account()),
                            zone,
                            time,
                            stop,
                            progress)
                    .run(new BatchRuntime(ledger));
        }
    }

    private Result result(DetailRun run) {
        List<Wanted> wanted = ledger.detailRuns().wanted(run.id());
        return new Result(
                run,
                wanted.size(),
                (int) wanted.stream().filter(w -> w.state() == 'F').count(),
                (int) wanted.stream().filter(w -> w.state() == 'W').count(),
                wanted.stream()
                        .filter(w -> w.state() == 'R')
                        .map(w -> new Refusal(w.product(), w.words()))
                        .toList(),
                new DetailsFile(ledger, run));
    }

    private DetailRun add(DetailsOrder order) {
        Instant now = time.instant();
        String asked = order.asked();
        String id =
                "%s-details-%s"
                        .formatted(
                                MINUTE.format(now.atZone(ZoneId.systemDefault())),
                                asked.substring(0, Math.min(4, asked.length())));
        String unique = id;
        for (int n = 2; ledger.detailRuns().find(unique).isPresent(); n++) {
            unique = id + "-" + n;
        }
        DetailRun run =
                new DetailRun(
                        unique,
                        order.account(),
                        asked,
                        order.refresh(),
                        order.out().map(Path::toString).orElse(null),
                        RunState.RUNNING,
                        now,
                        null,
                        false,
                        null,
                        null,
                        owner);
        ledger.detailRuns().add(run, order.products());
        return run;
    }

    private static boolean isSame(DetailRun run, DetailsOrder order) {
        return run.account().equals(order.account())
                && run.asked().equals(order.asked())
                && run.refresh() == order.refresh();
    }

    private boolean isElsewhere(DetailRun run) {
        return run.state() == RunState.RUNNING && !run.owner().equals(owner);
    }

    /** Writes down how jobs ended whose process was killed. */
    private void recoverDead() {
        for (DetailRun run : ledger.detailRuns().unfinished()) {
            if (run.state() == RunState.RUNNING && !isElsewhere(run)) {
                ledger.details().recover(run.id());
                ledger.detailRuns()
                        .ended(
                                run.id(),
                                RunState.FAILED,
                                time.instant(),
                                "The program ended before the job did");
            }
        }
    }
}
