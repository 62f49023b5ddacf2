package dev.stockload.ledger;

import dev.stockload.book.rules.SizeEntry;
import dev.stockload.stock.Size;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What undos decided about each size, for their reports. */
public final class UndoFates {
    private final Database database;
    private final CompressedBlocks blocks;

    UndoFates(Database database) {
        this.database = database;
        this.blocks = new CompressedBlocks(database, "undo_fate");
    }

    /** Keeps what an undo decided, in place of anything kept before. */
    public void keep(String run, List<UndoneSize> sizes) {
        database.sql("delete from undo_fate where run = :run").param("run", run).update();
        List<byte[]> packed = CompressedBlocks.pack(sizes, UndoneSize::write);
        database.addAll(
                "insert into undo_fate (run, number, colours) values (?, ?, ?)",
                IntStream.range(0, packed.size())
                        .mapToObj(number -> new Object[] {run, number, packed.get(number)})
                        .iterator());
    }

    /** A size of a product. */
    public record Key(int product, String colour, Size size) {}

    /** These sizes stay as they are after all: they have changed since they were looked at. */
    public void keep(String run, Map<Key, SizeEntry> changed) {
        List<UndoneSize> all = new ArrayList<>();
        for (UndoneSize each : of(run)) {
            SizeEntry now = changed.get(new Key(each.product(), each.key(), each.size()));
            all.add(now == null ? each : changed(each, now));
        }
        database.inTransaction(() -> keep(run, all));
    }

    private static UndoneSize changed(UndoneSize size, SizeEntry now) {
        Integer pieces = now.shown().isThere() ? (Integer) now.shown().stock().pieces() : null;
        return size.changed(
                pieces,
                pieces == null
                        ? "it is no longer there"
                        : "sold or changed since: sent %d, now %d".formatted(size.now(), pieces));
    }

    public List<UndoneSize> of(String run) {
        List<UndoneSize> sizes = new ArrayList<>();
        blocks.read(run, in -> sizes.add(UndoneSize.read(in)));
        return sizes;
    }
}
