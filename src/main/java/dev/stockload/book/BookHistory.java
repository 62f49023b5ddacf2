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
 * What changed in the book, a block for each settling and each request. A product names the newest
 * block that tells of it, and that block the one before: so the story of a product is found without
 * a row for each size.
 */
public final class BookHistory {
    private final Database database;

    BookHistory(Database database) {
        this.database = database;
    }

    /** Gathers what one settling or request changes, product by product. */
    static final class Block {
        private final long number;
        private final PackedWriter out = new PackedWriter(1024);
        private final PackedWriter changes = new PackedWriter(256);
        private int count;

        private Block(long number) {
            this.number = number;
        }

        /** Takes the changes of the next product. */
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

        /** All changes of a product are there: from now on it names this block. */
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

    /** A block that begins. */
    Block begin() {
        return new Block(database.nextNumber());
    }

    /**
     * Keeps a block.
     *
     * @param request 0 where it is a settling
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
