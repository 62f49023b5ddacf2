package dev.stockload.cli;

import dev.stockload.app.OpenAccount;
import dev.stockload.app.ServeFile;
import dev.stockload.app.Settings;
import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobFolder;
import dev.stockload.ledger.DataFolderLock;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerAddress;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The alarms of all jobs, for a command that only looks on and waits for nobody. */
final class JobAlarms {
    private JobAlarms() {}

    /**
     * Nothing where another command has the ledger, which will be asked again soon enough.
     *
     * @param jobs those that are asked for
     */
    static List<String> of(Settings settings, List<JobFolder.Entry> jobs) throws IOException {
        List<JobDefinition> watched =
                jobs.stream()
                        .map(JobFolder.Entry::definition)
                        .flatMap(Optional::stream)
                        .filter(JobAlarms::canAlarm)
                        .toList();
        if (watched.isEmpty()) {
            return List.of();
        }
        if (DataFolderLock.isTaken(settings.data())) {
            Optional<LedgerAddress> served = ServeFile.databaseToRead(settings);
            return served.isPresent() ? ofLedger(served.get(), settings, watched) : List.of();
        }
        if (!settings.ledger().isFile()) {
            return ofLedger(settings.ledger(), settings, watched);
        }
        if (!Files.isWritable(settings.data())) {
            return List.of();
        }
        Optional<DataFolderLock> own = DataFolderLock.take(settings.data(), "status");
        if (own.isEmpty()) {
            return List.of();
        }
        try (DataFolderLock folder = own.get()) {
            return ofLedger(settings.ledger(), settings, watched);
        }
    }

    private static List<String> ofLedger(
            LedgerAddress address, Settings settings, List<JobDefinition> watched) {
        try (Ledger ledger = address.isLent() ? Ledger.openToRead(address) : Ledger.open(address)) {
            return new ExpectedSheets(ledger, name -> OpenAccount.ledgerName(settings, name))
                    .alarms(watched, Instant.now());
        }
    }

    private static boolean canAlarm(JobDefinition job) {
        return job.notifySettings().expect().isPresent() || job.sheets().from().isPresent();
    }
}
