package dev.stockload.book;

import dev.stockload.database.Compression;
import dev.stockload.database.Database;
import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.SheetRows;

import org.apache.commons.collections4.ListUtils;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The problems and warnings of runs, by the step that found them. */
public record ProblemTable(Database database) {
    private static final int MOST_ASKED = 1000;

    /** What found the problem. Only problems of the sheet are stored in the order of their rows. */
    enum Part {
        SHEET('p'),
        WARNING('w'),
        SETTLE('s'),
        SERVICE('v'),
        /** Warnings of settling about the whole file. */
        SETTLE_WARNING('t'),
        /** Warnings of sending about the whole file. */
        SEND_WARNING('u'),
        /** Not problems: the sheets that the row numbers run through. */
        SHEETS('n');

        private final String letter;

        Part(char letter) {
            this.letter = String.valueOf(letter);
        }
    }

    /** All problems of a run in the order of the rows, read block by block. */
    public Iterable<Problem> inOrder(String run) {
        List<RowsProblem> late = new ArrayList<>(list(run, Part.SETTLE));
        late.addAll(list(run, Part.SERVICE));
        return merged(run, Part.SHEET, late);
    }

    /** Products that the merchant does not have, as the sheet names them. */
    public Set<String> unknownProducts(String run) {
        return list(run, Part.SETTLE).stream()
                .filter(problem -> problem.code() == ProblemCode.PRODUCT_UNKNOWN)
                .map(RowsProblem::found)
                .collect(Collectors.toSet());
    }

    /** What settling has said of the whole sheet. */
    public Optional<String> settled(String run, ProblemCode code) {
        return list(run, Part.SETTLE_WARNING).stream()
                .filter(warning -> warning.code() == code)
                .map(RowsProblem::sentence)
                .findFirst();
    }

    public Iterable<Problem> warnings(String run) {
        return warnings(run, List.of());
    }

    public Iterable<Problem> warnings(String run, List<RowsProblem> now) {
        List<RowsProblem> late = new ArrayList<>(list(run, Part.SETTLE_WARNING));
        late.addAll(list(run, Part.SEND_WARNING));
        late.addAll(now);
        return merged(run, Part.WARNING, late);
    }

    public SheetRows sheets(String run) {
        return database.sql("select entries from problems where run = ? and part = ?")
                .params(run, Part.SHEETS.letter)
                .query((row, n) -> SheetRows.of(Compression.decompress(row.getBytes(1))))
                .optional()
                .orElse(SheetRows.ONE);
    }

    /** The same of some runs; those of which nothing is kept are missing. */
    public Map<String, SheetRows> sheets(Collection<String> runs) {
        Map<String, SheetRows> sheets = new HashMap<>();
        for (List<String> some : ListUtils.partition(List.copyOf(runs), MOST_ASKED)) {
            database.sql("select run, entries from problems where run in (:runs) and part = :part")
                    .params(Map.of("runs", some, "part", Part.SHEETS.letter))
                    .query(
                            row -> {
                                sheets.put(
                                        row.getString(1),
                                        SheetRows.of(Compression.decompress(row.getBytes(2))));
                            });
        }
        return sheets;
    }

    void replace(String run, SheetRows sheets) {
        replaceBlocks(run, Part.SHEETS, List.of(Compression.compress(sheets.bytes())));
    }

    void replace(String run, Part part, Iterable<RowsProblem> problems) {
        replaceBlocks(run, part, blocks(problems));
    }

    private void replaceBlocks(String run, Part part, List<byte[]> blocks) {
        database.sql("delete from problems where run = ? and part = ?")
                .params(run, part.letter)
                .update();
        write(run, part, 0, blocks);
    }

    /** Replaces what was said of sending. */
    public void say(String run, RowsProblem warning) {
        database.inTransaction(() -> replace(run, Part.SEND_WARNING, List.of(warning)));
    }

    public void updateSettleWarnings(String run, UnaryOperator<List<RowsProblem>> update) {
        List<RowsProblem> before = list(run, Part.SETTLE_WARNING);
        List<RowsProblem> after = update.apply(before);
        if (!before.isEmpty() || !after.isEmpty()) {
            database.inTransaction(() -> replace(run, Part.SETTLE_WARNING, after));
        }
    }

    void add(String run, Part part, Collection<RowsProblem> problems) {
        int next =
                database.sql(
                                """
                                select coalesce(max(number) + 1, 0) from problems
                                 where run = ? and part = ?
                                """)
                        .params(run, part.letter)
                        .query(Integer.class)
                        .single();
        write(run, part, next, blocks(problems));
    }

    private static List<byte[]> blocks(Iterable<RowsProblem> problems) {
        return Compression.blocks(problems, RowsProblem::write);
    }

    private void write(String run, Part part, int first, List<byte[]> blocks) {
        database.addAll(
                "insert into problems (run, part, number, entries) values (?, ?, ?, ?)",
                IntStream.range(0, blocks.size())
                        .mapToObj(i -> new Object[] {run, part.letter, first + i, blocks.get(i)})
                        .toList());
    }

    private List<RowsProblem> list(String run, Part part) {
        return entries(run, part).toList();
    }

    private Stream<RowsProblem> entries(String run, Part part) {
        return database
                .sql("select number from problems where run = ? and part = ? order by" + " number")
                .params(run, part.letter)
                .query(Integer.class)
                .list()
                .stream()
                .flatMap(number -> block(run, part, number).stream());
    }

    private List<RowsProblem> block(String run, Part part, int number) {
        return database.sql(
                        "select entries from problems where run = ? and part = ? and number = ?")
                .param(run)
                .param(part.letter)
                .param(number)
                .query((row, n) -> Compression.items(row.getBytes(1), RowsProblem::read))
                .single();
    }

    private Iterable<Problem> merged(String run, Part part, List<RowsProblem> late) {
        SheetRows sheets = sheets(run);
        return RowsProblem.merged(
                () -> entries(run, part).map(each -> each.ofRow(each.rows()[0], sheets)).iterator(),
                late,
                sheets);
    }
}
