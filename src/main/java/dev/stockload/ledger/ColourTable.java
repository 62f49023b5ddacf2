package dev.stockload.ledger;

import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The settled colours of runs, in sending order, and the state of each. */
public final class ColourTable {
    private static final int BLOCK = 300;

    /** How many blocks are read at once: what they consist of stands anywhere in the sheet. */
    private static final int BLOCKS_AT_A_TIME = 64;

    private final Database database;
    private final StagedBlocks staged;

    /** Some colours as they are stored, and the number of the first one. */
    private record Block(int first, String states, byte[] colours) {
        private IntStream staged() {
            PackedReader in = new PackedReader(colours);
            return IntStream.range(0, states.length())
                    .flatMap(i -> IntStream.of(LedgerColour.staged(in)));
        }

        private Stream<LedgerColour> read(IntFunction<StagedColour> staged) {
            PackedReader in = new PackedReader(colours);
            return IntStream.range(0, states.length())
                    .mapToObj(
                            i ->
                                    LedgerColour.read(
                                            first + i,
                                            ColourState.of(states.charAt(i)),
                                            in,
                                            staged));
        }
    }

    ColourTable(Database database, StagedBlocks staged) {
        this.database = database;
        this.staged = staged;
    }

    /** Puts the colours in this order; their own positions do not count. */
    void replace(String run, List<LedgerColour> ordered) {
        database.sql("delete from settled where run = :run").param("run", run).update();
        database.addAll(
                "insert into settled (run, number, states, colours) values (?, ?, ?, ?)",
                IntStream.range(0, (ordered.size() + BLOCK - 1) / BLOCK)
                        .mapToObj(number -> settled(run, number, ordered))
                        .iterator());
    }

    private static Object[] settled(String run, int number, List<LedgerColour> ordered) {
        int from = number * BLOCK;
        PackedWriter block = new PackedWriter(BLOCK * 12);
        StringBuilder states = new StringBuilder(BLOCK);
        for (LedgerColour colour : ordered.subList(from, Math.min(ordered.size(), from + BLOCK))) {
            colour.write(block);
            states.append(colour.state().letter());
        }
        return new Object[] {run, number, states.toString(), block.bytes()};
    }

    /** The numbers of the blocks that hold a colour in this state, in order. */
    public List<Integer> blocksWith(String run, ColourState state) {
        return database.sql(
                        """
                        select number from settled where run = :run and states like :letter
                         order by number
                        """)
                .param("run", run)
                .param("letter", "%" + state.letter() + "%")
                .query(Integer.class)
                .list();
    }

    /** The colours of one block, in order. */
    public List<LedgerColour> block(String run, int number) {
        return read(run, List.of(number)).toList();
    }

    /** The colours of some blocks, in order; each part of the sheet is read once for all. */
    private Stream<LedgerColour> read(String run, List<Integer> numbers) {
        List<Block> blocks =
                database.sql(
                                """
                                select s.number, s.states, s.colours
                                  from unnest(:numbers) as wanted (number)
                                  join settled s on s.run = :run and s.number = wanted.number
                                 order by s.number
                                """)
                        .param("run", run)
                        .param("numbers", Database.array(numbers))
                        .query(
                                (row, n) ->
                                        new Block(
                                                row.getInt(1) * BLOCK,
                                                row.getString(2),
                                                row.getBytes(3)))
                        .list();
        // Only now, when the connection is given back: the staged colours may need one too.
        IntFunction<StagedColour> parts =
                staged.of(run, blocks.stream().flatMapToInt(Block::staged));
        return blocks.stream().flatMap(block -> block.read(parts));
    }

    /** The same for any number of blocks, some after the other. */
    private Stream<LedgerColour> readAll(String run, List<Integer> numbers) {
        return IntStream.iterate(0, from -> from < numbers.size(), from -> from + BLOCKS_AT_A_TIME)
                .mapToObj(
                        from ->
                                numbers.subList(
                                        from, Math.min(numbers.size(), from + BLOCKS_AT_A_TIME)))
                .flatMap(some -> read(run, some));
    }

    /** How many sizes of these colours are not in the sheet, and were not at 0 before. */
    int zeros(String run, Collection<LedgerColour> some) {
        return some.stream()
                .flatMapToInt(colour -> IntStream.of(colour.staged()))
                .filter(number -> number >= StagedBlocks.ADDED)
                .mapToObj(number -> staged.get(run, number))
                .filter(part -> part.state() == ColourState.READY)
                .mapToInt(part -> part.sizes().count())
                .sum();
    }

    /** Lets each of these colours consist of one staged colour, numbered in their order. */
    void consistOf(String run, List<LedgerColour> revised, int first) {
        Map<Integer, Integer> staged = new HashMap<>();
        revised.forEach(colour -> staged.put(colour.position(), first + staged.size()));
        staged.keySet().stream()
                .map(position -> position / BLOCK)
                .distinct()
                .forEach(number -> rewrite(run, number, staged));
    }

    private void rewrite(String run, int number, Map<Integer, Integer> staged) {
        byte[] before =
                database.sql("select colours from settled where run = ? and number = ?")
                        .param(run)
                        .param(number)
                        .query((row, n) -> row.getBytes(1))
                        .single();
        PackedReader in = new PackedReader(before);
        PackedWriter after = new PackedWriter(before.length);
        for (int position = number * BLOCK; in.hasMore(); position++) {
            after.number(in.number());
            int[] parts = in.numbers();
            Integer one = staged.get(position);
            after.numbers(one == null ? parts : new int[] {one});
        }
        int changed =
                database.template()
                        .update(
                                "update settled set colours = ? where run = ? and number = ?",
                                after.bytes(),
                                run,
                                number);
        Database.expect(1, changed, "colours of run " + run);
    }

    /** All colours of a run in this state, in order. */
    public List<LedgerColour> in(String run, ColourState state) {
        return readAll(run, blocksWith(run, state))
                .filter(colour -> colour.state() == state)
                .toList();
    }

    /** All colours of a run, read some blocks at a time. */
    public Stream<LedgerColour> all(String run) {
        return readAll(
                run,
                database.sql("select number from settled where run = :run order by number")
                        .param("run", run)
                        .query(Integer.class)
                        .list());
    }

    /** Counts the colours and their rows anew. */
    public Tally count(String run) {
        Tally[] tally = {Tally.NONE};
        all(run).forEach(c -> tally[0] = tally[0].plus(c.state(), 1, c.rows().length));
        return tally[0];
    }

    /** How many colours of a run are in each state, as they show it themselves. */
    public Map<ColourState, Integer> states(String run) {
        Map<ColourState, Integer> counts = new EnumMap<>(ColourState.class);
        database.sql("select states from settled where run = :run")
                .param("run", run)
                .query(String.class)
                .list()
                .forEach(
                        states ->
                                states.chars()
                                        .forEach(
                                                letter ->
                                                        counts.merge(
                                                                ColourState.of((char) letter),
                                                                1,
                                                                Integer::sum)));
        return counts;
    }

    /** Moves colours from one state to another; one that is in neither is a bug we hear of. */
    void move(String run, Collection<LedgerColour> moved, ColourState from, ColourState to) {
        Map<Integer, List<LedgerColour>> byBlock = new TreeMap<>();
        moved.forEach(
                c -> byBlock.computeIfAbsent(c.position() / BLOCK, b -> new ArrayList<>()).add(c));
        byBlock.forEach((number, colours) -> move(run, number, colours, from, to));
    }

    private void move(
            String run, int number, List<LedgerColour> moved, ColourState from, ColourState to) {
        String before =
                database.sql("select states from settled where run = ? and number = ?")
                        .param(run)
                        .param(number)
                        .query(String.class)
                        .single();
        StringBuilder after = new StringBuilder(before);
        for (LedgerColour colour : moved) {
            int at = colour.position() % BLOCK;
            if (before.charAt(at) != from.letter()) {
                throw new IllegalStateException(
                        "Colour %d of run %s is %s, expected %s"
                                .formatted(
                                        colour.position(),
                                        run,
                                        ColourState.of(before.charAt(at)),
                                        from));
            }
            after.setCharAt(at, to.letter());
        }
        int changed =
                database.sql(
                                """
                                update settled set states = :after
                                 where run = :run and number = :number and states = :before
                                """)
                        .param("after", after.toString())
                        .param("run", run)
                        .param("number", number)
                        .param("before", before)
                        .update();
        Database.expect(1, changed, "states of run " + run);
    }
}
