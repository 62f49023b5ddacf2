package dev.stockload.book;

import dev.stockload.book.rules.SentColour;
import dev.stockload.database.Database;
import dev.stockload.runs.Run;
import dev.stockload.runs.Runs;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;

import org.apache.commons.collections4.ListUtils;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The colours of runs in sending order with their states; a state changes only together with the
 * balance of its run.
 */
public record RunColours(Database database, Runs runs) {
    private static final int BLOCK = 300;

    /** How many blocks are read at once: as many colours as a chunk of requests. */
    private static final int BLOCKS = 10;

    /** Stores the colours in this order; their own positions are ignored. */
    void replace(String run, List<RunColour> ordered) {
        database.sql("delete from run_colours where run = :run").param("run", run).update();
        database.addAll(
                "insert into run_colours (run, number, states, colours) values (?, ?, ?, ?)",
                IntStream.range(0, (ordered.size() + BLOCK - 1) / BLOCK)
                        .mapToObj(number -> block(run, number, ordered))
                        .toList());
    }

    private static Object[] block(String run, int number, List<RunColour> ordered) {
        int from = number * BLOCK;
        PackedWriter block = new PackedWriter();
        StringBuilder states = new StringBuilder(BLOCK);
        for (RunColour colour : ordered.subList(from, Math.min(ordered.size(), from + BLOCK))) {
            colour.write(block);
            states.append(colour.state().letter());
        }
        return new Object[] {run, number, states.toString(), block.bytes()};
    }

    public List<RunColour> block(String run, int number) {
        return blocks(run, List.of(number)).get(0);
    }

    private List<List<RunColour>> blocks(String run, List<Integer> numbers) {
        return database.sql(
                        """
                        select c.number, c.states, c.colours from unnest(:numbers) as wanted (number)
                          join run_colours c on c.run = :run and c.number = wanted.number
                         order by c.number
                        """)
                .param("numbers", Database.array(numbers, each -> each))
                .param("run", run)
                .query((row, n) -> colours(row))
                .list();
    }

    private static List<RunColour> colours(ResultSet row) throws SQLException {
        int first = row.getInt(1) * BLOCK;
        String states = row.getString(2);
        PackedReader in = new PackedReader(row.getBytes(3));
        List<RunColour> colours = new ArrayList<>(states.length());
        for (int i = 0; i < states.length(); i++) {
            ColourState state = ColourState.of(states.charAt(i));
            colours.add(RunColour.read(first + i, state, in));
        }
        return colours;
    }

    /** The colours of a request as their run has them, by position. */
    public SortedMap<Integer, RunColour> at(String run, Collection<SentColour> sent) {
        Set<Integer> places = sent.stream().map(SentColour::position).collect(Collectors.toSet());
        SortedMap<Integer, RunColour> found = new TreeMap<>();
        places.stream()
                .map(place -> place / BLOCK)
                .distinct()
                .flatMap(number -> block(run, number).stream())
                .filter(colour -> places.contains(colour.position()))
                .forEach(colour -> found.put(colour.position(), colour));
        return found;
    }

    public List<RunColour> in(String run, ColourState state) {
        return each(run, state).toList();
    }

    /** Those that were not sent because of their rows. */
    public List<RunColour> bad(String run) {
        return inStates(run, ColourState.HELD, ColourState.REJECTED).toList();
    }

    public Stream<RunColour> each(String run, ColourState state) {
        return inStates(run, state, state);
    }

    private Stream<RunColour> inStates(String run, ColourState one, ColourState other) {
        return inBlocks(run, "%" + one.letter() + "%", "%" + other.letter() + "%")
                .filter(colour -> colour.state() == one || colour.state() == other);
    }

    public Stream<RunColour> all(String run) {
        return inBlocks(run, "%", "%");
    }

    private Stream<RunColour> inBlocks(String run, String states, String others) {
        List<Integer> numbers =
                database.sql(
                                """
                                select number from run_colours
                                 where run = ? and (states like ? or states like ?) order by number
                                """)
                        .params(run, states, others)
                        .query(Integer.class)
                        .list();
        return ListUtils.partition(numbers, BLOCKS).stream()
                .flatMap(some -> blocks(run, some).stream())
                .flatMap(List::stream);
    }

    public Tally count(String run) {
        return plus(Tally.NONE, all(run), Set.of());
    }

    /** A balance with these colours; the rows of some states are counted elsewhere. */
    public static Tally plus(Tally tally, Stream<RunColour> all, Set<ColourState> withoutRows) {
        int[] colours = new int[ColourState.values().length];
        int[] rows = new int[ColourState.values().length];
        all.forEach(
                colour -> {
                    int state = colour.state().ordinal();
                    colours[state]++;
                    rows[state] += withoutRows.contains(colour.state()) ? 0 : colour.rows().length;
                });
        Tally sum = tally;
        for (ColourState state : ColourState.values()) {
            sum = sum.plus(state, colours[state.ordinal()], rows[state.ordinal()]);
        }
        return sum;
    }

    /**
     * Changes ready colours that will not be sent; {@code newer} says how many of the sizes each
     * newer run has.
     */
    public void leaveOut(
            Run run, Collection<RunColour> left, ColourState as, Map<Long, Integer> newer) {
        database.inTransaction(
                () -> {
                    Tally tally = runs.expectOwner(run).tally();
                    tally = move(run.id(), tally, left, ColourState.READY, as);
                    runs.tally(run.id(), tally.leftToNewer(newer), 0);
                });
    }

    /**
     * Changes the state of colours; throws if one is not in the expected state. Returns the balance
     * after that, which is to be stored with it.
     */
    Tally move(
            String run,
            Tally tally,
            Collection<RunColour> moved,
            ColourState from,
            ColourState to) {
        Map<Integer, List<RunColour>> byBlock = new TreeMap<>();
        moved.forEach(
                c -> byBlock.computeIfAbsent(c.position() / BLOCK, b -> new ArrayList<>()).add(c));
        byBlock.forEach((number, colours) -> move(run, number, colours, from, to));
        int rows = moved.stream().mapToInt(c -> c.rows().length).sum();
        return tally.move(from, to, moved.size(), rows);
    }

    private void move(
            String run, int number, List<RunColour> moved, ColourState from, ColourState to) {
        // Most requests are a whole block, of which the states before are known.
        boolean isWhole = moved.size() == BLOCK;
        String letters = String.valueOf(from.letter()).repeat(BLOCK);
        if (isWhole && store(run, number, letters, letters.replace(from.letter(), to.letter()))) {
            return;
        }
        String before =
                database.sql("select states from run_colours where run = ? and number = ?")
                        .param(run)
                        .param(number)
                        .query(String.class)
                        .single();
        StringBuilder after = new StringBuilder(before);
        for (RunColour colour : moved) {
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
        Database.expect(
                1, store(run, number, before, after.toString()) ? 1 : 0, "states of run " + run);
    }

    private boolean store(String run, int number, String before, String after) {
        return database.sql(
                                """
                                update run_colours set states = :after
                                 where run = :run and number = :number and states = :before
                                """)
                        .param("after", after)
                        .param("run", run)
                        .param("number", number)
                        .param("before", before)
                        .update()
                == 1;
    }
}
