package dev.stockload.web;

import dev.stockload.app.Caller;
import dev.stockload.imports.DiffSummary;
import dev.stockload.imports.RunFiles;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Makes runs ready to be shown. */
class RunViews {
    private final ConsoleOptions options;

    RunViews(ConsoleOptions options) {
        this.options = options;
    }

    /** What a run that waits would change, by what the ledger knows. */
    DiffSummary diff(Run run) {
        return DiffSummary.of(options.workspace().diffs(Caller.silent()).of(run));
    }

    /** A sheet of this machine has a path, of which the last part says enough. */
    private static String name(Run run) {
        return run.input().name() == null
                ? String.valueOf(Path.of(run.file()).getFileName())
                : run.sheetName();
    }

    RunView of(Run run) {
        return of(List.of(run)).get(0);
    }

    List<RunView> of(List<Run> runs) {
        Set<String> resumable =
                options.ledger().runList().resumable(runs.stream().map(Run::id).toList());
        return runs.stream()
                .map(
                        run ->
                                new RunView(
                                        run,
                                        name(run),
                                        options.queue().isWaiting(run.id()),
                                        resumable.contains(run.id()),
                                        Files.isRegularFile(Path.of(run.file())),
                                        run.state() == RunState.RUNNING
                                                ? RunFiles.of(options.data(), run.id())
                                                        .doing()
                                                        .orElse(null)
                                                : null,
                                        options.clock().instant()))
                .toList();
    }
}
