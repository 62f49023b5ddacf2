package dev.stockload.database;

import dev.stockload.stock.Refusal;

import org.springframework.util.FileSystemUtils;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files and folders that make up the state in a data folder. A restore prepares them in a
 * separate folder and moves them in, the ledger last: a folder with a ledger has a complete state.
 */
public final class StateFolder {
    public static final String LEDGER = "stockload.mv.db";

    /** State that is kept outside the ledger; logs, locks and the sandbox are not state. */
    public static final List<String> FOLDERS = List.of("reports", "uploads");

    /** All parts of a state, in the order in which a restore moves them in. */
    public static final List<String> PARTS =
            Stream.concat(FOLDERS.stream(), Stream.of(LEDGER)).toList();

    private static final String PREPARED = "stockload.restoring";

    /** Names the file of the last backup, for somebody whose ledger is damaged. */
    private static final String LAST_BACKUP = "last-backup.txt";

    private final Path data;
    private final Path prepared;

    public StateFolder(Path data) {
        this.data = data.toAbsolutePath().normalize();
        this.prepared = this.data.resolve(PREPARED);
    }

    /** The parts of a state that exist; leftovers of an interrupted restore do not count. */
    public List<String> parts() {
        return wasCutShort() ? List.of() : existing();
    }

    private List<String> existing() {
        return PARTS.stream().filter(part -> Files.exists(data.resolve(part))).toList();
    }

    /** Creates an empty folder in which a restore prepares the state. */
    public Path prepare() throws IOException {
        if (!parts().isEmpty()) {
            throw new IllegalStateException("A restore would replace " + parts());
        }
        for (String part : existing()) {
            FileSystemUtils.deleteRecursively(data.resolve(part));
        }
        discard();
        FilePermissions.create(prepared);
        return prepared;
    }

    public void moveIn() throws IOException {
        for (String part : PARTS) {
            if (Files.exists(prepared.resolve(part))) {
                move(prepared.resolve(part), data.resolve(part));
            }
        }
        discard();
    }

    /** Moves a file or folder to its place; a power cut leaves no file without its content. */
    static void move(Path made, Path place) throws IOException {
        if (Files.isRegularFile(made)) {
            try (FileChannel written = FileChannel.open(made, StandardOpenOption.WRITE)) {
                written.force(true);
            }
        }
        Files.move(
                made, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    public void discard() throws IOException {
        FileSystemUtils.deleteRecursively(prepared);
    }

    public static void backedUp(Path data, Path file) throws IOException {
        Files.writeString(data.resolve(LAST_BACKUP), file.toAbsolutePath().normalize().toString());
    }

    static Refusal damaged(LedgerAddress address) {
        Path data = address.folder();
        String last;
        try {
            last = "The last backup is " + Files.readString(data.resolve(LAST_BACKUP)).strip();
        } catch (IOException e) {
            last = "'stockload backup' has made no backup of this folder";
        }
        return Refusal.settings(
                "The database %s is damaged. Move %s away, then: stockload restore FILE. %s"
                        .formatted(address, data, last));
    }

    /** Who has to run a command that may not read or write a folder; no full stop. */
    public static String ownerAdvice(Path folder) {
        if (Files.isRegularFile(folder)) {
            return "It is a file: move it away, or name a folder with STOCKLOAD_DATA";
        }
        String owner = "another user";
        for (Path at = folder.toAbsolutePath(); at != null; at = at.getParent()) {
            try {
                owner = Files.getOwner(at).getName();
                break;
            } catch (IOException | UnsupportedOperationException e) {
                // It may be in a folder that we cannot read.
            }
        }
        return owner.equals(System.getProperty("user.name"))
                ? "It is yours: change its rights"
                : "It belongs to %s: run this as its owner".formatted(owner);
    }

    /** Throws if the folder cannot be read, or the ledger is missing by a restore cut short. */
    public static boolean hasLedger(LedgerAddress address) throws IOException {
        Path file = Path.of(address.path() + ".mv.db");
        boolean there = address.isThere();
        boolean isClosed = !Files.isReadable(address.folder()) && Files.exists(address.folder());
        // What we may not look into seems to be empty.
        if (isClosed || (there ? !Files.isReadable(file) : !Files.notExists(file))) {
            throw Refusal.settings(
                    "The data folder %s cannot be read. %s"
                            .formatted(address.folder(), ownerAdvice(address.folder())));
        }
        // A running restore holds the lock of the folder.
        if (!there && !DataFolderLock.isTaken(address.folder())) {
            check(address);
        }
        return there;
    }

    /**
     * Refuses a folder that looks as if nothing was ever sent: a restore was interrupted, or a
     * crash left an empty file.
     */
    public static void check(LedgerAddress address) {
        if (address.isFile() && address.isThere() && isEmpty(address)) {
            throw damaged(address);
        }
        if (address.isFile() && new StateFolder(address.folder()).wasCutShort()) {
            throw Refusal.settings(
                    "A restore into %s was cut short: run 'stockload restore FILE' again"
                            .formatted(address.folder()));
        }
    }

    private static boolean isEmpty(LedgerAddress address) {
        return new File(address.path() + ".mv.db").length() == 0;
    }

    private boolean wasCutShort() {
        return Files.exists(prepared) && !Files.exists(data.resolve(LEDGER));
    }
}
