package dev.stockload.pipeline;

import dev.stockload.batch.BatchRuntime;
import dev.stockload.batch.Faults;
import dev.stockload.batch.RunFailedException;
import dev.stockload.batch.Service;
import dev.stockload.batch.StopSignal;
import dev.stockload.batch.Time;
import dev.stockload.batch.Watcher;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Phase;
import dev.stockload.ledger.RowsProblem;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
import dev.stockload.sheet.Field;
import dev.stockload.sheet.UnusableSheetException;
import dev.stockload.stock.Code;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** One run on its way through stage, settle, send and report, from wherever it is. */
final class Flow {
    /** How long the colours of a finished run can be looked at, and compared with the service. */
    static final Duration KEEP = Duration.ofDays(30);

    private final Run run;
    private final RunOptions options;
    private final Ledger ledger;
    private final RunFolder folder;
    private final Reports reports;
    private final Service service;
    private final Turns turns;
    private final Time time;
    private final StopSignal stop;
    private final Watcher watcher;
    private final boolean force;
    private final Preparation preparation;

    Flow(
            Run run,
            Ledger ledger,
            Path data,
            Service service,
            Turns turns,
            Time time,
            StopSignal stop,
            Watcher watcher,
            boolean force) {
        this.run = run;
        this.options = RunOptions.read(run.options());
        this.ledger = ledger;
        this.folder = RunFolder.of(data, run.id());
        this.reports = new Reports(ledger, data);
        this.service = service;
        this.turns = turns;
        this.time = time;
        this.stop = stop;
        this.watcher = watcher;
        this.force = force;
        this.preparation = new Preparation(run, options, ledger, folder, service, stop, watcher);
    }

    /** Takes the run as far as it goes, and writes down how it ended. */
    Run run(BatchRuntime batch) {
        try {
            return goThrough(batch);
        } catch (IOException | RuntimeException e) {
            if (!Faults.isOfStorage(e)) {
                throw Faults.unchecked(e);
            }
            // Nothing can be written down now. The next start sees that this one did not get on.
            throw new RunFailedException(
                    "Run %s failed. %s. To go on when that is mended: stockload resume %s"
                            .formatted(run.id(), Faults.words(e), run.id()),
                    e);
        }
    }

    private Run goThrough(BatchRuntime batch) throws IOException {
        watcher.begins(run);
        preparation.begin();
        Job job =
                new ImportJob(batch.repository(), stop)
                        .of(preparation::stage, this::settle, sendStep(), this::report);
        JobExecution execution =
                batch.run(
                        job,
                        new JobParametersBuilder().addString("run", run.id()).toJobParameters());
        if (execution.getStatus() == BatchStatus.COMPLETED) {
            folder.dropSheet(run.file());
            ledger.sheets().drop(run.id());
            ledger.staging().dropFinishedBefore(time.instant().minus(KEEP));
        } else {
            ended(execution);
        }
        Run now = current();
        watcher.goesOn(now);
        return now;
    }

    private void settle() throws IOException {
        preparation.settle();
        if (options.brake() != null && !force && current().requests() == 0) {
            options.brake()
                    .objection(current(), ledger.runs().lastFinished(run.account(), run.job()))
                    .ifPresent(
                            objection -> {
                                throw new RunFailedException(
                                        "The brake: %s. Nothing was sent; look at the sheet, and go on with --force if it is right"
                                                .formatted(objection));
                            });
        }
    }

    private SendStep sendStep() {
        ReadBack readBack = new ReadBack(ledger, service, turns, time, stop, watcher);
        Delivery delivery =
                new Delivery(run, ledger, service, readBack, turns, time, stop, watcher);
        Sender sender = new Sender(delivery::deliver, service::knowsUs, this::reject);
        return new SendStep(run, ledger, () -> beforeSending(readBack), sender, stop);
    }

    private void beforeSending(ReadBack readBack) {
        int remembered = ledger.forgottenIntents().putInDoubt(run);
        if (remembered > 0) {
            watcher.notice(
                    "%d colours were sent before the program was ended, which the database had lost"
                            .formatted(remembered));
        }
        watcher.sends(current());
        readBack.clear(run, ledger.colours().in(run.id(), ColourState.IN_DOUBT));
        if (run.phase() == Phase.SEND) {
            int left = Superseded.leaveOut(run, ledger);
            if (left > 0) {
                watcher.notice(
                        "%d colours are left out: a later run has sent newer stock for them"
                                .formatted(left));
            }
        }
    }

    private void reject(LedgerColour colour, String words) {
        RowsProblem problem =
                new RowsProblem(
                        colour.rows(),
                        RunOptions.readColumns(current().columns())
                                .getOrDefault(Field.COLOUR, Field.COLOUR.words()),
                        colour.name(),
                        Code.SERVICE_REFUSED,
                        "of product %d was refused by the merchant service: %s"
                                .formatted(
                                        colour.product(),
                                        words.isBlank() ? "it does not say why" : words));
        ledger.outbox().rejected(run.id(), colour, problem);
        watcher.notice(
                "The merchant service refused colour %s of product %d: %s"
                        .formatted(colour.name(), colour.product(), words));
    }

    private void report() throws IOException {
        List<String> unclear = reports.inDoubt(run.id());
        if (!unclear.isEmpty()) {
            throw new RunFailedException(
                    "What became of %d colours is unclear, since the service shows a part of what was sent: %s%s. Correct them in the service, then resume"
                            .formatted(
                                    unclear.size(),
                                    String.join(
                                            "; ", unclear.subList(0, Math.min(5, unclear.size()))),
                                    unclear.size() > 5 ? "; …" : ""));
        }
        Instant now = time.instant();
        reports.write(current().ended(RunState.COMPLETED, now, null));
        ledger.runs().ended(run.id(), RunState.COMPLETED, now, null);
    }

    private void ended(JobExecution execution) throws IOException {
        boolean stopped = execution.getStatus() == BatchStatus.STOPPED;
        Throwable fault = stopped ? null : Faults.of(execution);
        if (fault != null) {
            watcher.fails(fault);
        }
        if (fault instanceof UnusableSheetException unusable) {
            throw unusable;
        }
        if (!current().owner().equals(run.owner())) {
            throw new RunFailedException(
                    "Run %s was taken over by %s, which goes on with it"
                            .formatted(run.id(), current().owner()));
        }
        ledger.runs()
                .ended(
                        run.id(),
                        stopped ? RunState.STOPPED : RunState.FAILED,
                        time.instant(),
                        stopped ? "The run was asked to stop" : Faults.words(fault));
        reports.write(current());
    }

    private Run current() {
        return ledger.runs().get(run.id());
    }
}
