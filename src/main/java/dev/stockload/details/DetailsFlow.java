package dev.stockload.details;

import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.WantedDetails.Wanted;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.runs.BatchRuntime;
import dev.stockload.runs.FaultMessages;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.RunStoppedException;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** One job over details on its way through list, fetch and report, from wherever it is. */
final class DetailsFlow {
    private final DetailsContext context;
    private final DetailRun run;
    private final Ledger ledger;
    private final DetailsEnd ending;
    private final DetailFetcher fetcher;
    private LimitReachedException limit;
    private boolean written;

    DetailsFlow(DetailsContext context, DetailQuota quota, DetailsEnd ending) {
        this.context = context;
        this.run = context.run();
        this.ledger = context.ledger();
        this.ending = ending;
        this.fetcher = new DetailFetcher(context, quota);
    }

    /** Takes the job as far as it goes, writes the file, and writes down how it ended. */
    void run() {
        BatchRuntime batch = context.process().batch();
        FetchStep step = new FetchStep(this::waiting, this::fetch);
        JobExecution execution =
                batch.run(
                        new DetailsJob(batch.repository(), context.stop())
                                .of(this::list, step, this::report),
                        DetailsJob.parameters(run.id()));
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
                    .add(
                            run.id(),
                            context.service().products().stream().map(ProductSummary::id).toList());
        }
        if (!run.refresh()) {
            ledger.wantedDetails().takeKept(run);
        }
        int all = ledger.wantedDetails().of(run.id()).size();
        context.progress().begins(run, waiting().size(), all);
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
            context.progress().at(done + 1, all);
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
