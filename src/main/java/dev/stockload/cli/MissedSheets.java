package dev.stockload.cli;

import dev.stockload.app.Caller;
import dev.stockload.app.OpenAccount;
import dev.stockload.app.RemoteApplication;
import dev.stockload.app.Settings;
import dev.stockload.jobs.Expectations;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobList;
import dev.stockload.ledger.DataFolder;
import dev.stockload.ledger.Ledger;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The sheets that jobs miss, for a command that only looks on and waits for nobody. */
final class MissedSheets {
    private MissedSheets() {}

    /** Nothing where another command has the ledger, which will be asked again soon enough. */
    static List<Expectations.Missed> of(Settings settings) throws IOException {
        List<JobDefinition> expecting =
                new JobList(settings.jobs())
                        .list().stream()
                                .map(JobList.Entry::definition)
                                .flatMap(Optional::stream)
                                .filter(job -> job.contacts().expect().isPresent())
                                .toList();
        if (expecting.isEmpty()) {
            return List.of();
        }
        if (DataFolder.isTaken(settings.data())) {
            Optional<RemoteApplication> served =
                    RemoteApplication.find(settings.data(), Caller.silent());
            return served.isPresent() ? served.get().missed(expecting) : List.of();
        }
        return settings.ledger().isFile()
                ? ofFolder(settings, expecting)
                : ofLedger(settings, expecting);
    }

    private static List<Expectations.Missed> ofFolder(
            Settings settings, List<JobDefinition> expecting) throws IOException {
        if (!Files.isWritable(settings.data())) {
            return List.of();
        }
        Optional<DataFolder> own = DataFolder.take(settings.data(), "status");
        if (own.isEmpty()) {
            return List.of();
        }
        try {
            return ofLedger(settings, expecting);
        } finally {
            own.get().close();
        }
    }

    private static List<Expectations.Missed> ofLedger(
            Settings settings, List<JobDefinition> expecting) {
        try (Ledger ledger = Ledger.open(settings.ledger())) {
            Expectations expectations =
                    new Expectations(ledger, name -> OpenAccount.ledgerName(settings, name));
            return expecting.stream()
                    .map(job -> expectations.missed(job, Instant.now()))
                    .flatMap(Optional::stream)
                    .toList();
        }
    }
}
