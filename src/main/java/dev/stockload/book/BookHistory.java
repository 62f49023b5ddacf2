package dev.stockload.book;

import dev.stockload.book.rules.Changes;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.Stock;
import dev.stockload.database.Compression;
import dev.stockload.database.Database;
import dev.stockload.runs.Run;
import dev.stockload.stock.PackedWriter;

import java.time.Instant;

/**
 * The history of the book: one block for each settling and each request. A product has the number
 * of the newest block that contains it, and that block the number of the one before, so that the
 * history of a product is found without a row for each size.
 */
public final class BookHistory {
    private final Database database;

    BookHistory(Database database) {
        this.database = database;
    }

    /** Collects the changes of one settling or request, product by product. */
    static final class Block {
        private final long number;
        private final PackedWriter out = new PackedWriter(1024);
        private final PackedWriter changes = new PackedWriter(256);
        private int count;

        private Block(long number) {
            this.number = number;
        }

        /** Collects the changes of the next product. */
        Changes changes() {
            return (place, cause, before, after) -> {
                count++;
                changes.text(place.colour());
                changes.number(place.size().packed());
                changes.number(cause.ordinal());
                write(before, changes);
                write(after, changes);
            };
        }

        /** Ends the changes of a product, which now refers to this block. */
        void end(ProductEntry product) {
            if (count == 0) {
                return;
            }
            out.number(product.id());
            out.number(Math.toIntExact(product.history()));
            out.number(count);
            out.append(changes);
            product.history(number);
            changes.clear();
            count = 0;
        }
    }

    /** Starts a new block. */
    Block begin() {
        return new Block(database.nextNumber());
    }

    /**
     * Stores a block.
     *
     * @param request 0 for a settling
     */
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

    private static void write(Stock stock, PackedWriter out) {
        out.number(stock == null ? 0 : stock.pieces() + 1);
        if (stock != null) {
            out.digits(stock.barcode());
        }
    }
}
