package dev.stockload.book;

import dev.stockload.database.Compression;
import dev.stockload.database.Database;
import dev.stockload.runs.Run;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What runs that the brake stopped would change, as people were shown it. */
public record BrakedDiffs(Database database) {
    /**
     * What was shown.
     *
     * @param diff as JSON
     * @param isCurrent whether the book is still as it was then
     */
    public record Shown(String diff, boolean isCurrent) {}

    /** The number of the newest change in the book of an account. */
    public long newest(String account) {
        return database.sql("select max(number) from history where account = :account")
                .param("account", account)
                .query(Long.class)
                .optional()
                .orElse(0L);
    }

    /** Stores a diff that was made after this change of the book. */
    public void keep(Run run, long newest, String diff) {
        byte[] content = Compression.compress(diff.getBytes(StandardCharsets.UTF_8));
        database.inTransaction(
                () -> {
                    database.sql("delete from braked_diff where run = :run")
                            .param("run", run.id())
                            .update();
                    Database.one(
                            database.sql(
                                            """
                                            insert into braked_diff (run, newest, content)
                                            values (?, ?, ?)
                                            """)
                                    .params(run.id(), newest, content),
                            "diff of run " + run.id());
                });
    }

    public Optional<Shown> of(Run run) {
        long newest = newest(run.account());
        return database.sql("select newest, content from braked_diff where run = :run")
                .param("run", run.id())
                .query(
                        (row, number) ->
                                new Shown(
                                        new String(
                                                Compression.decompress(row.getBytes("content")),
                                                StandardCharsets.UTF_8),
                                        row.getLong("newest") == newest))
                .optional();
    }
}
