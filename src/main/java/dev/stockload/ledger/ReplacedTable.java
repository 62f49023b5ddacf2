package dev.stockload.ledger;

import dev.stockload.stock.PackedWriter;

import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What acknowledged requests replaced, a block for each, kept for as long as a run can be undone.
 */
public final class ReplacedTable {
    private final Database database;
    private final CompressedBlocks blocks;

    ReplacedTable(Database database) {
        this.database = database;
        this.blocks = new CompressedBlocks(database, "replaced");
    }

    void add(String run, Collection<ReplacedColour> colours, Instant at) {
        PackedWriter block = new PackedWriter(colours.size() * 64);
        colours.forEach(colour -> colour.write(block));
        database.addAll(
                "insert into replaced (run, number, at, colours) values (?, ?, ?, ?)",
                List.of(
                                new Object[][] {
                                    {
                                        run,
                                        blocks.next(run),
                                        Database.time(at),
                                        Compression.compress(block.bytes())
                                    }
                                })
                        .iterator());
    }

    /** The colours that a run has sent, each once, in the order in which they were acknowledged. */
    public Collection<ReplacedColour> of(String run) {
        Map<AcknowledgedStock.Key, ReplacedColour> all = new LinkedHashMap<>();
        blocks.read(
                run,
                in -> {
                    ReplacedColour next = ReplacedColour.read(in);
                    all.merge(
                            next.key(),
                            next,
                            (first, last) ->
                                    new ReplacedColour(first.key(), first.before(), last.sent()));
                });
        return all.values();
    }

    /** The products of which a run has sent something, and nobody knows what that replaced. */
    public Set<Integer> productsNotKnown(String run) {
        Set<Integer> products = new HashSet<>();
        blocks.read(
                run,
                in -> {
                    ReplacedColour next = ReplacedColour.read(in);
                    if (next.before() == null) {
                        products.add(next.key().product());
                    }
                });
        return products;
    }
}
