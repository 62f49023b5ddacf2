package dev.stockload.ledger;

import dev.stockload.book.AccountRuns;
import dev.stockload.book.Book;
import dev.stockload.book.Outbox;
import dev.stockload.book.rules.Looking;
import dev.stockload.database.Database;
import dev.stockload.runs.Runs;

import java.util.List;

/**
 * Handles a ledger that is an older copy (rule 12). What was sent after the copy was made is
 * unknown: unfinished runs end, and all known stock becomes unknown, so that runs look at the
 * service before they send.
 */
public record RestoredCopy(Database database, Runs runs, Outbox outbox, Book book) {
    public void mark() {
        database.inTransaction(
                () -> {
                    runs.unfinished().forEach(outbox::expire);
                    accounts().forEach(this::forget);
                    database.sql("update run set has_colours = false").update();
                    database.sql("update request set colours = null, is_open = false").update();
                });
    }

    private List<String> accounts() {
        return database.sql("select distinct account from book").query(String.class).list();
    }

    private void forget(String account) {
        AccountRuns facts = book.runs(account);
        book.all(facts)
                .forEach(
                        page -> {
                            Looking.forgetAll(page.product());
                            book.save(facts, List.of(page));
                        });
    }
}
