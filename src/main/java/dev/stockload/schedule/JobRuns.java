package dev.stockload.schedule;

import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.Notifier;
import dev.stockload.jobs.UnusableJobException;
import dev.stockload.ledger.RunState;
import dev.stockload.pipeline.ImportOrder;
import dev.stockload.pipeline.Imports;
import dev.stockload.pipeline.RunQueue;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** Runs jobs where nobody watches: file by file, and whoever wants to know is told. */
public final class JobRuns {
    private static final Logger LOG = LoggerFactory.getLogger(JobRuns.class);

    private final RunQueue queue;
    private final UnaryOperator<String> accounts;
    private final Notifier notifier;

    /**
     * @param accounts the name by which the ledger knows an account
     */
    public JobRuns(RunQueue queue, UnaryOperator<String> accounts, Notifier notifier) {
        this.queue = queue;
        this.accounts = accounts;
        this.notifier = notifier;
    }

    /** Imports the files of a job that are new or were not finished, oldest first. */
    public void run(JobDefinition job) {
        try {
            String account = accounts.apply(job.account());
            for (Path file : job.files()) {
                if (queue.isClosed()) {
                    return;
                }
                run(job, job.order(file, account, false, false));
            }
        } catch (IOException | RuntimeException e) {
            failed(job, e);
        }
    }

    private void run(JobDefinition job, ImportOrder order) {
        try {
            Imports.Result result = queue.perform(order);
            // One that we stopped ourselves goes on at the next start, and is told of then.
            if (!queue.isClosed() || result.run().state() == RunState.COMPLETED) {
                notifier.ended(job, result);
            }
        } catch (IOException | RuntimeException e) {
            // A sheet that cannot be used does not keep the next from being imported.
            failed(job, e);
        }
    }

    private void failed(JobDefinition job, Exception fault) {
        if (queue.isClosed()) {
            return;
        }
        boolean expected =
                fault instanceof UnusableJobException
                        || fault.getClass().getPackageName().startsWith("dev.stockload");
        String words = expected ? fault.getMessage() : fault.toString();
        LOG.error("Job {} failed: {}", job.name(), words, expected ? null : fault);
        notifier.failed(job, words);
    }
}
