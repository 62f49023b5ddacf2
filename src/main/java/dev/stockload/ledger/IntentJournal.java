package dev.stockload.ledger;

import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.PackedWriter;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Every create once more, in a file of its own that is only ever added to. After a kill H2 can open
 * a file in a state of seconds before, although it had committed and synced since; what was sent in
 * those seconds is known from here.
 */
final class IntentJournal {
    /** H2 goes back a minute at most; what is older than this is not lost any more. */
    private static final Duration KEPT = Duration.ofDays(1);

    private static final long LARGE = 4 << 20;
    private static final int LONGEST = 64 << 20;

    private final Path file;

    /** A create as it was about to leave. */
    record Entry(String id, String run, String account, Instant at, List<LedgerColour> colours) {}

    IntentJournal(Path file) {
        this.file = file;
    }

    /** When this returns, the entry outlasts a kill and a power cut. */
    void add(Entry entry) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            write(channel, entry);
            channel.force(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The entries in the order they were added, without one that was cut off in writing. */
    List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        if (!Files.exists(file)) {
            return entries;
        }
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long end = 0;
            for (byte[] next = read(channel); next != null; next = read(channel)) {
                entries.add(unpack(new PackedReader(next)));
                end = channel.position();
            }
            // What comes next is to stand behind what is whole.
            channel.truncate(end);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return entries;
    }

    /** Leaves out old entries where the file has become large. */
    void tidy(Instant now) {
        try {
            if (!Files.exists(file) || Files.size(file) < LARGE) {
                return;
            }
            Path beside = file.resolveSibling(file.getFileName() + ".part");
            Files.deleteIfExists(beside);
            try (FileChannel channel =
                    FileChannel.open(
                            beside, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                for (Entry entry : entries()) {
                    if (entry.at().isAfter(now.minus(KEPT))) {
                        write(channel, entry);
                    }
                }
                channel.force(true);
            }
            Files.move(
                    beside,
                    file,
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(FileChannel channel, Entry entry) throws IOException {
        byte[] bytes = Deflated.of(pack(entry));
        ByteBuffer buffer = ByteBuffer.allocate(bytes.length + 8);
        buffer.putInt(bytes.length).putInt(checksum(bytes)).put(bytes).flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /** The next entry, null where there is none or not all of it. */
    private static byte[] read(FileChannel channel) throws IOException {
        try {
            ByteBuffer head = fill(channel, 8);
            int length = head.getInt();
            int checksum = head.getInt();
            if (length <= 0 || length > LONGEST) {
                return null;
            }
            byte[] bytes = fill(channel, length).array();
            return checksum(bytes) == checksum ? Deflated.undo(bytes) : null;
        } catch (EOFException e) {
            return null;
        }
    }

    private static ByteBuffer fill(FileChannel channel, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException();
            }
        }
        return buffer.flip();
    }

    private static int checksum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return (int) sum.getValue();
    }

    private static byte[] pack(Entry entry) {
        PackedWriter out = new PackedWriter();
        out.text(entry.id());
        out.text(entry.run());
        out.text(entry.account());
        out.text(entry.at().toString());
        out.number(entry.colours().size());
        for (LedgerColour colour : entry.colours()) {
            out.number(colour.product());
            out.text(colour.name());
            out.bytes(colour.sizes().bytes());
        }
        return out.bytes();
    }

    private static Entry unpack(PackedReader in) {
        String id = in.text();
        String run = in.text();
        String account = in.text();
        Instant at = Instant.parse(in.text());
        int count = in.number();
        List<LedgerColour> colours = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            colours.add(
                    new LedgerColour(
                            i,
                            ColourState.SENDING,
                            in.number(),
                            in.text(),
                            new PackedSizes(in.bytes()),
                            new int[0],
                            new int[0]));
        }
        return new Entry(id, run, account, at, colours);
    }
}
