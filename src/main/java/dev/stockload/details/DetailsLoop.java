package dev.stockload.details;

import dev.stockload.details.DetailFetcher.LimitReachedException;
import dev.stockload.details.table.DetailRun;
import dev.stockload.details.table.DetailRuns;
import dev.stockload.details.table.DetailRuns.Wanted;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunStoppedException;
import dev.stockload.process.Time;
import dev.stockload.runs.RunState;
import dev.stockload.service.RetryingClient;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/**
 * Runs one job as far as possible: fetches the waiting products, writes the file, and stores how
 * the job store and when it resumes.
 */
record DetailsLoop(DetailRun run, Ledger ledger, Time time, ZoneId zone) {
    /** The pause before a retry after a failure of the service. */
    private static final Duration BEFORE_ANOTHER_TRY = Duration.ofMinutes(10);

    /** How a job store; {@code resumeAt} is null if people have to do something first. */
    private record End(RunState state, boolean waits, Instant resumeAt, String message) {}

    void run(RetryingClient service, DetailFetcher fetcher, Details.Progress progress) {
        End end = fetch(service, fetcher, progress);
        try {
            if (run.out() != null) {
                new DetailsFile(ledger, run).write(Path.of(run.out()));
            }
        } catch (IOException e) {
            end =
                    failed(
                            "The file %s cannot be written: %s. What was fetched is kept; run the same command again to write it"
                                    .formatted(run.out(), e.getMessage()),
                            run.waits());
        }
        store(end);
    }

    /** Records that the job could not start and will be retried. */
    void failedToStart(String why) {
        store(failed(why, true));
    }

    private End fetch(RetryingClient service, DetailFetcher fetcher, Details.Progress progress) {
        DetailRuns runs = ledger.detailRuns();
        try {
            service.checkStop();
            if (run.asked().equals(DetailsOrder.ALL)) {
                runs.want(run.id(), service.products().stream().map(ProductSummary::id).toList());
            }
            if (!run.refresh()) {
                runs.useFetched(run);
            }
            List<Wanted> all = runs.wanted(run.id());
            List<Wanted> waiting = all.stream().filter(Wanted::waits).toList();
            progress.begins(run, waiting.size(), all.size());
            for (int done = 0; done < waiting.size(); ) {
                fetcher.fetch(waiting.get(done), done + 1 == waiting.size());
                progress.at(++done, waiting.size());
            }
            service.checkStop();
            return new End(RunState.COMPLETED, false, null, null);
        } catch (LimitReachedException limit) {
            return limited(limit.reached());
        } catch (RunStoppedException e) {
            return run.waits()
                    ? new End(
                            RunState.STOPPED,
                            true,
                            time.instant(),
                            "It resumes when stockload serve runs again")
                    : new End(RunState.STOPPED, false, null, "It was stopped on request");
        } catch (RuntimeException e) {
            if (FaultMessages.isOfStorage(e)) {
                throw e;
            }
            return failed(FaultMessages.words(e), run.waits());
        }
    }

    private End limited(DetailQuota.Reached limit) {
        List<Wanted> wanted = ledger.detailRuns().wanted(run.id());
        return new End(
                RunState.STOPPED,
                true,
                limit.from().orElse(null),
                "%s. %,d of %,d products are left%s%s"
                        .formatted(
                                limit.words(),
                                wanted.stream().filter(Wanted::waits).count(),
                                wanted.size(),
                                limit.from()
                                        .map(
                                                at ->
                                                        ". It can resume at "
                                                                + QuotaReport.minute(at, zone))
                                        .orElse(""),
                                limit.help().isEmpty() ? "" : ". " + limit.help()));
    }

    private End failed(String why, boolean byItself) {
        if (!byItself) {
            return new End(RunState.FAILED, false, null, why);
        }
        Instant next = time.instant().plus(BEFORE_ANOTHER_TRY);
        String when = ". Trying again at " + QuotaReport.minute(next, zone);
        return new End(RunState.FAILED, true, next, why + when);
    }

    private void store(End end) {
        ledger.detailRuns()
                .ended(
                        run.id(),
                        end.state(),
                        time.instant(),
                        end.waits(),
                        end.resumeAt(),
                        end.message());
    }
}
