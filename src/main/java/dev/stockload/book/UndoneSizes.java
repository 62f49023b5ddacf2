package dev.stockload.book;

import dev.stockload.book.rules.UndoRules.UndoDecision;
import dev.stockload.database.Compression;
import dev.stockload.database.Database;
import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;
import dev.stockload.stock.Size;
import dev.stockload.stock.StoredLetter;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The decisions of undos for each size, for their reports. */
public record UndoneSizes(Database database) {
    /**
     * The decision of an undo for a size.
     *
     * @param now what the service showed; null if it does not have the size
     * @param after the new stock; null if it stays as it is
     * @param why empty if the earlier stock is restored
     */
    public record UndoneSize(
            int product,
            String key,
            String colour,
            Size size,
            Integer now,
            Integer after,
            UndoDecision decision,
            String why) {
        public UndoneSize changed(Integer shown, String because) {
            return new UndoneSize(
                    product, key, colour, size, shown, null, UndoDecision.CHANGED, because);
        }

        void write(PackedWriter out) {
            out.number(product);
            out.text(key);
            out.text(colour);
            out.number(size.packed());
            out.number(now == null ? 0 : now + 1);
            out.number(after == null ? 0 : after + 1);
            out.letter(decision.letter());
            out.text(why);
        }

        static UndoneSize read(PackedReader in) {
            return new UndoneSize(
                    in.number(),
                    in.text(),
                    in.text(),
                    Size.ofPacked(in.number()),
                    boxed(in.number()),
                    boxed(in.number()),
                    StoredLetter.of(in.letter(), UndoDecision.values()),
                    in.text());
        }

        private static Integer boxed(int number) {
            return number == 0 ? null : number - 1;
        }
    }

    public void keep(String run, Iterable<UndoneSize> sizes) {
        List<byte[]> blocks = Compression.blocks(sizes, UndoneSize::write);
        database.inTransaction(
                () -> {
                    database.sql("delete from undo_fate where run = :run")
                            .param("run", run)
                            .update();
                    database.addAll(
                            "insert into undo_fate (run, number, colours) values (?, ?, ?)",
                            IntStream.range(0, blocks.size())
                                    .mapToObj(n -> new Object[] {run, n, blocks.get(n)})
                                    .toList());
                });
    }

    /** Read block by block. */
    public Stream<UndoneSize> of(String run) {
        return database
                .sql("select number from undo_fate where run = :run order by number")
                .param("run", run)
                .query(Integer.class)
                .list()
                .stream()
                .flatMap(number -> block(run, number).stream());
    }

    private List<UndoneSize> block(String run, int number) {
        return database.sql("select colours from undo_fate where run = ? and number = ?")
                .params(run, number)
                .query((row, n) -> Compression.items(row.getBytes(1), UndoneSize::read))
                .single();
    }
}
