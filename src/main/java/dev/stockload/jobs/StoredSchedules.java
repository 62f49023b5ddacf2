package dev.stockload.jobs;

import com.github.kagkarlsson.scheduler.serializer.Serializer;

import dev.stockload.database.Database;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.ledger.Executions;

import tools.jackson.databind.json.JsonMapper;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The stored times of scheduled jobs, shared by all hosts: what will happen, and what did not. */
public record StoredSchedules(Database database) {
    /** How long a due job may wait until somebody is told that nobody takes it. */
    private static final Duration OVERDUE = Duration.ofMinutes(5);

    private static final JsonMapper JSON = JsonMapper.shared();

    record Stored(String job, Instant at, boolean picked, State state, Instant ran) {
        /** Thousands of jobs have few different schedules: what is equal is read once. */
        private static Stored read(ResultSet row, Map<ByteBuffer, State> states)
                throws SQLException {
            return new Stored(
                    row.getString("task_instance"),
                    Database.time(row, "execution_time"),
                    row.getBoolean("picked"),
                    states.computeIfAbsent(
                            ByteBuffer.wrap(row.getBytes("task_data")),
                            data -> JSON.readValue(data.array(), State.class)),
                    Database.time(row, "last_success"));
        }

        boolean isOverdue(Instant now) {
            return !picked && at.plus(OVERDUE).isBefore(now);
        }

        /** Whether the time is of a clock that was ahead, since it was stored later than now. */
        boolean isOfAClockAhead(Instant now) {
            return ran != null && ran.minus(OVERDUE).isAfter(now);
        }

        /** The scheduled time at which the job did not run; empty once it has run again. */
        Optional<Instant> missed(Instant now) {
            return isOverdue(now)
                    ? Optional.of(at)
                    : state.due().filter(time -> state.tries() == 0);
        }
    }

    /**
     * The data of a scheduled job: its schedule and zone, to notice a changed definition; after a
     * failure the scheduled time and the number of tries, which is 0 if there was none in time.
     */
    record State(String line, Optional<Instant> due, int tries) {
        static State of(JobDefinition job) {
            String line = job.schedule().orElseThrow() + " " + job.zoneOrDefault();
            return new State(line, Optional.empty(), 0);
        }

        State missed(Instant time) {
            return new State(line, Optional.of(time), 0);
        }

        State failed(Instant time) {
            return new State(line, Optional.of(time), tries + 1);
        }

        Optional<Instant> failed() {
            return due.filter(time -> tries > 0);
        }
    }

    List<Stored> all() {
        Map<ByteBuffer, State> states = new HashMap<>();
        return executions().all((row, number) -> Stored.read(row, states));
    }

    Optional<Stored> of(String job) {
        Map<ByteBuffer, State> states = new HashMap<>();
        return executions().find(job, (row, number) -> Stored.read(row, states));
    }

    private Executions executions() {
        return new Executions(database, Executions.Task.SCHEDULE);
    }

    /** Removes a schedule that no host has taken by this time; false if one has by now. */
    boolean remove(Stored schedule) {
        return executions().remove(schedule.job(), schedule.at());
    }

    /** The next runs of a job: those of its cron line, and before them retries. */
    public List<Instant> next(String job, List<Instant> times, Instant now) {
        List<Instant> runs =
                database.sql(
                                """
                                select not_before from accepted_run a
                                 where not_before > :now
                                   and exists (select 1 from run r where r.id = a.run and r.job = :job)
                                """)
                        .param("job", job)
                        .param("now", Database.time(now))
                        .query((row, number) -> Database.time(row, "not_before"))
                        .list();
        Stream<Instant> retries =
                Stream.concat(of(job).map(Stored::at).stream(), runs.stream())
                        .distinct()
                        .sorted()
                        .filter(at -> at.isAfter(now) && times.stream().allMatch(at::isBefore));
        return Stream.concat(retries, times.stream()).limit(times.size()).toList();
    }

    static final class DataSerializer implements Serializer {
        @Override
        public byte[] serialize(Object data) {
            return data == null ? null : JSON.writeValueAsBytes(data);
        }

        @Override
        public <T> T deserialize(Class<T> type, byte[] data) {
            return data == null ? null : JSON.readValue(data, type);
        }
    }
}
