package dev.stockload.book;

import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.StockChanges;
import dev.stockload.book.rules.StockChanges.Cause;
import dev.stockload.database.Compression;
import dev.stockload.database.Database;
import dev.stockload.runs.Run;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;
import dev.stockload.stock.StoredLetter;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The history of the book: one block for each request, one or more for each settling. A product has
 * the number of the newest block that contains it, and that block the number of the one before, so
 * that the history of a product is found without a row for each size.
 */
public record BookHistory(Database database) {
    /**
     * Something that a run did with a size, or with all sizes of a colour.
     *
     * @param request the number of the request that did it; 0 where settling did
     * @param colour its key
     * @param size null where it concerns the whole colour
     * @param before null where there was nothing, or nothing was known
     * @param row the row of the sheet; 0 where there is none
     * @param withheld how many pieces of that row a stock rule did not offer
     */
    public record Event(
            Instant at,
            String run,
            long request,
            String colour,
            Size size,
            Cause cause,
            Stock before,
            Stock after,
            int row,
            int withheld) {}

    /** The row of a sheet that names a size, and how many of its pieces a rule did not offer. */
    public record SheetRow(int number, int withheld) {
        public static final SheetRow NONE = new SheetRow(0, 0);
    }

    /** Collects the changes of one settling or request, product by product. */
    static final class Block {
        private final long number;
        private final PackedWriter out = new PackedWriter();
        private PackedWriter events = new PackedWriter();

        private Block(long number) {
            this.number = number;
        }

        StockChanges changes(Function<SizeEntry, SheetRow> rows) {
            return (size, cause, before, after) -> {
                SheetRow row = rows.apply(size);
                begin(size.colour().key(), size.size().packed(), row.number());
                events.letter(cause.letter());
                write(before, events);
                write(after, events);
                events.number(row.withheld());
            };
        }

        void notSent(String colour, ColourState state, int row) {
            begin(colour, 0, row);
            events.letter(state.letter());
        }

        private void begin(String colour, int size, int row) {
            events.text(colour);
            events.number(size);
            events.number(row);
        }

        void end(ProductEntry product) {
            if (events.size() == 0) {
                return;
            }
            out.number(product.id());
            out.number(Math.toIntExact(product.history()));
            out.number(events.size());
            out.append(events);
            product.history(number);
            events = new PackedWriter();
        }
    }

    Block begin() {
        return begin(database.nextNumber());
    }

    /** A block with a number that no other has. */
    Block begin(long number) {
        return new Block(number);
    }

    /** For a settling, {@code request} is 0. */
    void add(Run run, long request, Block block, Instant at) {
        if (block.out.size() == 0) {
            return;
        }
        Database.one(
                database.sql(
                                """
                                insert into history (account, number, run, request, at, content)
                                values (:account, :number, :run, :request, :at, :content)
                                """)
                        .param("account", run.account())
                        .param("number", block.number)
                        .param("run", run.id())
                        .param("request", request)
                        .param("at", Database.time(at))
                        .param("content", Compression.compress(block.out.bytes())),
                "history of run " + run.id());
    }

    /** The events of a product since then, newest first. */
    public List<Event> of(String account, ProductEntry product, Instant since) {
        List<Event> events = new ArrayList<>();
        long next = product.history();
        while (next != 0) {
            Optional<Part> part = part(account, next, product.id());
            if (part.isEmpty() || part.get().source().at().isBefore(since)) {
                break;
            }
            next = part.get().previous();
            part.get().forEach(events::add);
        }
        return events;
    }

    public void of(Collection<String> runs, Instant since, BiConsumer<Integer, Event> use) {
        if (runs.isEmpty()) {
            return;
        }
        database.sql(
                        """
                        select run, request, at, content from history
                         where at >= :since and run in (:runs) order by at, number
                        """)
                .param("since", Database.time(since))
                .param("runs", runs)
                .query(
                        row -> {
                            for (Part part : parts(row, 0)) {
                                part.forEach(event -> use.accept(part.product(), event));
                            }
                        });
    }

    /** Empty where retention has removed the block. */
    private Optional<Part> part(String account, long number, int product) {
        return database.sql(
                        """
                        select run, request, at, content from history
                         where account = ? and number = ?
                        """)
                .params(account, number)
                .query(BookHistory::parts)
                .optional()
                .map(
                        parts ->
                                parts.stream()
                                        .filter(part -> part.product() == product)
                                        .findFirst()
                                        .orElseThrow());
    }

    private record Source(Instant at, String run, long request) {}

    /** What one block says of a product, and which block does so before it. */
    private record Part(Source source, int product, long previous, PackedReader events) {
        void forEach(Consumer<Event> use) {
            while (events.hasMore()) {
                use.accept(event(source, events));
            }
        }
    }

    private static List<Part> parts(ResultSet row, int n) throws SQLException {
        Source source =
                new Source(Database.time(row, "at"), row.getString("run"), row.getLong("request"));
        return Compression.items(
                row.getBytes("content"),
                in -> new Part(source, in.number(), in.number(), in.part()));
    }

    private static Event event(Source source, PackedReader in) {
        String colour = in.text();
        int packed = in.number();
        int row = in.number();
        Cause cause = StoredLetter.of(in.letter(), Cause.values());
        boolean changes = cause.isChange();
        return new Event(
                source.at(),
                source.run(),
                source.request(),
                colour,
                packed == 0 ? null : Size.ofPacked(packed),
                cause,
                changes ? readStock(in) : null,
                changes ? readStock(in) : null,
                row,
                changes ? in.number() : 0);
    }

    private static void write(Stock stock, PackedWriter out) {
        out.number(stock == null ? 0 : stock.pieces() + 1);
        if (stock != null) {
            out.digits(stock.barcode());
        }
    }

    private static Stock readStock(PackedReader in) {
        int pieces = in.number();
        return pieces == 0 ? null : new Stock(pieces - 1, in.digits());
    }
}
