package dev.stockload.ledger;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.FileSystemUtils;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The moves by which a restore puts one state in the place of another. They are written down before
 * they are made, so that whoever comes after a kill knows what stands where; the last of them, that
 * of the ledger, is the one that counts. Until then all can be taken back.
 */
public final class RestoreJournal {
    /** The file of the ledger. */
    public static final String LEDGER = "stockload.mv.db";

    /** What is kept beside the ledger; logs, locks and the sandbox are no state. */
    public static final List<String> FOLDERS = List.of("reports", "uploads");

    /** What a state consists of. Its ledger goes first and comes last: it makes the state count. */
    public static final List<String> PARTS =
            Stream.concat(FOLDERS.stream(), Stream.of(LEDGER)).toList();

    private static final Logger LOG = LoggerFactory.getLogger(RestoreJournal.class);
    private static final DateTimeFormatter SECOND = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final String FOLDER = "stockload.restoring";
    private static final String DISCARDED = "stockload.discarded";
    private static final String REPLACED = "stockload.replaced-";
    private static final String MOVES = "moves";

    private final Path data;
    private final Path coming;
    private final Mover mover;

    /** Moves a file or a folder at once. */
    @FunctionalInterface
    public interface Mover {
        void move(Path from, Path to) throws IOException;
    }

    /** What was there, and the name of the folder that it is moved to. */
    private record Moves(Path aside, List<String> stood) {}

    public RestoreJournal(Path data) {
        this(data, (from, to) -> Files.move(from, to, StandardCopyOption.ATOMIC_MOVE));
    }

    /** One whose moves can fail, as a test needs them. */
    public RestoreJournal(Path data, Mover mover) {
        this.data = data.toAbsolutePath().normalize();
        this.coming = this.data.resolve(FOLDER);
        this.mover = mover;
    }

    /**
     * An empty folder to prepare a state in. What an earlier restore left when it was cut short is
     * gone then, and what it had moved aside is in its place.
     */
    public Path prepare() throws IOException {
        discard();
        FilePermissions.create(coming);
        return coming;
    }

    /**
     * Puts the prepared state in its place.
     *
     * @return the folder with what was there before, if anything was
     */
    public Optional<Path> moveIn(Instant now) throws IOException {
        List<String> stood =
                PARTS.stream().filter(part -> Files.exists(data.resolve(part))).toList();
        Path aside = vacant(REPLACED + SECOND.format(now.atZone(ZoneId.systemDefault())));
        write(new Moves(aside, stood));
        if (!stood.isEmpty()) {
            FilePermissions.create(aside);
        }
        List<String> ledgerFirst = new ArrayList<>(stood);
        Collections.reverse(ledgerFirst);
        for (String part : ledgerFirst) {
            mover.move(data.resolve(part), aside.resolve(part));
        }
        for (String part : PARTS) {
            if (Files.exists(coming.resolve(part))) {
                mover.move(coming.resolve(part), data.resolve(part));
            }
        }
        try {
            discard();
        } catch (IOException e) {
            // The state is in place; the next restore removes what is left here.
            LOG.warn("{} cannot be removed", coming, e);
        }
        return stood.isEmpty() ? Optional.empty() : Optional.of(aside);
    }

    /** Takes back all moves but those that came to their end, and removes what was prepared. */
    public void discard() throws IOException {
        Path discarded = data.resolve(DISCARDED);
        FileSystemUtils.deleteRecursively(discarded);
        if (!Files.exists(coming)) {
            return;
        }
        Optional<Moves> moves = read();
        if (moves.isPresent() && !isDone()) {
            takeBack(moves.get());
        }
        // At once, since a part of it would look like a restore that was cut short.
        mover.move(coming, discarded);
        FileSystemUtils.deleteRecursively(discarded);
    }

    private void takeBack(Moves moves) throws IOException {
        for (String part : PARTS) {
            Path old = moves.aside.resolve(part);
            boolean isNew = Files.exists(old) || !moves.stood.contains(part);
            if (isNew) {
                FileSystemUtils.deleteRecursively(data.resolve(part));
            }
            if (Files.exists(old)) {
                mover.move(old, data.resolve(part));
            }
        }
        Files.deleteIfExists(moves.aside);
    }

    /** Whether the moves that are written down came to their end. */
    private boolean isDone() {
        return !Files.exists(coming.resolve(LEDGER));
    }

    private Path vacant(String name) {
        Path free = data.resolve(name);
        for (int number = 2; Files.exists(free); number++) {
            free = data.resolve(name + "-" + number);
        }
        return free;
    }

    private void write(Moves moves) throws IOException {
        List<String> lines = new ArrayList<>(moves.stood);
        lines.add(0, moves.aside.getFileName().toString());
        Path beside = coming.resolve(MOVES + ".part");
        // On the disk before anything is moved.
        Files.write(
                beside,
                lines,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.SYNC);
        mover.move(beside, coming.resolve(MOVES));
    }

    private Optional<Moves> read() throws IOException {
        Path file = coming.resolve(MOVES);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(file);
        return Optional.of(new Moves(data.resolve(lines.get(0)), lines.subList(1, lines.size())));
    }

    /**
     * Whether the file of a ledger is there.
     *
     * @throws UnusableLedgerException where it is not, because a restore was cut short
     */
    public static boolean hasLedger(LedgerAddress address) throws IOException {
        boolean there = address.isThere();
        // One that is at work has the folder.
        if (!there && !DataFolderLock.isTaken(address.folder())) {
            check(address);
        }
        return there;
    }

    /**
     * Refuses a folder in which a restore was cut short: it may look as if nothing was ever sent.
     *
     * @throws UnusableLedgerException with what to do
     */
    public static void check(LedgerAddress address) {
        if (address.isFile()) {
            try {
                new RestoreJournal(address.folder())
                        .fault()
                        .ifPresent(
                                words -> {
                                    throw new UnusableLedgerException(words, null);
                                });
            } catch (IOException e) {
                throw new UnusableLedgerException(
                        "The data folder %s cannot be read: %s".formatted(address.folder(), e), e);
            }
        }
    }

    private Optional<String> fault() throws IOException {
        boolean hasLedger = Files.exists(data.resolve(LEDGER));
        if (!Files.exists(coming)) {
            return hasLedger ? Optional.empty() : newestReplaced().map(this::withoutLedger);
        }
        Optional<Moves> moves = read();
        if (moves.isEmpty()) {
            return Optional.of(hasLedger ? beforeAnyMove() : again("") + whereTheOldIs());
        }
        if (isDone()) {
            return Optional.empty();
        }
        return Optional.of(
                moves.get().stood.isEmpty()
                        ? again("")
                        : again(hasLedger ? " --replace" : "")
                                + "; it finds the state that was there before, of which a part may be in %s"
                                        .formatted(moves.get().aside));
    }

    private String again(String option) {
        return "A restore into %s was cut short: run 'stockload restore FILE%s' again"
                .formatted(data, option);
    }

    private String beforeAnyMove() {
        return again(" --replace")
                + "; or, to go on with the state that is there, which it has not touched, remove "
                + coming;
    }

    private String whereTheOldIs() throws IOException {
        return newestReplaced()
                .map("; the state that was there before is in %s"::formatted)
                .orElse("");
    }

    private String withoutLedger(Path replaced) {
        return "%s holds no state, but a restore has moved one to %s: move its files back, or run 'stockload restore FILE'"
                .formatted(data, replaced);
    }

    private Optional<Path> newestReplaced() throws IOException {
        if (!Files.isDirectory(data)) {
            return Optional.empty();
        }
        try (Stream<Path> all = Files.list(data)) {
            return all.filter(path -> path.getFileName().toString().startsWith(REPLACED))
                    .max(Comparator.naturalOrder());
        }
    }
}
