package dev.stockload.runs;

import dev.stockload.database.Database;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What is stored of the files that jobs found, as far as runs and other jobs change it. */
public record TakenFiles(Database database) {
    /** The source name for folders of this machine. */
    public static final String LOCAL = "";

    private static final List<String> TABLES =
            List.of("taking_job", "taking_file", "taking_content");

    /** The sheet of this copy became a run. */
    public void entered(Path copy, Run run) {
        database.sql(
                        """
                        update taking_file set run = :run
                         where job = :job and account = :account and content = :content
                           and (run is null or copy = :copy)
                        """)
                .params(Map.of("run", run.id(), "job", run.job(), "account", run.account()))
                .params(Map.of("content", run.content(), "copy", path(copy)))
                .update();
    }

    /** A copy as it is stored. */
    public static String path(Path copy) {
        return copy.toAbsolutePath().normalize().toString();
    }

    /**
     * What a job has decided about files belongs to another from now on, which must have decided
     * nothing itself; or it is forgotten, if {@code to} is null.
     */
    public void endJob(String job, String to) {
        for (String table : TABLES) {
            if (to != null) {
                // Its first run may have looked, stopped and asked.
                database.sql("delete from " + table + " where job = :to").param("to", to).update();
            }
            String change =
                    to == null ? "delete from " + table : "update " + table + " set job = :to";
            database.sql(change + " where job = :job").param("job", job).param("to", to).update();
        }
    }

    /** After a restore the next look of each job takes nothing (rule 9 of docs/taking.md). */
    public void restored(List<Run> unfinished) {
        database.sql("update taking_job set restored = true").update();
        for (Run run : unfinished) {
            database.sql("update taking_file set restored = true where run = :run")
                    .param("run", run.id())
                    .update();
        }
    }
}
