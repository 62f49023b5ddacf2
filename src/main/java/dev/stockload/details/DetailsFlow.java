package dev.stockload.details;

import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.WantedDetails.Wanted;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.runs.BatchRuntime;
import dev.stockload.runs.FaultMessages;
import dev.stockload.runs.RetryingClient;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.RunStoppedException;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.Time;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** One job over details on its way through list, fetch and report, from wherever it is. */
final class DetailsFlow {
    private final DetailRun run;
    private final Ledger ledger;
    private final RetryingClient service;
    private final DetailsEnd ending;
    private final StopSignal stop;
    private final Details.Progress progress;
    private final Fetcher fetcher;
    private LimitReachedException limit;
    private boolean written;

    DetailsFlow(
            DetailRun run,
            Ledger ledger,
            RetryingClient service,
            DetailQuota quota,
            DetailsEnd ending,
            Time time,
            StopSignal stop,
            Details.Progress progress) {
        this.run = run;
        this.ledger = ledger;
        this.service = service;
        this.ending = ending;
        this.stop = stop;
        this.progress = progress;
        this.fetcher = new Fetcher(run, ledger, service, quota, time, stop);
    }

    /** Takes the job as far as it goes, writes the file, and writes down how it ended. */
    void run(BatchRuntime batch) {
        FetchStep step = new FetchStep(this::waiting, this::fetch);
        JobExecution execution =
                batch.run(
                        new DetailsJob(batch.repository(), stop).of(this::list, step, this::report),
                        new JobParametersBuilder().addString("run", run.id()).toJobParameters());
        if (execution.getStatus() == BatchStatus.COMPLETED) {
            return;
        }
        if (execution.getStatus() != BatchStatus.STOPPED) {
            ending.failed(FaultMessages.words(FaultMessages.of(execution)), run.waits());
        } else if (limit == null) {
            ending.stopped(run.waits());
        } else {
            ending.limited(limit);
        }
        if (!written) {
            write();
        }
    }

    private void list() {
        if (run.asked().equals(DetailsOrder.ALL)) {
            ledger.wantedDetails()
                    .add(run.id(), service.products().stream().map(ProductSummary::id).toList());
        }
        if (!run.refresh()) {
            ledger.wantedDetails().takeKept(run);
        }
        int all = ledger.wantedDetails().of(run.id()).size();
        progress.begins(run, waiting().size(), all);
    }

    private List<Wanted> waiting() {
        return ledger.wantedDetails().of(run.id()).stream().filter(w -> w.state() == 'W').toList();
    }

    /** Whether to go on with the next. */
    private boolean fetch(Wanted wanted, int done, int all) {
        try {
            boolean last = done + 1 == all;
            fetcher.fetch(wanted, last);
            if (last) {
                fetcher.end();
            }
            progress.at(done + 1, all);
            return true;
        } catch (LimitReachedException e) {
            limit = e;
            return false;
        }
    }

    private void report() {
        write();
        if (limit != null) {
            throw new RunStoppedException();
        }
        if (!waiting().isEmpty()) {
            throw new IllegalStateException("There are products that wait, and no limit");
        }
        ending.completed();
    }

    private void write() {
        written = true;
        if (run.out() == null) {
            return;
        }
        try {
            DetailsFile.of(ledger, run).write(Path.of(run.out()));
        } catch (IOException e) {
            throw new RunFailedException(
                    "The file %s cannot be written: %s. What was fetched is kept; run the same command again to write it"
                            .formatted(run.out(), e.getMessage()),
                    e);
        }
    }
}
