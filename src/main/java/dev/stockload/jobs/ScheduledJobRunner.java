package dev.stockload.jobs;

import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.Imports;
import dev.stockload.imports.OptionsDifference;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
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
public final class ScheduledJobRunner implements JobRunner {
    private static final Logger LOG = LoggerFactory.getLogger(ScheduledJobRunner.class);

    private final ImportQueue queue;
    private final UnaryOperator<String> accounts;
    private final Notifier notifier;
    private final JobSheets sheets;

    /**
     * @param accounts the name by which the ledger knows an account
     */
    public ScheduledJobRunner(
            ImportQueue queue,
            UnaryOperator<String> accounts,
            Notifier notifier,
            JobSheets sheets) {
        this.queue = queue;
        this.accounts = accounts;
        this.notifier = notifier;
        this.sheets = sheets;
    }

    /** Imports the sheets of a job that are new or were not finished, oldest first. */
    @Override
    public End run(JobDefinition job, boolean again) {
        Ping.call(job, Ping.Event.START);
        Outcome outcome = sheets(job, again);
        Ping.call(job, outcome.well() ? Ping.Event.SUCCESS : Ping.Event.FAIL);
        return outcome.end();
    }

    /**
     * What became of a sheet, or of all.
     *
     * @param well whether everything was imported
     */
    private record Outcome(End end, boolean well) {
        static final Outcome WELL = new Outcome(End.DONE, true);
        static final Outcome UNUSABLE = new Outcome(End.DONE, false);

        Outcome and(Outcome other) {
            boolean failed = end == End.FAILED_FOR_NOW || other.end == End.FAILED_FOR_NOW;
            return new Outcome(failed ? End.FAILED_FOR_NOW : End.DONE, well && other.well);
        }
    }

    private Outcome sheets(JobDefinition job, boolean again) {
        Outcome outcome = Outcome.WELL;
        try {
            String account = accounts.apply(job.account());
            FoundSheets found = sheets.take(job, account, false);
            long last = 0;
            for (FoundSheets.Sheet sheet : found.sheets()) {
                if (queue.isClosed()) {
                    // The next start takes the rest.
                    return new Outcome(End.FAILED_FOR_NOW, false);
                }
                ImportOrder order =
                        sheet.order(job.order(sheet.file(), account, false, false), last);
                Optional<Run> refused =
                        sheet.before()
                                .filter(Run::isUnusable)
                                .filter(run -> OptionsDifference.of(run, order).isEmpty());
                if (refused.isPresent()) {
                    // Told when it was found out; another run would find the same.
                    LOG.info(
                            "{} still cannot be used: {}",
                            order.sheetName(),
                            refused.get().message());
                    outcome = outcome.and(Outcome.UNUSABLE);
                    continue;
                }
                try {
                    ImportTicket ticket = queue.perform(order);
                    last = Math.max(last, ticket.number());
                    outcome = outcome.and(outcome(job, ticket, again));
                } catch (UnusableSheetException e) {
                    // It does not keep the next from being imported.
                    outcome = outcome.and(failed(job, Optional.empty(), e, again));
                }
            }
            return outcome;
        } catch (NoSheetException e) {
            if (job.notifySettings().expect().isPresent()) {
                // Whoever expects one by some time is told then.
                LOG.info(e.getMessage());
                return outcome;
            }
            return outcome.and(failed(job, Optional.empty(), e, again));
        } catch (RunStoppedException e) {
            // The next start fetches it.
            return new Outcome(End.FAILED_FOR_NOW, false);
        } catch (IOException | RuntimeException e) {
            return outcome.and(failed(job, Optional.empty(), e, again));
        }
    }

    private Outcome outcome(JobDefinition job, ImportTicket ticket, boolean again) {
        Optional<String> run = Optional.of(ticket.run());
        try {
            Imports.Result result = ticket.result().join();
            boolean passing = ticket.fault().filter(FaultMessages::isPassing).isPresent();
            return new Outcome(end(passing), result.run().state() == RunState.COMPLETED);
        } catch (CompletionException e) {
            return failed(job, run, e.getCause(), again);
        } catch (RuntimeException e) {
            return failed(job, run, e, again);
        }
    }

    private static End end(boolean passing) {
        return passing ? End.FAILED_FOR_NOW : End.DONE;
    }

    /** One that is to be tried again is told of the first time. */
    private Outcome failed(
            JobDefinition job, Optional<String> run, Throwable fault, boolean again) {
        boolean passing = FaultMessages.isPassing(fault);
        if (queue.isClosed() || passing && again) {
            return new Outcome(end(passing), false);
        }
        String words = FaultMessages.sentence(fault);
        LOG.error(
                "Job {} failed: {}",
                job.name(),
                words,
                FaultMessages.isExpected(fault) ? null : fault);
        notifier.failed(job, run, words);
        return new Outcome(end(passing), false);
    }
}
