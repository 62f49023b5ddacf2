package dev.stockload.cli.runs;

import dev.stockload.app.Workspace;
import dev.stockload.cli.service.DetailsCommand;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.database.LedgerAddress;
import dev.stockload.database.StateFolder;
import dev.stockload.imports.Imports;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.ResumeOptions.TakeAs;
import dev.stockload.runs.Run;
import dev.stockload.stock.Count;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/** {@code stockload resume}: continues runs that failed or were stopped. */
@Command(
        name = "resume",
        description =
                "Continues runs that failed or were stopped, and details that wait for a limit: all"
                        + " of them, oldest first, or one.",
        footer = {
            "",
            "With --json: an array of the runs, as in status --json; sentences go to stderr.",
            "",
            "Example:",
            "  stockload resume",
            "",
            "stockload status lists the runs."
        })
public final class ResumeCommand implements Callable<Integer> {
    @Mixin private CommandSession session;
    @Mixin private JsonOption json;

    @Parameters(
            paramLabel = "RUN",
            arity = "0..1",
            description = "The run; all if it is not given.")
    private String id;

    @Option(names = "--force", description = "Send a sheet even if it looks broken.")
    private boolean force;

    @Option(
            names = {"--assume", "--take-as"},
            paramLabel = "sent|not-sent",
            description =
                    "Decide about the run's colours in doubt. sent: the service has them as the"
                            + " sheet says. not-sent: send them again.")
    private String takeAs;

    @Override
    public Integer call() throws IOException {
        ResumeOptions options = new ResumeOptions(force, takeAs());
        LedgerAddress ledger = session.settings().ledger();
        if (id == null && ledger.isFile() && !StateFolder.hasLedger(ledger)) {
            json.sentences(session).say("Nothing to resume: there are no runs yet");
            if (json.isAsked()) {
                session.out().json(List.of());
            }
            return ExitCode.DONE;
        }
        String what = "resume" + (id == null ? "" : " of " + id);
        return ImportRunner.run(session, json, what, each -> resume(each, options));
    }

    private void resume(ImportRunner each, ResumeOptions options) throws IOException {
        Workspace workspace = each.workspace();
        List<Run> runs = id == null ? workspace.unfinished() : run(workspace);
        if (runs.isEmpty()) {
            json.sentences(session)
                    .say(
                            id == null
                                    ? "Nothing to resume: " + others(workspace)
                                    : "Run %s is finished: nothing to resume".formatted(id));
        }
        Set<String> unset = new LinkedHashSet<>();
        for (Run run : runs) {
            if (each.isStopped()) {
                return;
            }
            if (isUnset(run.account(), workspace, unset)) {
                continue;
            }
            workspace.doing("run " + run.id());
            Imports.Result result = workspace.imports().resume(run, options);
            if (run.isDetails()) {
                each.screen().close();
                each.worse(DetailsCommand.end(result.run(), workspace, json.isAsked(), session));
            } else {
                each.ended(result);
            }
        }
        unset.forEach(why -> each.refused(why, ExitCode.UNUSABLE));
    }

    /** An account that lacks settings here does not keep runs of others from being resumed. */
    private static boolean isUnset(String account, Workspace workspace, Set<String> why) {
        Optional<String> unset = workspace.whyUnset(account);
        unset.ifPresent(why::add);
        return unset.isPresent();
    }

    /** Runs that other processes work on are not finished, but not ours to resume. */
    private static String others(Workspace workspace) {
        List<String> running = workspace.ledger().runs().running().stream().map(Run::id).toList();
        return running.isEmpty()
                ? "every run is finished"
                : "%s running: %s".formatted(Count.are(running.size(), "run"), Count.some(running));
    }

    private TakeAs takeAs() {
        if (takeAs == null) {
            return null;
        }
        if (id == null) {
            throw session.misused("--assume needs a run: resume RUN --assume ...");
        }
        return TakeAs.of(takeAs)
                .orElseThrow(
                        () ->
                                session.misused(
                                        "--assume is '%s', but it is either sent or not-sent"
                                                .formatted(takeAs)));
    }

    private List<Run> run(Workspace workspace) {
        Run run = workspace.ledger().runs().toResume(id);
        return run.isUnfinished() || run.isUnusable() ? List.of(run) : List.of();
    }
}
