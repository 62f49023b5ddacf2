package dev.stockload.database;

import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** Deflate compression, for texts that repeat themselves such as the sentences of problems. */
public final class Compression {
    /** Uncompressed size at which a block is closed, so that table rows stay small. */
    private static final int BLOCK_SIZE = 1 << 17;

    private Compression() {}

    public static byte[] compress(byte[] content) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflated = new DeflaterOutputStream(out, deflater)) {
            deflated.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            deflater.end();
        }
        return out.toByteArray();
    }

    public static byte[] decompress(byte[] deflated) {
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Packs items into compressed blocks. Needs no database, so it can run in another thread. */
    public static <T> List<byte[]> blocks(Iterable<T> items, BiConsumer<T, PackedWriter> write) {
        List<byte[]> blocks = new ArrayList<>();
        PackedWriter block = new PackedWriter();
        for (T item : items) {
            write.accept(item, block);
            if (block.size() > BLOCK_SIZE) {
                blocks.add(compress(block.bytes()));
                block = new PackedWriter();
            }
        }
        if (block.size() > 0) {
            blocks.add(compress(block.bytes()));
        }
        return blocks;
    }

    public static <T> List<T> items(byte[] block, Function<PackedReader, T> read) {
        PackedReader in = new PackedReader(decompress(block));
        List<T> items = new ArrayList<>();
        while (in.hasMore()) {
            items.add(read.apply(in));
        }
        return items;
    }
}
