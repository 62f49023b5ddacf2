package dev.stockload.jobs;

import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.ImportQueue;
import dev.stockload.imports.ImportTicket;
import dev.stockload.runs.FaultMessages;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;

/** Runs jobs where nobody watches: file by file, and whoever wants to know is told. */
public final class ScheduledJobRunner implements JobRunner {
    private static final Logger LOG = LoggerFactory.getLogger(ScheduledJobRunner.class);

    private final ImportQueue queue;
    private final UnaryOperator<String> accounts;
    private final Notifier notifier;

    /**
     * @param accounts the name by which the ledger knows an account
     */
    public ScheduledJobRunner(
            ImportQueue queue, UnaryOperator<String> accounts, Notifier notifier) {
        this.queue = queue;
        this.accounts = accounts;
        this.notifier = notifier;
    }

    /** Imports the files of a job that are new or were not finished, oldest first. */
    @Override
    public End run(JobDefinition job, boolean again) {
        End end = End.DONE;
        try {
            String account = accounts.apply(job.account());
            for (Path file : job.files()) {
                if (queue.isClosed()) {
                    return end;
                }
                if (run(job, job.order(file, account, false, false), again) == End.FAILED_FOR_NOW) {
                    end = End.FAILED_FOR_NOW;
                }
            }
        } catch (IOException | RuntimeException e) {
            return failed(job, Optional.empty(), e, again);
        }
        return end;
    }

    private End run(JobDefinition job, ImportOrder order, boolean again) {
        Optional<String> run = Optional.empty();
        try {
            ImportTicket ticket = queue.perform(order);
            run = ticket.run();
            ticket.result().join();
            return end(ticket.fault().filter(FaultMessages::isPassing).isPresent());
        } catch (CompletionException e) {
            // A sheet that cannot be used does not keep the next from being imported.
            return failed(job, run, e.getCause(), again);
        } catch (RuntimeException e) {
            return failed(job, run, e, again);
        }
    }

    private static End end(boolean passing) {
        return passing ? End.FAILED_FOR_NOW : End.DONE;
    }

    /** One that is to be tried again is told of the first time. */
    private End failed(JobDefinition job, Optional<String> run, Throwable fault, boolean again) {
        boolean passing = FaultMessages.isPassing(fault);
        if (queue.isClosed() || passing && again) {
            return end(passing);
        }
        boolean expected =
                fault instanceof UnusableJobException
                        || fault.getClass().getPackageName().startsWith("dev.stockload");
        String words = expected ? fault.getMessage() : FaultMessages.words(fault);
        LOG.error("Job {} failed: {}", job.name(), words, expected ? null : fault);
        notifier.failed(job, run, words);
        return end(passing);
    }
}
