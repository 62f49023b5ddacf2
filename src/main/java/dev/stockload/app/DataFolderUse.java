package dev.stockload.app;

import dev.stockload.database.DataFolderLock;
import dev.stockload.database.StateFolder;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.Time;
import dev.stockload.runs.Caller;
import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** How a command locks the data folder. */
final class DataFolderUse {
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(300);

    private DataFolderUse() {}

    /** Others who wait are shown {@code what} this process does. */
    static DataFolderLock take(String what, Path data, Caller caller, PrintWriter err)
            throws IOException {
        boolean announced = false;
        while (true) {
            Optional<DataFolderLock> taken;
            Duration moment = announced ? Duration.ZERO : DataFolderLock.MOMENT;
            try {
                taken = DataFolderLock.takeWithin(moment, data, what);
            } catch (IOException e) {
                if (FaultMessages.isOfFullDisk(e)) {
                    throw e;
                }
                throw Refusal.settings(
                        "The data folder %s cannot be written: %s. %s"
                                .formatted(data, reason(e), StateFolder.ownerAdvice(data)),
                        e);
            }
            if (taken.isPresent()) {
                return taken.get();
            }
            if (DataFolderLock.owner(data).startsWith(Workspace.SERVE)) {
                throw new RunFailedException(
                        "The data folder %s is in use by stockload %s; stop it first"
                                .formatted(data, DataFolderLock.owner(data)));
            }
            if (!caller.waits()) {
                throw new RunFailedException(
                        "The data folder %s is in use: %s. Without --no-wait, this command waits for its turn"
                                .formatted(data, DataFolderLock.owner(data)));
            }
            if (!announced) {
                err.println("Waiting for %s to end".formatted(DataFolderLock.owner(data)));
                announced = true;
            }
            Time.real().rest(BETWEEN_ATTEMPTS, caller.stop());
            if (caller.stop().isAsked()) {
                throw new RunFailedException("Stopped while waiting; nothing was done");
            }
        }
    }

    private static String reason(IOException e) {
        return e instanceof FileSystemException file && file.getReason() != null
                ? file.getReason()
                : FaultMessages.innermost(e);
    }
}
