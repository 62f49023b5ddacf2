package dev.stockload.jobs;

import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.Imports;
import dev.stockload.jobs.JobSheets.FoundSheets;
import dev.stockload.jobs.JobSheets.FoundSheets.Sheet;
import dev.stockload.ledger.RunState;
import dev.stockload.queue.ImportTicket;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * Runs jobs, the one way for the schedule, the pages, other programs and commands: the sheets are
 * fetched, each becomes an import, and the monitor of the job hears how it began and ended.
 */
public final class JobRuns {
    private final Notifier notifier;
    private final UnaryOperator<String> accounts;

    /**
     * How a job is to be run.
     *
     * @param again whether to send files anew that were imported before
     * @param force whether to go on against the brake
     */
    public record Asked(boolean again, boolean force) {}

    /** Who does the imports of a job. */
    public interface Door {
        /** Hears of all sheets before the first is imported. */
        default void found(FoundSheets found) {}

        /** Imports a sheet, or lets that begin. */
        Begun begin(Sheet sheet, ImportOrder order) throws IOException;

        /** Whether no more is to begin. */
        default boolean isStopped() {
            return false;
        }
    }

    /**
     * An import of a job.
     *
     * @param number the place of its run among those of the account; 0 where there is none
     * @param well whether everything was imported, once that is known
     */
    public record Begun(long number, CompletableFuture<Boolean> well) {
        /** One of which nothing came. */
        public static final Begun UNUSABLE = new Begun(0, CompletableFuture.completedFuture(false));

        public static Begun of(ImportTicket ticket) {
            return new Begun(
                    ticket.number(),
                    ticket.result()
                            .handle((result, fault) -> fault == null && isCompleted(result)));
        }

        public static Begun of(Imports.Result result) {
            return new Begun(
                    result.run().number(), CompletableFuture.completedFuture(isCompleted(result)));
        }

        private static boolean isCompleted(Imports.Result result) {
            return result.run().state() == RunState.COMPLETED;
        }
    }

    /**
     * @param notifier hears why there are no sheets
     * @param accounts the name by which the ledger knows an account
     */
    public JobRuns(Notifier notifier, UnaryOperator<String> accounts) {
        this.notifier = notifier;
        this.accounts = accounts;
    }

    /**
     * Imports the sheets of a job that are new or were not finished, oldest first.
     *
     * @return what was found
     */
    public FoundSheets run(JobDefinition job, Asked asked, Door door) throws IOException {
        Ping.call(job, Ping.Event.START);
        List<CompletableFuture<Boolean>> ends = new ArrayList<>();
        boolean all = false;
        try {
            String account = accounts.apply(job.account());
            FoundSheets found = notifier.take(job, account, asked.again());
            door.found(found);
            long last = 0;
            for (Sheet sheet : found.sheets()) {
                if (door.isStopped()) {
                    return found;
                }
                ImportOrder order = job.order(sheet.file(), account, asked.again(), asked.force());
                Begun begun = door.begin(sheet, sheet.order(order, last));
                last = Math.max(last, begun.number());
                ends.add(begun.well());
            }
            all = true;
            return found;
        } finally {
            boolean begun = all;
            CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
                    .thenRun(
                            () -> {
                                boolean well =
                                        begun && ends.stream().allMatch(CompletableFuture::join);
                                Ping.call(job, well ? Ping.Event.SUCCESS : Ping.Event.FAIL);
                            });
        }
    }
}
