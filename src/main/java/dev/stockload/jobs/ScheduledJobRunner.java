package dev.stockload.jobs;

import dev.stockload.imports.ImportOrder;
import dev.stockload.jobs.JobSheets.FoundSheets;
import dev.stockload.ledger.Run;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.FaultMessages;
import dev.stockload.runs.RunStoppedException;
import dev.stockload.sheet.UnusableSheetException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;

/** Runs jobs where nobody watches: file by file, and whoever wants to know is told. */
public final class ScheduledJobRunner implements JobScheduler.JobRunner {
    private static final Logger LOG = LoggerFactory.getLogger(ScheduledJobRunner.class);

    private final ImportQueue queue;
    private final Notifier notifier;
    private final JobRuns jobs;

    /**
     * @param accounts the name by which the ledger knows an account
     */
    public ScheduledJobRunner(
            ImportQueue queue, Notifier notifier, UnaryOperator<String> accounts) {
        this.queue = queue;
        this.notifier = notifier;
        this.jobs = new JobRuns(notifier, accounts);
    }

    @Override
    public End run(JobDefinition job, boolean again) {
        Sheets sheets = new Sheets(job, again);
        try {
            jobs.run(job, new JobRuns.Asked(false, false), sheets);
            return queue.isClosed() ? End.FAILED_FOR_NOW : sheets.end;
        } catch (RunStoppedException e) {
            // The next start fetches it.
            return End.FAILED_FOR_NOW;
        } catch (IOException | RuntimeException e) {
            LOG.error(
                    "Job {} failed: {}",
                    job.name(),
                    FaultMessages.sentence(e),
                    FaultMessages.isExpected(e) ? null : e);
            notifier.notFetched(job, e);
            return FaultMessages.isPassing(e) ? End.FAILED_FOR_NOW : sheets.end;
        }
    }

    /** The sheets of a job, one after the other. */
    private final class Sheets implements JobRuns.Door {
        private final JobDefinition job;
        private final boolean again;
        private End end = End.DONE;

        Sheets(JobDefinition job, boolean again) {
            this.job = job;
            this.again = again;
        }

        @Override
        public boolean isStopped() {
            return queue.isClosed();
        }

        @Override
        public JobRuns.Begun begin(FoundSheets.Sheet sheet, ImportOrder order) throws IOException {
            Optional<Run> refused =
                    sheet.before().filter(Run::isUnusable).filter(order::isAskedLike);
            if (refused.isPresent()) {
                // Told when it was found out; another run would find the same.
                LOG.info("{} still cannot be used: {}", order.sheetName(), refused.get().message());
                return JobRuns.Begun.UNUSABLE;
            }
            try {
                ImportTicket ticket = queue.perform(order);
                try {
                    ticket.result().join();
                    ticket.fault().filter(FaultMessages::isPassing).ifPresent(why -> failsForNow());
                } catch (CompletionException e) {
                    failed(Optional.of(ticket.run()), e.getCause());
                }
                return JobRuns.Begun.of(ticket);
            } catch (UnusableSheetException e) {
                // It does not keep the next from being imported.
                failed(Optional.empty(), e);
                return JobRuns.Begun.UNUSABLE;
            }
        }

        /** One that is to be tried again is told of the first time. */
        private void failed(Optional<String> run, Throwable fault) {
            boolean passing = FaultMessages.isPassing(fault);
            if (passing) {
                failsForNow();
            }
            if (!queue.isClosed() && !(passing && again)) {
                String words = FaultMessages.sentence(fault);
                LOG.error(
                        "Job {} failed: {}",
                        job.name(),
                        words,
                        FaultMessages.isExpected(fault) ? null : fault);
                notifier.failed(job, run, words);
            }
        }

        private void failsForNow() {
            end = End.FAILED_FOR_NOW;
        }
    }
}
