package dev.stockload.ledger;

import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;
import dev.stockload.stock.ProductRef;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The staged colours in the ledger, by their numbers; the blocks used last are at hand. */
final class StagedBlocks {
    /** The number of the first colour that is not of the sheet; below it are those that are. */
    static final int ADDED = 1 << 29;

    private static final int ADDED_BLOCKS = 1 << 20;
    private static final int BLOCK = 1 << 18;
    private static final int AT_HAND = 16;
    private static final int RUNS_AT_HAND = 16;

    private final Database database;
    private final Map<String, TreeMap<Integer, Integer>> numbers = recent(RUNS_AT_HAND);
    private final Map<Place, List<StagedColour>> blocks = recent(AT_HAND);

    private record Place(String run, int number) {}

    /** Some colours, packed, and the number of the one after them. */
    private record Packed(byte[] bytes, int first, int next) {}

    StagedBlocks(Database database) {
        this.database = database;
    }

    void replace(String run, Iterable<StagedColour> colours) {
        forget(run);
        database.sql("delete from staged where run = :run").param("run", run).update();
        database.addAll(
                "insert into staged (run, number, first, colours) values (?, ?, ?, ?)",
                new Packing(run, 0, 0, colours.iterator()));
    }

    /** Keeps colours that are not of the sheet, in place of those kept before. */
    void replaceAdded(String run, Iterable<StagedColour> colours) {
        forget(run);
        database.sql("delete from staged where run = :run and number >= :number")
                .param("run", run)
                .param("number", ADDED_BLOCKS)
                .update();
        database.addAll(
                "insert into staged (run, number, first, colours) values (?, ?, ?, ?)",
                new Packing(run, ADDED_BLOCKS, ADDED, colours.iterator()));
    }

    /**
     * Keeps other sizes of colours as further ones that are not of the sheet; what is there stays,
     * so that nobody who has it at hand is wrong.
     *
     * @return the number of the first
     */
    int append(String run, List<LedgerColour> colours) {
        forget(run);
        Map.Entry<Integer, Integer> last = numbers(run).lastEntry();
        boolean first = last.getKey() < ADDED;
        int number = first ? ADDED_BLOCKS : last.getValue() + 1;
        int next = first ? ADDED : last.getKey() + unpack(run, last.getValue()).size();
        PackedWriter block = new PackedWriter();
        for (LedgerColour colour : colours) {
            ProductRef product = new ProductRef(colour.product(), null);
            new StagedColour(
                            ColourState.READY,
                            product,
                            colour.name(),
                            colour.sizes(),
                            colour.rows())
                    .write(block);
        }
        database.addAll(
                "insert into staged (run, number, first, colours) values (?, ?, ?, ?)",
                List.of(new Object[][] {{run, number, next, block.bytes()}}).iterator());
        return next;
    }

    /** Packs one block while the one before is written. */
    private static final class Packing implements Iterator<Object[]> {
        private final String run;
        private final Iterator<StagedColour> rest;
        private final PackedWriter block = new PackedWriter(BLOCK + BLOCK / 8);
        private CompletableFuture<Packed> ahead;
        private int number;

        Packing(String run, int number, int first, Iterator<StagedColour> rest) {
            this.run = run;
            this.number = number;
            this.rest = rest;
            ahead = CompletableFuture.supplyAsync(() -> pack(first));
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

    /** The staged colours of the sheet, in its order, read block by block. */
    Iterable<StagedColour> colours(String run) {
        List<Integer> all =
                database.sql(
                                """
                                select number from staged where run = :run and number < :added
                                 order by number
                                """)
                        .param("run", run)
                        .param("added", ADDED_BLOCKS)
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

    /** The staged colours of these numbers, read in the order in which they are stored. */
    IntFunction<StagedColour> of(String run, IntStream numbers) {
        int[] wanted = numbers.sorted().distinct().toArray();
        StagedColour[] found = new StagedColour[wanted.length];
        for (int i = 0; i < wanted.length; i++) {
            found[i] = get(run, wanted[i]);
        }
        return number -> found[Arrays.binarySearch(wanted, number)];
    }

    /** The staged colour of this number. */
    StagedColour get(String run, int index) {
        return found(run, index)
                .or(
                        () -> {
                            // Another process has added some since.
                            forget(run);
                            return found(run, index);
                        })
                .orElseThrow();
    }

    private Optional<StagedColour> found(String run, int index) {
        Map.Entry<Integer, Integer> at = atHand(numbers, run, () -> numbers(run)).floorEntry(index);
        int number = at.getValue();
        List<StagedColour> block =
                atHand(blocks, new Place(run, number), () -> unpack(run, number));
        int place = index - at.getKey();
        return place < block.size() ? Optional.of(block.get(place)) : Optional.empty();
    }

    private TreeMap<Integer, Integer> numbers(String run) {
        TreeMap<Integer, Integer> found = new TreeMap<>();
        database.sql("select first, number from staged where run = :run")
                .param("run", run)
                .query(
                        row -> {
                            found.put(row.getInt(1), row.getInt(2));
                        });
        return found;
    }

    /**
     * Reads what is not at hand without a lock: whoever waits for it may hold the connection that
     * the reading needs.
     */
    private static <K, V> V atHand(Map<K, V> recent, K key, Supplier<V> read) {
        V found = recent.get(key);
        if (found == null) {
            found = read.get();
            recent.put(key, found);
        }
        return found;
    }

    private static <K, V> Map<K, V> recent(int most) {
        return Collections.synchronizedMap(
                new LinkedHashMap<>(most, 0.75f, true) {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                        return size() > most;
                    }
                });
    }

    private void forget(String run) {
        numbers.remove(run);
        synchronized (blocks) {
            blocks.keySet().removeIf(place -> place.run().equals(run));
        }
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
