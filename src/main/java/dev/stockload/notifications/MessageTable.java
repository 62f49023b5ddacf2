package dev.stockload.notifications;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stockload.database.Compression;
import dev.stockload.database.Database;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunRow;

import org.springframework.dao.DuplicateKeyException;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The table of messages to deliver, each stored once. */
public record MessageTable(Database database) {
    private static final int LONGEST_FAULT = 1000;
    private static final Duration KEPT = Duration.ofDays(30);

    /**
     * A message for one recipient.
     *
     * @param recipient the hash of the address, which may hold a secret
     * @param shown the address without its secrets
     * @param content the {@link Message} as JSON
     */
    public record StoredMessage(
            String id,
            String job,
            String recipient,
            String shown,
            String content,
            Instant createdAt,
            int attempts) {}

    /** Stores messages; those that are there already stay unchanged. */
    public void add(List<StoredMessage> messages) {
        for (StoredMessage message : messages) {
            try {
                insert(message);
            } catch (DuplicateKeyException e) {
                // Another process has stored the same.
            }
        }
    }

    private void insert(StoredMessage message) {
        database.sql(
                        """
                        insert into notification (id, job, recipient, shown, content, state, created_at, next_at, attempts)
                        select :id, :job, :recipient, :shown, :content, 'WAITING', :at, :at, 0
                         where not exists (select 1 from notification where id = :id)
                        """)
                .params(Map.of("id", message.id(), "job", message.job()))
                .param("recipient", message.recipient())
                .param("shown", Database.cut(message.shown(), 400))
                .param("content", Compression.compress(message.content().getBytes(UTF_8)))
                .param("at", Database.time(message.createdAt()))
                .update();
    }

    public boolean isStored(String id) {
        return database.sql("select count(*) from notification where id = :id")
                        .param("id", id)
                        .query(Integer.class)
                        .single()
                > 0;
    }

    /** The runs that ended and were not reported yet, oldest first. */
    public List<Run> unreported(Instant since, String excludedJob) {
        return database.sql(
                        """
                        select r.* from run r left join reported_run t on t.run = r.id
                         where r.state <> 'RUNNING' and r.ended_at > :since and r.job <> :but
                           and r.send <> 'DETAILS'
                           and (t.run is null or t.ended_at <> r.ended_at or t.state <> r.state)
                         order by r.ended_at
                        """)
                .params(Map.of("since", Database.time(since), "but", excludedJob))
                .query(RunRow::read)
                .list();
    }

    /**
     * Stores the messages about the end of a run: all of them, or none if another process was
     * faster or the same end of this run was reported before.
     */
    public void reported(Run run, String key, List<StoredMessage> messages) {
        try {
            database.inTransaction(
                    () -> {
                        if (store(run, key)) {
                            messages.forEach(this::insert);
                        }
                    });
        } catch (DuplicateKeyException e) {
            // Another process has stored the same.
        }
    }

    /** Whether the key is new for this run. */
    private boolean store(Run run, String key) {
        List<String> before =
                database.sql("select words from reported_run where run = :run for update")
                        .param("run", run.id())
                        .query(String.class)
                        .list();
        Database.one(
                database.sql(
                                before.isEmpty()
                                        ? "insert into reported_run (run, ended_at, state, words)"
                                                + " values (:run, :at, :state, :words)"
                                        : "update reported_run set ended_at = :at, state = :state,"
                                                + " words = :words where run = :run")
                        .params(Map.of("run", run.id(), "at", Database.time(run.endedAt())))
                        .params(Map.of("state", run.state().name(), "words", key)),
                "end of run " + run.id());
        return before.isEmpty() || !before.get(0).equals(key);
    }

    /**
     * The messages to deliver now, oldest first. A recipient with an older message that waits for
     * its next try, or is under way, gets none.
     */
    public List<StoredMessage> due(Instant now) {
        return database.sql(
                        """
                        select id, job, recipient, shown, content, created_at, attempts
                          from notification n
                         where n.state = 'WAITING' and n.next_at <= :now
                           and not exists (
                             select 1 from notification o
                              where o.recipient = n.recipient and o.state = 'WAITING'
                                and o.number < n.number and not o.refused and o.next_at > :now)
                         order by n.number fetch first 100 rows only
                        """)
                .param("now", Database.time(now))
                .query(MessageTable::read)
                .list();
    }

    private static StoredMessage read(ResultSet row, int number) throws SQLException {
        return new StoredMessage(
                row.getString("id"),
                row.getString("job"),
                row.getString("recipient"),
                row.getString("shown"),
                new String(Compression.decompress(row.getBytes("content")), UTF_8),
                Database.time(row, "created_at"),
                row.getInt("attempts"));
    }

    /** Reserves a message for an attempt; false if another process was faster. */
    public boolean claim(StoredMessage message, Instant now, Instant until) {
        return database.sql(
                                """
                                update notification set next_at = :until, attempts = attempts + 1
                                 where id = :id and state = 'WAITING' and attempts = :attempts
                                   and next_at <= :now
                                """)
                        .params(Map.of("until", Database.time(until), "now", Database.time(now)))
                        .params(Map.of("id", message.id(), "attempts", message.attempts()))
                        .update()
                == 1;
    }

    public void delivered(StoredMessage message) {
        change(message, "state = 'DELIVERED', fault = null", Map.of());
    }

    /** A message that was refused does not block others. */
    public void failed(StoredMessage message, String why, Instant next, boolean refused) {
        change(
                message,
                "next_at = :next, fault = :why, refused = :refused",
                Map.of(
                        "next", Database.time(next),
                        "why", Database.cut(why, LONGEST_FAULT),
                        "refused", refused));
    }

    public void givenUp(StoredMessage message, String why) {
        change(
                message,
                "state = 'GIVEN_UP', fault = :why",
                Map.of("why", Database.cut(why, LONGEST_FAULT)));
    }

    private void change(StoredMessage message, String what, Map<String, Object> values) {
        Database.one(
                database.sql("update notification set " + what + " where id = :id")
                        .params(values)
                        .param("id", message.id()),
                "notification " + message.id());
    }

    public int waiting() {
        return database.sql("select count(*) from notification where state = 'WAITING'")
                .query(Integer.class)
                .single();
    }

    public void deleteOld(Instant now) {
        database.sql("delete from notification where state <> 'WAITING' and created_at < :before")
                .param("before", Database.time(now.minus(KEPT)))
                .update();
    }
}
