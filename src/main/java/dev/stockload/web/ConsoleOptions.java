package dev.stockload.web;

import dev.stockload.app.Application;
import dev.stockload.app.Caller;
import dev.stockload.app.UnusableSettingsException;
import dev.stockload.app.Workspace;
import dev.stockload.details.Details;
import dev.stockload.imports.RunFiles;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobList;
import dev.stockload.jobs.JobRuns;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.queue.ImportQueue;
import dev.stockload.runs.RunFailedException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.function.UnaryOperator;

/** What the pages and the HTTP interface work with, and where they answer. */
public record ConsoleOptions(
        ConsoleAddress at,
        Workspace workspace,
        ImportQueue queue,
        JobList jobs,
        InstantSource clock) {
    /** The folder with the reports, and the uploads from now on. */
    Path data() {
        return workspace.data();
    }

    Ledger ledger() {
        return workspace.ledger();
    }

    /** What Stockload can do, for somebody who waits for the result alone. */
    Application application() {
        return new Application(workspace, Caller.silent());
    }

    /** Runs jobs for somebody. */
    JobRuns jobRuns() {
        return new JobRuns(application()::sheets, accountKey()::apply);
    }

    /** A run that somebody asks for by its id. */
    Run run(String id) {
        return ledger().runs()
                .find(id)
                .orElseThrow(() -> Refusal.notFound("There is no run " + id));
    }

    /** A job that somebody asks for by its name. */
    JobDefinition job(String name) throws IOException {
        if (!jobs.folder().contains(name)) {
            throw Refusal.notFound("There is no job " + name);
        }
        return jobs.folder().find(name);
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

    /**
     * The name by which the ledger knows an account; fails with a {@link RunFailedException} where
     * the account is not set as it should be.
     */
    UnaryOperator<String> accountKey() {
        return name -> {
            try {
                return workspace.account(name);
            } catch (UnusableSettingsException e) {
                throw new RunFailedException(e.getMessage(), e);
            }
        };
    }

    /** In which the service counts its days. */
    ZoneId serviceZone() {
        return workspace.serviceZone();
    }
}
