package dev.stockload.ledger;

import java.time.Instant;
import java.util.Optional;

/** When each account's last create ended, for all processes that share the ledger. */
public final class PaceBook {
    private final Database database;

    PaceBook(Database database) {
        this.database = database;
    }

    public Optional<Instant> lastEnd(String account) {
        return database.sql("select ended_at from pace where account = :account")
                .param("account", account)
                .query((row, number) -> Database.time(row, "ended_at"))
                .optional();
    }

    public void remember(String account, Instant end) {
        database.inTransaction(
                () -> {
                    int changed =
                            database.sql("update pace set ended_at = :end where account = :account")
                                    .param("end", Database.time(end))
                                    .param("account", account)
                                    .update();
                    if (changed == 0) {
                        database.sql("insert into pace (account, ended_at) values (:account, :end)")
                                .param("account", account)
                                .param("end", Database.time(end))
                                .update();
                    }
                });
    }
}
