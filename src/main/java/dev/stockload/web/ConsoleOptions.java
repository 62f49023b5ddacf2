package dev.stockload.web;

import dev.stockload.app.Workspace;
import dev.stockload.details.Details;
import dev.stockload.imports.RunFiles;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.queue.ImportQueue;
import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;

/** What the pages and the HTTP interface work with, and where they answer. */
public record ConsoleOptions(
        ConsoleAddress at,
        Workspace workspace,
        ImportQueue queue,
        JobFolder jobs,
        InstantSource clock) {
    /** The folder with the reports, and the uploads from now on. */
    Path data() {
        return workspace.data();
    }

    Ledger ledger() {
        return workspace.ledger();
    }

    /** A run that somebody asks for by its id. */
    Run run(String id) {
        return ledger().runs()
                .find(id)
                .orElseThrow(() -> Refusal.notFound("There is no run " + id));
    }

    /** A job that somebody asks for by its name. */
    JobDefinition job(String name) throws IOException {
        if (!jobs.contains(name)) {
            throw Refusal.notFound("There is no job " + name);
        }
        return jobs.find(name);
    }

    /** A file of a run that somebody asks for by its name. */
    Path file(String run, String name) {
        return RunFiles.of(data(), run(run).id())
                .find(name)
                .orElseThrow(() -> Refusal.notFound("Run %s has no file %s".formatted(run, name)));
    }

    Details details() {
        return workspace.details();
    }

    /** The names of the accounts that people can import into, the usual one first. */
    List<String> accounts() {
        return workspace.accounts();
    }

    /** In which the service counts its days. */
    ZoneId serviceZone() {
        return workspace.serviceZone();
    }
}
