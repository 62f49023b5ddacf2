package dev.stockload.simulation;

import dev.stockload.batch.ProcessContext;
import dev.stockload.imports.Imports;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.jobs.JobRuns;
import dev.stockload.jobs.Notifier;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.JobContext;
import dev.stockload.jobs.take.SheetLook.First;
import dev.stockload.jobs.take.SheetLook.Sheet;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Account;
import dev.stockload.merchant.Merchant;
import dev.stockload.notifications.Channels;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Caller;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.sources.Sources;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The real search for new sheets, up to the runs that it enters; each ends as its sheet is. */
record EdgeNight(EdgeHistory history) {
    void run(SimulatedProcess process, Ledger ledger) throws IOException {
        run(process, ledger, Optional.empty());
    }

    /** A person takes the newest sheet that was reported. */
    void byHand(SimulatedProcess process, Ledger ledger) throws IOException {
        Optional<SupplierFolder.Placed> file = history.sheets().wanted();
        if (file.isPresent()) {
            process.note("takes " + file.get().name());
            run(process, ledger, file.map(f -> history.supplier().path(f).toString()));
            history.look();
            history.sheets().expectTaken(file.get());
        }
    }

    private void run(SimulatedProcess process, Ledger ledger, Optional<String> file)
            throws IOException {
        int host = process.host();
        JobDefinition job = history.job(host);
        JobContext jobs =
                new JobContext(
                        ledger,
                        history.data(host),
                        history.jobs(host),
                        new Sources(Map.of(), new StopSignal()),
                        process);
        Channels channels =
                new Channels(Optional.empty(), Optional.empty(), run -> Optional.empty(), process);
        try (Notifier notifier = new Notifier(jobs, channels, words -> {})) {
            JobRuns runs = new JobRuns(notifier, name -> name, name -> true);
            Importer importer =
                    new Importer(process, ledger, imports(process, ledger), history.data(host));
            if (file.isPresent()) {
                Optional<First> none = Optional.empty();
                runs.begin(
                        job, new JobRuns.Options(false, false, "a person", file, none), importer);
            } else {
                run(runs, job, importer);
            }
            for (Run run : ledger.runs().unfinished()) {
                importer.perform(run);
            }
            notifier.findEnded();
        }
    }

    /** Where many old sheets wait for a word at the first run, a person says: all. */
    private static void run(JobRuns runs, JobDefinition job, Importer importer) throws IOException {
        try {
            runs.begin(job, new JobRuns.Options(false, false, JobRuns.SCHEDULE), importer);
        } catch (RuntimeException e) {
            if (!String.valueOf(e.getMessage()).contains("at its first run")) {
                throw e;
            }
            Optional<First> all = Optional.of(First.ALL);
            runs.begin(
                    job,
                    new JobRuns.Options(false, false, "a person", Optional.empty(), all),
                    importer);
        }
    }

    /** Enters a sheet as a run that waits, as whoever serves does. */
    void enter(SimulatedProcess process, Ledger ledger, ImportOrder order) throws IOException {
        Imports imports = imports(process, ledger);
        Run run = imports.enter(order, true);
        if (run.isUnfinished()) {
            ledger.waitingRuns().add(run.id(), ResumeOptions.forced(false), Optional.empty());
        }
        process.note("enters %s with %s".formatted(run.id(), order.file().getFileName()));
    }

    Imports imports(SimulatedProcess process, Ledger ledger) {
        return new Imports(context(process, ledger), new Caller(process.stop(), RunListener.NOBODY))
                .recoverDead();
    }

    private ProcessContext context(SimulatedProcess process, Ledger ledger) {
        return new ProcessContext(
                ledger,
                history.data(process.host()),
                ledger.owners().enter("host " + process.host()),
                process,
                account -> merchant(account, process));
    }

    private static Merchant merchant(String account, SimulatedProcess process) {
        return new Merchant(
                new Account(
                        account,
                        URI.create("http://127.0.0.1:1/"),
                        SimulatedService.APP_ID,
                        SimulatedService.SECRET,
                        "token",
                        false,
                        Account.DEFAULT_DOUBT),
                process);
    }

    private record Importer(SimulatedProcess process, Ledger ledger, Imports imports, Path data)
            implements JobRuns.SheetImporter {
        @Override
        public String begin(Sheet sheet, ImportOrder order) throws IOException {
            Run run = imports.enter(order, false);
            process.note("enters %s with %s".formatted(run.id(), order.file().getFileName()));
            perform(run);
            return run.id();
        }

        @Override
        public void notice(String sentence) {
            process.note(sentence);
        }

        /** What reading and sending would make of it. */
        void perform(Run run) throws IOException {
            String here = ledger.owners().name();
            boolean elsewhere =
                    run.state() == Run.State.RUNNING
                            && !run.owner().equals(here)
                            && !ledger.owners().fence(run.owner());
            Optional<Run> claimed =
                    Optional.of(run)
                            .filter(each -> each.isUnfinished() && !elsewhere)
                            .flatMap(each -> ledger.runs().claim(each, here));
            if (claimed.isEmpty()) {
                return;
            }
            Run ours = claimed.get();
            Path sheet = RunFolder.of(data, run.id()).sheet(run.file());
            if (!Files.exists(sheet)) {
                ledger.sheets().fetch(run.id(), sheet);
            }
            if (process.world().random() < 0.3) {
                // Sending takes its time.
                long seconds = (long) (process.world().random() * 200);
                process.rest(Duration.ofSeconds(seconds), new StopSignal());
            }
            ledger.runs()
                    .ended(
                            ours,
                            Files.readString(sheet).startsWith("no sheet")
                                    ? Run.End.unusable(process.instant(), "It is no table")
                                    : Run.End.completed(process.instant()));
        }

        @Override
        public void unusable(Path file, UnusableSheetException why) {
            process.note("cannot use %s: %s".formatted(file, why.getMessage()));
        }
    }
}
