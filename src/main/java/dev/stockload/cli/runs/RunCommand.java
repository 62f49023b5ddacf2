package dev.stockload.cli.runs;

import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.imports.Imports;
import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.JobRuns;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.take.SheetLook;
import dev.stockload.notifications.Ping;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunStoppedException;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.Refusal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/** {@code stockload run}: runs jobs. */
@Command(
        name = "run",
        description = "Runs jobs by their definitions, jobs/NAME.yml.",
        footer = {
            "",
            "Example:",
            "  stockload run onboard-warehouse",
            "",
            "A sheet that is older than the newest one that was imported is reported as late and"
                    + " not imported; --file imports it all the same.",
            "",
            "A sheet that looks broken is not sent: more than a third of its rows are rejected or"
                + " held, it has at most a tenth of the last sheet's rows, or more than a fifth of"
                + " the job's pieces would be set to 0 (maxRejected, minRows and maxZeroed in the"
                + " definition). The run then waits for resume RUN --force.",
            "",
            "With --json: an array of the runs, as in status --json; sentences go to stderr.",
            "",
            "Exit codes: 0 all sent, 3 some rows rejected or held, 1 failed or stopped (resume"
                    + " continues) or one of several files cannot be used, 2 a definition or a"
                    + " file cannot be used and nothing was sent."
        })
public final class RunCommand implements Callable<Integer> {

    @Mixin private CommandSession session;
    @Mixin private JsonOption json;

    @Parameters(paramLabel = "JOB", arity = "1..*", description = "Names of definitions in jobs/.")
    private List<String> jobs;

    @Option(names = "--again", description = "Send the newest sheet again if nothing is new.")
    private boolean again;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description =
                    "Import this file as the newest sheet of the job, also one that was reported as"
                            + " late: as reported, in late/, in the source, or its copy of the last"
                            + " 30 days.")
    private String file;

    @Option(
            names = "--first",
            paramLabel = "all|newest",
            description =
                    "What to import at the first run of a job that finds more than seven sheets"
                            + " older than a day.")
    private String first;

    @Option(names = "--force", description = "Send a sheet even if it looks broken.")
    private boolean force;

    @Override
    public Integer call() throws IOException {
        if (file != null && jobs.size() > 1) {
            throw session.misused("--file is for one job, but there are " + jobs.size());
        }
        // All definitions are read first, so that a fault in one stops the command before any run.
        List<JobDefinition> definitions = new ArrayList<>();
        JobFolder folder = session.settings().jobs();
        for (String job : jobs) {
            definitions.add(folder.find(job));
        }
        return ImportRunner.run(
                session,
                json,
                "run of " + String.join(", ", jobs),
                each -> {
                    Set<String> stores = new LinkedHashSet<>();
                    for (JobDefinition definition : definitions) {
                        run(definition, each, stores);
                    }
                    stores.forEach(account -> compareStore(account, each));
                });
    }

    private void compareStore(String account, ImportRunner each) {
        CommandOutput words = json.sentences(session);
        words.say("Comparing the whole store; if it is stopped, the next run continues it");
        try {
            VerifyResult result =
                    new StoreVerification(each.workspace().process(), each.workspace().caller())
                            .verify(account, each.screen().products("read back"));
            each.screen().close();
            VerifyCommand.print(result, result.differences(), words);
            if (result.more() + result.gone() + result.doubt() > 0) {
                each.worse(ExitCode.REJECTS);
            }
        } catch (IOException | RuntimeException e) {
            each.screen().close();
            each.refused(FaultMessages.explain(e), ExitCode.FAILED);
        }
    }

    /** A job that cannot be run does not keep the others from running. */
    private void run(JobDefinition definition, ImportRunner each, Set<String> stores)
            throws IOException {
        JobRuns.Options options =
                new JobRuns.Options(
                        again,
                        force,
                        CommandSession.user(),
                        Optional.ofNullable(file),
                        SheetLook.First.of(first));
        String account = each.workspace().account(definition.account());
        // Before its sheets are looked for: which of them are new may change while it waits.
        try (Imports.Turn turn = each.workspace().imports().turn(account)) {
            int before = each.sheets();
            each.workspace().jobRuns().begin(definition, options, new Sheets(each, turn, stores));
            if (each.sheets() == before) {
                json.sentences(session).say("There is no new sheet for job " + definition.name());
            }
        } catch (RunStoppedException e) {
            each.refused(
                    "Job %s was stopped before all its sheets were imported"
                            .formatted(definition.name()),
                    ExitCode.FAILED);
        } catch (Refusal e) {
            each.refused(e.getMessage(), ExitCode.of(e));
        } finally {
            Ping.flush();
        }
    }

    /** Imports each sheet at once; whole stores are compared after all jobs. */
    private record Sheets(ImportRunner each, Imports.Turn turn, Set<String> stores)
            implements JobRuns.SheetImporter {
        @Override
        public void compareStore(String account) {
            stores.add(account);
        }

        @Override
        public void notice(String sentence) {
            each.screen().notice(sentence);
        }

        @Override
        public boolean isStopped() {
            return each.isStopped();
        }

        @Override
        public String begin(SheetLook.Sheet sheet, ImportOrder order) throws IOException {
            Imports.Result result = turn.start(order);
            each.ended(result, sheet.name());
            return result.run().id();
        }

        @Override
        public void unusable(Path file, UnusableSheetException why) {
            each.refused(String.valueOf(why.getMessage()), ExitCode.UNUSABLE);
        }
    }
}
