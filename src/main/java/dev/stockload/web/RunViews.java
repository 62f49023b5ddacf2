package dev.stockload.web;

import dev.stockload.app.Caller;
import dev.stockload.imports.DiffSummary;
import dev.stockload.imports.ImportTicket;
import dev.stockload.ledger.Run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Makes runs ready to be shown. */
class RunViews {
    private final ConsoleOptions options;
    private final Uploads uploads;

    RunViews(ConsoleOptions options, Uploads uploads) {
        this.options = options;
        this.uploads = uploads;
    }

    /** What a ticket is about, with the name by which people know the sheet. */
    String words(ImportTicket ticket) {
        String prefix = "import of ";
        return ticket.what().startsWith(prefix)
                ? prefix + uploads.nameOf(ticket.what().substring(prefix.length()))
                : ticket.what();
    }

    /** What a run that waits would change, by what the ledger knows. */
    DiffSummary diff(Run run) {
        return DiffSummary.of(options.workspace().diffs(Caller.silent()).of(run));
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
                                        uploads.nameOf(run.file()),
                                        resumable.contains(run.id()),
                                        Files.isRegularFile(Path.of(run.file())),
                                        options.clock().instant()))
                .toList();
    }
}
