package dev.stockload.ledger;

import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What undos saw of their colours right before they sent them: what a request without an answer is
 * compared with, and what an undo of the undo brings back.
 */
public final class SeenBook {
    private static final int BLOCK = 1 << 17;

    private final Database database;
    private final Runs runs;
    private final StagedBlocks staged;
    private final ColourTable colours;

    SeenBook(Database database, Runs runs, StagedBlocks staged, ColourTable colours) {
        this.database = database;
        this.runs = runs;
        this.staged = staged;
        this.colours = colours;
    }

    /** Keeps what the first look has shown, in place of anything kept before. */
    public void begin(Run run, Collection<SeenColour> seen) {
        database.inTransaction(
                () -> {
                    runs.expectOwner(run);
                    database.sql("delete from seen where run = :run")
                            .param("run", run.id())
                            .update();
                    add(run, seen);
                });
    }

    /**
     * Keeps what another look has shown, and what is sent instead of what was planned.
     *
     * @param revised colours with other sizes than they had
     */
    public void revise(Run run, Collection<SeenColour> seen, List<LedgerColour> revised) {
        if (seen.isEmpty() && revised.isEmpty()) {
            return;
        }
        database.inTransaction(
                () -> {
                    runs.expectOwner(run);
                    add(run, seen);
                    if (!revised.isEmpty()) {
                        colours.consistOf(run.id(), revised, staged.append(run.id(), revised));
                    }
                });
    }

    /** What was seen last of each colour of an undo. */
    public Map<Acknowledged.Key, SeenColour> of(String run) {
        Map<Acknowledged.Key, SeenColour> all = new LinkedHashMap<>();
        for (byte[] block : blocks(run)) {
            PackedReader in = new PackedReader(Compression.decompress(block));
            while (in.hasMore()) {
                SeenColour next = SeenColour.read(in);
                all.put(next.key(), next);
            }
        }
        return all;
    }

    private List<byte[]> blocks(String run) {
        return database.sql("select colours from seen where run = :run order by number")
                .param("run", run)
                .query((row, number) -> row.getBytes(1))
                .list();
    }

    private void add(Run run, Collection<SeenColour> seen) {
        int number =
                database.sql("select coalesce(max(number) + 1, 0) from seen where run = :run")
                        .param("run", run.id())
                        .query(Integer.class)
                        .single();
        List<Object[]> rows = new ArrayList<>();
        PackedWriter block = new PackedWriter();
        for (SeenColour colour : seen) {
            colour.write(block);
            if (block.size() > BLOCK) {
                rows.add(new Object[] {run.id(), number++, Compression.compress(block.bytes())});
                block = new PackedWriter();
            }
        }
        if (block.size() > 0) {
            rows.add(new Object[] {run.id(), number, Compression.compress(block.bytes())});
        }
        database.addAll(
                "insert into seen (run, number, colours) values (?, ?, ?)", rows.iterator());
    }
}
