package dev.stockload.ledger;

import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** The staged colours in the ledger, by their numbers; the blocks used last are at hand. */
final class StagedBlocks {
    private static final int BLOCK = 1 << 18;
    private static final int AT_HAND = 32;

    private final Database database;
    private String runAtHand = "";
    private TreeMap<Integer, Integer> numbers = new TreeMap<>();
    private final Map<Integer, List<StagedColour>> blocks =
            new LinkedHashMap<>(AT_HAND, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Integer, List<StagedColour>> eldest) {
                    return size() > AT_HAND;
                }
            };

    /** Some colours, packed, and the number of the one after them. */
    private record Packed(byte[] bytes, int first, int next) {}

    StagedBlocks(Database database) {
        this.database = database;
    }

    void replace(String run, Iterable<StagedColour> colours) {
        forget();
        database.sql("delete from staged where run = :run").param("run", run).update();
        database.addAll(
                "insert into staged (run, number, first, colours) values (?, ?, ?, ?)",
                new Packing(run, colours.iterator()));
    }

    /** Packs one block while the one before is written. */
    private static final class Packing implements Iterator<Object[]> {
        private final String run;
        private final Iterator<StagedColour> rest;
        private final PackedWriter block = new PackedWriter(BLOCK + BLOCK / 8);
        private CompletableFuture<Packed> ahead;
        private int number;

        Packing(String run, Iterator<StagedColour> rest) {
            this.run = run;
            this.rest = rest;
            ahead = CompletableFuture.supplyAsync(() -> pack(0));
        }

        @Override
        public boolean hasNext() {
            return ahead.join().bytes().length > 0;
        }

        @Override
        public Object[] next() {
            Packed packed = ahead.join();
            ahead = CompletableFuture.supplyAsync(() -> pack(packed.next()));
            return new Object[] {run, number++, packed.first(), packed.bytes()};
        }

        private Packed pack(int first) {
            block.clear();
            int next = first;
            while (block.size() < BLOCK && rest.hasNext()) {
                rest.next().write(block);
                next++;
            }
            return new Packed(block.bytes(), first, next);
        }
    }

    /** The staged colours in the order of the sheet, read block by block. */
    Iterable<StagedColour> colours(String run) {
        List<Integer> all =
                database.sql("select number from staged where run = :run order by number")
                        .param("run", run)
                        .query(Integer.class)
                        .list();
        return () ->
                new Iterator<>() {
                    private final Iterator<Integer> rest = all.iterator();
                    private PackedReader block = new PackedReader(new byte[0]);

                    @Override
                    public boolean hasNext() {
                        while (!block.hasMore() && rest.hasNext()) {
                            block = read(run, rest.next());
                        }
                        return block.hasMore();
                    }

                    @Override
                    public StagedColour next() {
                        if (!hasNext()) {
                            throw new NoSuchElementException();
                        }
                        return StagedColour.read(block);
                    }
                };
    }

    /** The staged colour of this number. */
    synchronized StagedColour get(String run, int index) {
        if (!run.equals(runAtHand)) {
            forget();
            database.sql("select first, number from staged where run = :run")
                    .param("run", run)
                    .query(
                            row -> {
                                numbers.put(row.getInt(1), row.getInt(2));
                            });
            runAtHand = run;
        }
        Map.Entry<Integer, Integer> at = numbers.floorEntry(index);
        return blocks.computeIfAbsent(at.getValue(), number -> unpack(run, number))
                .get(index - at.getKey());
    }

    private synchronized void forget() {
        runAtHand = "";
        numbers = new TreeMap<>();
        blocks.clear();
    }

    private List<StagedColour> unpack(String run, int number) {
        PackedReader block = read(run, number);
        List<StagedColour> colours = new ArrayList<>();
        while (block.hasMore()) {
            colours.add(StagedColour.read(block));
        }
        return colours;
    }

    private PackedReader read(String run, int number) {
        return database.sql("select colours from staged where run = ? and number = ?")
                .param(run)
                .param(number)
                .query((row, n) -> new PackedReader(row.getBytes(1)))
                .single();
    }
}
