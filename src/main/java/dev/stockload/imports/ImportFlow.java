package dev.stockload.imports;

import dev.stockload.batch.BatchRuntime;
import dev.stockload.book.RunColour;
import dev.stockload.imports.change.ResendStep;
import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.read.SheetPreparation;
import dev.stockload.imports.read.SheetPreparation.BrakedException;
import dev.stockload.imports.report.Reports;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.imports.run.Preparation;
import dev.stockload.imports.run.RunContext;
import dev.stockload.imports.send.ClearDoubtStep;
import dev.stockload.imports.send.RequestDelivery;
import dev.stockload.imports.send.RunTakeover;
import dev.stockload.imports.undo.UndoStep;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.RunStoppedException;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.runs.SheetOrder;
import dev.stockload.runs.Tally;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;

import org.apache.commons.io.function.IORunnable;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.scope.context.StepSynchronizationManager;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Takes one run through the steps of its Spring Batch job, from wherever it is. A resumed job skips
 * stage and settling if the run has named; settle always looks at requests in doubt first, and may
 * give send new work. Spring Batch knows which steps are done; the state of every colour is in the
 * ledger, so any step can be started again, and no transaction spans a request.
 */
final class ImportFlow {
    private static final ResourcelessTransactionManager NO_TRANSACTION =
            new ResourcelessTransactionManager();
    private static final int SHOWN = 5;

    /** After so many requests Spring Batch stores how far the step is. */
    private static final int REQUESTS = 10;

    private final RunContext context;
    private final Run run;
    private final ResumeOptions resumeOptions;
    private final Reports reports;
    private final Preparation preparation;
    private final ClearDoubtStep clearing;
    private final RequestDelivery delivery;
    private final int mostColours;
    private Iterator<RunColour> ready;
    private Throwable fault;

    ImportFlow(RunContext context, RunTakeover takeover, ResumeOptions resumeOptions) {
        this.context = context;
        this.run = context.run();
        this.resumeOptions = resumeOptions;
        this.reports = new Reports(context.ledger(), context.process().data());
        this.clearing = new ClearDoubtStep(context, takeover);
        this.preparation = preparation();
        this.delivery = new RequestDelivery(context, takeover.nextCreate(), clearing);
        this.mostColours = context.service().merchant().mostColours();
    }

    private Preparation preparation() {
        RunOptions options = RunOptions.read(run.options());
        if (run.hasSheet()) {
            return new SheetPreparation(
                    context,
                    options.asked(),
                    resumeOptions.force(),
                    StoreVerification.checked(context.ledger(), run.account()));
        }
        return run.isUndo()
                ? new UndoStep(context, options.undo())
                : new ResendStep(context, options.resend());
    }

    Run run() {
        try (preparation) {
            return runJob(context.process().batch());
        } catch (IOException | RuntimeException e) {
            throw unstored(run, e);
        }
    }

    /** If nothing can be stored now, the next start sees that the program ended first. */
    static RuntimeException unstored(Run run, Exception fault) {
        return FaultMessages.isOfStorage(fault)
                ? new RunFailedException(
                        "Run %s failed. %s. Once that is fixed: stockload resume %s"
                                .formatted(run.id(), FaultMessages.explain(fault), run.id()),
                        fault)
                : FaultMessages.unchecked(fault);
    }

    private Run runJob(BatchRuntime batch) throws IOException {
        context.listener().onStart(run);
        JobExecution execution = batch.run(job(), run);
        if (execution.getStatus() == BatchStatus.COMPLETED) {
            dropSheets();
        } else {
            ended(execution);
        }
        Run now = context.current();
        context.listener().onProgress(now);
        return now;
    }

    private Job job() {
        return new JobBuilder(BatchRuntime.JOB, jobs())
                .start(step("stage", this::stage))
                .next(step("settle", this::settle))
                .next(chunks("send"))
                .next(step("report", this::report))
                .build();
    }

    private JobRepository jobs() {
        return context.process().batch().repository();
    }

    /** A step that does all its work at once, whenever its job is started or resumed. */
    private Step step(String name, IORunnable work) {
        return new StepBuilder(name, jobs())
                .tasklet(
                        (contribution, chunk) -> {
                            unlessStopped(work);
                            return RepeatStatus.FINISHED;
                        },
                        NO_TRANSACTION)
                .allowStartIfComplete(true)
                .build();
    }

    /**
     * Sends the colours in chunks of some requests, whenever the job is started or resumed; only
     * those that are still to be sent are read. An item is the colours of a request: Spring Batch
     * observes and counts each. On a request to stop it ends as stopped, and the ledger still has
     * the colours that were not sent.
     */
    private Step chunks(String name) {
        return new StepBuilder(name, jobs())
                .<List<RunColour>, List<RunColour>>chunk(REQUESTS)
                .transactionManager(NO_TRANSACTION)
                .reader(this::next)
                .writer(
                        chunk -> {
                            for (List<RunColour> each : chunk.getItems()) {
                                unlessStopped(() -> delivery.send(each));
                            }
                        })
                .allowStartIfComplete(true)
                .build();
    }

    private void unlessStopped(IORunnable work) throws IOException {
        try {
            context.stop().check();
            work.run();
        } catch (RunStoppedException e) {
            StepSynchronizationManager.getContext().getStepExecution().setTerminateOnly();
        }
    }

    /** Why the run failed; null if it did not. */
    Throwable fault() {
        return fault;
    }

    private void stage() throws IOException {
        if (isToBeSettled()) {
            preparation.stage();
        }
    }

    /** Until a run has named, it is staged and settled from the start. */
    private boolean isToBeSettled() {
        Run now = context.current();
        return !now.isNamed() && now.isUnfinished();
    }

    private void settle() throws IOException {
        clearing.clear(resumeOptions.takeAs());
        if (isToBeSettled()) {
            preparation.settle();
        }
        Run settled = context.current();
        if (settled.tally().colours(ColourState.READY) > 0) {
            delivery.bearableWait();
        }
        context.listener().onSending(settled);
    }

    /**
     * The colours of the next request, or null; the first are read after settle, which may give new
     * work.
     */
    private List<RunColour> next() {
        if (ready == null) {
            ready = context.ledger().colours().each(run.id(), ColourState.READY).iterator();
        }
        List<RunColour> colours = new ArrayList<>();
        while (colours.size() < mostColours && ready.hasNext()) {
            colours.add(ready.next());
        }
        return colours.isEmpty() ? null : colours;
    }

    private void report() throws IOException {
        Run now = context.current();
        expectAllDone(now.tally());
        Run.End end = Run.End.completed(context.time().instant());
        reports.write(now.ended(end)).ifPresent(context::notice);
        store(end, run, context.ledger());
    }

    /** Its report then counts the colours: their states have to say the same. */
    private void expectAllDone(Tally tally) {
        List<String> unclear = reports.inDoubt(run.id());
        if (!unclear.isEmpty()) {
            throw new RunFailedException(
                    "%s in doubt, since what the service shows does not say whether they arrived: %s. Check them in the service and correct them, then: stockload resume %s; or say what is right: stockload resume %3$s --assume sent|not-sent"
                            .formatted(
                                    Count.are(unclear.size(), "colour"),
                                    Count.first(SHOWN, unclear, "; "),
                                    run.id()));
        }
        int open = tally.colours(ColourState.READY) + tally.colours(ColourState.SENDING);
        if (open > 0) {
            throw new RunFailedException(
                    "%s not sent. To resume: stockload resume %s"
                            .formatted(Count.were(open, "colour"), run.id()));
        }
    }

    private void ended(JobExecution execution) throws IOException {
        boolean stopped = execution.getStatus() == BatchStatus.STOPPED;
        fault = stopped ? null : FaultMessages.of(execution);
        Run.End end = end(fault, context.time().instant());
        try {
            // First, since who sees that the run is over looks for its reports.
            reports.write(context.current().ended(end)).ifPresent(context::notice);
        } finally {
            store(end, run, context.ledger());
        }
    }

    /** Sheets are kept for people who correct them, until there is a newer one of the job. */
    private void dropSheets() throws IOException {
        Run now = context.current();
        if (now.tally().rowsToCorrect() == 0) {
            dropSheet(now);
        }
        for (Run older : new SheetOrder(context.ledger().runs()).overtakenBy(now)) {
            dropSheet(older);
        }
    }

    private void dropSheet(Run ended) throws IOException {
        RunFolder.of(context.process().data(), ended.id()).dropSheet(ended.file());
        context.ledger().sheets().drop(ended.id());
    }

    static void store(Run.End end, Run run, Ledger ledger) {
        if (!ledger.runs().ended(run, end)) {
            throw new RunFailedException(
                    "Run %s was taken over by %s, which continues it"
                            .formatted(run.id(), ledger.runs().get(run.id()).owner()));
        }
    }

    /** {@code fault} is null if the run was stopped. */
    private static Run.End end(Throwable fault, Instant now) {
        if (fault == null) {
            return Run.End.stoppedOnRequest(now);
        }
        if (fault instanceof BrakedException braked) {
            return Run.End.braked(now, fault.getMessage(), braked.isOtherShape());
        }
        return fault instanceof UnusableSheetException
                ? Run.End.unusable(now, fault.getMessage())
                : Run.End.failed(now, FaultMessages.explain(fault));
    }
}
