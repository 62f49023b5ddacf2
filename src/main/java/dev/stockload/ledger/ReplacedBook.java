package dev.stockload.ledger;

import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;

import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What acknowledged requests replaced, a block for each, kept for as long as a run can be undone.
 */
public final class ReplacedBook {
    private final Database database;

    ReplacedBook(Database database) {
        this.database = database;
    }

    void add(String run, Collection<ReplacedColour> colours, Instant at) {
        PackedWriter block = new PackedWriter(colours.size() * 64);
        colours.forEach(colour -> colour.write(block));
        int number =
                database.sql("select coalesce(max(number) + 1, 0) from replaced where run = :run")
                        .param("run", run)
                        .query(Integer.class)
                        .single();
        database.addAll(
                "insert into replaced (run, number, at, colours) values (?, ?, ?, ?)",
                List.of(
                                new Object[][] {
                                    {
                                        run,
                                        number,
                                        Database.time(at),
                                        Compression.compress(block.bytes())
                                    }
                                })
                        .iterator());
    }

    /** The colours that a run has sent, each once, in the order in which they were acknowledged. */
    public Collection<ReplacedColour> of(String run) {
        Map<Acknowledged.Key, ReplacedColour> all = new LinkedHashMap<>();
        for (byte[] block : blocks(run)) {
            PackedReader in = new PackedReader(Compression.decompress(block));
            while (in.hasMore()) {
                ReplacedColour next = ReplacedColour.read(in);
                all.merge(
                        next.key(),
                        next,
                        (first, last) ->
                                new ReplacedColour(first.key(), first.before(), last.sent()));
            }
        }
        return all.values();
    }

    private List<byte[]> blocks(String run) {
        return database.sql("select colours from replaced where run = :run order by number")
                .param("run", run)
                .query((row, number) -> row.getBytes(1))
                .list();
    }
}
