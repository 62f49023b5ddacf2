package dev.stockload.database;

import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A table of compressed blocks: each run has some, read in the order in which they were added. */
public final class CompressedBlocks {
    /** Uncompressed size at which a block is closed, so that table rows stay small. */
    private static final int SIZE = 1 << 17;

    private final Database database;
    private final String table;

    /**
     * @param table has the columns run, number and colours
     */
    public CompressedBlocks(Database database, String table) {
        this.database = database;
        this.table = table;
    }

    /** Packs items into compressed blocks. Needs no database, so it can run in another thread. */
    public static <T> List<byte[]> pack(Iterable<T> items, BiConsumer<T, PackedWriter> write) {
        List<byte[]> blocks = new ArrayList<>();
        PackedWriter block = new PackedWriter();
        for (T item : items) {
            write.accept(item, block);
            if (block.size() > SIZE) {
                blocks.add(Compression.compress(block.bytes()));
                block = new PackedWriter();
            }
        }
        if (block.size() > 0) {
            blocks.add(Compression.compress(block.bytes()));
        }
        return blocks;
    }

    /** Reads all items in the blocks of a run. */
    public void read(String run, Consumer<PackedReader> reading) {
        database.sql("select colours from %s where run = :run order by number".formatted(table))
                .param("run", run)
                .query((row, number) -> row.getBytes(1))
                .list()
                .forEach(block -> read(block, reading));
    }

    private static void read(byte[] block, Consumer<PackedReader> reading) {
        PackedReader in = new PackedReader(Compression.decompress(block));
        while (in.hasMore()) {
            reading.accept(in);
        }
    }
}
