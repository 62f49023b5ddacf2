package dev.stockload.ledger;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What runs saw of their colours right before they sent them: what a request without an answer is
 * compared with, and what an undo of the run brings back.
 */
public final class SeenTable {
    private final Database database;
    private final Runs runs;
    private final StagedBlocks staged;
    private final ColourTable colours;
    private final CompressedBlocks blocks;

    SeenTable(Database database, Runs runs, StagedBlocks staged, ColourTable colours) {
        this.database = database;
        this.runs = runs;
        this.staged = staged;
        this.colours = colours;
        this.blocks = new CompressedBlocks(database, "seen");
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

    /** Keeps what was seen of colours; it is on the disk with the intent of their request. */
    public void keep(Run run, Collection<SeenColour> seen) {
        revise(run, seen, List.of());
    }

    /** What was seen last of these colours, as far as they were looked at. */
    public Map<AcknowledgedStock.Key, SeenColour> of(
            String run, Collection<AcknowledgedStock.Key> some) {
        Set<AcknowledgedStock.Key> wanted = new HashSet<>(some);
        Map<AcknowledgedStock.Key, SeenColour> found = new HashMap<>();
        // What a request has just sent was seen just before: it is in the newest block.
        for (int block = blocks.next(run) - 1; block >= 0 && !wanted.isEmpty(); block--) {
            blocks.read(
                    run,
                    block,
                    in -> {
                        SeenColour next = SeenColour.read(in);
                        if (wanted.remove(next.key())) {
                            found.put(next.key(), next);
                        }
                    });
        }
        return found;
    }

    /** What was seen last of each colour of a run. */
    public Map<AcknowledgedStock.Key, SeenColour> of(String run) {
        Map<AcknowledgedStock.Key, SeenColour> all = new LinkedHashMap<>();
        blocks.read(
                run,
                in -> {
                    SeenColour next = SeenColour.read(in);
                    all.put(next.key(), next);
                });
        return all;
    }

    private void add(Run run, Collection<SeenColour> seen) {
        int first = blocks.next(run.id());
        List<byte[]> packed = CompressedBlocks.pack(seen, SeenColour::write);
        database.addAll(
                "insert into seen (run, number, colours) values (?, ?, ?)",
                IntStream.range(0, packed.size())
                        .mapToObj(i -> new Object[] {run.id(), first + i, packed.get(i)})
                        .iterator());
    }
}
