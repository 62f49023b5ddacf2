package dev.stockload.book;

import dev.stockload.database.CompressedBlocks;
import dev.stockload.database.Database;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The decisions of undos for each size, for their reports. */
public final class UndoFates {
    private final Database database;
    private final CompressedBlocks blocks;

    public UndoFates(Database database) {
        this.database = database;
        this.blocks = new CompressedBlocks(database, "undo_fate");
    }

    /** Stores the decisions of an undo, replacing anything stored before. */
    public void keep(String run, List<UndoneSize> sizes) {
        List<byte[]> packed = CompressedBlocks.pack(sizes, UndoneSize::write);
        database.inTransaction(
                () -> {
                    database.sql("delete from undo_fate where run = :run")
                            .param("run", run)
                            .update();
                    database.addAll(
                            "insert into undo_fate (run, number, colours) values (?, ?, ?)",
                            IntStream.range(0, packed.size())
                                    .mapToObj(n -> new Object[] {run, n, packed.get(n)})
                                    .iterator());
                });
    }

    public List<UndoneSize> of(String run) {
        List<UndoneSize> sizes = new ArrayList<>();
        blocks.read(run, in -> sizes.add(UndoneSize.read(in)));
        return sizes;
    }
}
