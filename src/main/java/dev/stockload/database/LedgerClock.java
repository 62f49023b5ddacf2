package dev.stockload.database;

import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;

/** The one clock for all processes that share a ledger: that of PostgreSQL, if it is used. */
public final class LedgerClock implements InstantSource {
    private final Database database;
    private final InstantSource own;

    public LedgerClock(Database database, InstantSource own) {
        this.database = database;
        this.own = own;
    }

    @Override
    public Instant instant() {
        return database.isH2()
                ? own.instant()
                : database.sql("select clock_timestamp()")
                        .query(OffsetDateTime.class)
                        .single()
                        .toInstant();
    }
}
