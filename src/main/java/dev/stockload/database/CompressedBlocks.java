package dev.stockload.database;

import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A table of compressed blocks, some for each run, read in the order in which they were added. */
public final class CompressedBlocks {
    /** A row of a table should not become much larger than this. */
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

    /** Things as blocks, which can be made beside other work. */
    public static <T> List<byte[]> pack(Iterable<T> things, BiConsumer<T, PackedWriter> write) {
        List<byte[]> blocks = new ArrayList<>();
        PackedWriter block = new PackedWriter();
        for (T thing : things) {
            write.accept(thing, block);
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

    /** Reads all blocks of a run to their ends. */
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
