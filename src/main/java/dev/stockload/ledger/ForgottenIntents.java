package dev.stockload.ledger;

import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedSizes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The file {@code stockload.intents} that an earlier version left. Its H2 could forget commits when
 * it was killed, so it kept every create there too. What the ledger does not know of it is put in
 * doubt, and so read back from the service, before anything is sent; then the file goes.
 */
public final class ForgottenIntents {
    /** As long as colours can be looked at; stock of that age was sent anew since. */
    private static final Duration KEPT = Duration.ofDays(30);

    private static final int HEAD = 8;

    private final Path file;
    private final Database database;
    private final Runs runs;
    private final ColourTable colours;
    private final Outbox outbox;

    private record Entry(
            String id,
            String run,
            String account,
            Instant at,
            Map<AcknowledgedStock.Key, PackedSizes> colours) {}

    ForgottenIntents(
            LedgerAddress address,
            Database database,
            Runs runs,
            ColourTable colours,
            Outbox outbox) {
        this.file = address.isFile() ? Path.of(address.path() + ".intents") : null;
        this.database = database;
        this.runs = runs;
        this.colours = colours;
        this.outbox = outbox;
    }

    /**
     * Puts in doubt the colours of this run that have the very content of a create that the ledger
     * has forgotten.
     *
     * @return how many there are
     */
    public int putInDoubt(Run run) {
        if (file == null || !Files.exists(file)) {
            return 0;
        }
        int count = 0;
        boolean waiting = false;
        for (Entry entry : forgotten(run.startedAt().minus(KEPT))) {
            List<LedgerColour> sent = mayBeOf(run, entry) ? sent(run, entry) : List.of();
            if (!sent.isEmpty() || entry.run().equals(run.id())) {
                outbox.forgotten(run, entry.id(), sent, entry.at());
                count += sent.size();
            } else {
                waiting = true;
            }
        }
        if (!waiting) {
            delete();
        }
        return count;
    }

    /** A run that the ledger has forgotten too comes again under another name. */
    private boolean mayBeOf(Run run, Entry entry) {
        return entry.account().equals(run.account())
                && (entry.run().equals(run.id()) || runs.find(entry.run()).isEmpty());
    }

    private List<LedgerColour> sent(Run run, Entry entry) {
        return colours.in(run.id(), ColourState.READY).stream()
                .filter(
                        c ->
                                c.sizes()
                                        .equals(
                                                entry.colours()
                                                        .get(
                                                                new AcknowledgedStock.Key(
                                                                        c.product(), c.name()))))
                .toList();
    }

    private List<Entry> forgotten(Instant oldest) {
        return entries().stream()
                .filter(entry -> entry.at().isAfter(oldest))
                .filter(
                        entry ->
                                database.sql("select id from request where id = :id")
                                        .param("id", entry.id())
                                        .query(String.class)
                                        .optional()
                                        .isEmpty())
                .toList();
    }

    /** The whole entries; behind one that was cut off in writing there may be others. */
    private List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        try {
            ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file));
            while (all.remaining() > HEAD) {
                int at = all.position();
                byte[] bytes = next(all);
                if (bytes == null) {
                    all.position(at + 1);
                } else {
                    entries.add(unpack(new PackedReader(Compression.decompress(bytes))));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return entries;
    }

    /** An entry is its length, its checksum and as many bytes; null where none begins here. */
    private static byte[] next(ByteBuffer all) {
        int length = all.getInt();
        int checksum = all.getInt();
        if (length <= 0 || length > all.remaining()) {
            return null;
        }
        byte[] bytes = new byte[length];
        all.get(bytes);
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return (int) sum.getValue() == checksum ? bytes : null;
    }

    private static Entry unpack(PackedReader in) {
        String id = in.text();
        String run = in.text();
        String account = in.text();
        Instant at = Instant.parse(in.text());
        int count = in.number();
        Map<AcknowledgedStock.Key, PackedSizes> colours = new HashMap<>();
        for (int i = 0; i < count; i++) {
            AcknowledgedStock.Key key = new AcknowledgedStock.Key(in.number(), in.text());
            colours.put(key, new PackedSizes(in.bytes()));
        }
        return new Entry(id, run, account, at, colours);
    }

    private void delete() {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
