package dev.stockload.runs;

import dev.stockload.database.Database;

import java.nio.file.Path;
import java.sql.Types;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The files that jobs found in their sources and folders, as last seen. */
public record SourceFiles(Database database) {
    private static final String SELECT =
            """
            select job, source, path, version, content, copy, seen_at as seenAt, run
              from source_file
            """;

    /** The source name for folders of this machine. */
    public static final String LOCAL = "";

    /**
     * A file as its job saw it.
     *
     * @param source the name of the source, or {@link #LOCAL}
     * @param version a value that changes with the content, such as size and time
     * @param content the SHA-256 of the content
     * @param copy the path of our copy; null if the file is read in place
     * @param seenAt when this version was first seen
     * @param run the run of this file; null if there is none yet
     */
    public record Seen(
            String job,
            String source,
            String path,
            String version,
            String content,
            String copy,
            Instant seenAt,
            String run) {
        public Seen with(String entered) {
            return new Seen(job, source, path, version, content, copy, seenAt, entered);
        }

        public Path file() {
            return Path.of(copy == null ? path : copy).toAbsolutePath().normalize();
        }
    }

    public Map<String, Seen> of(String job, String source) {
        Map<String, Seen> files = new HashMap<>();
        database.sql(SELECT + "where job = :job and source = :source")
                .param("job", job)
                .param("source", source)
                .query(Seen.class)
                .list()
                .forEach(seen -> files.put(seen.path(), seen));
        return files;
    }

    /**
     * Stores a file in place of what was known of its path. If another process has stored the same
     * version and content, the file keeps that process's run.
     */
    public void put(Seen file) {
        database.put(
                """
                update source_file set copy = :copy, seen_at = :at,
                       run = case when version = :version and content = :content and run is not null
                                  then run else :run end,
                       version = :version, content = :content
                 where job = :job and source = :source and path = :path
                """,
                """
                insert into source_file (job, source, path, version, content, copy, seen_at, run)
                values (:job, :source, :path, :version, :content, :copy, :at, :run)
                """,
                row ->
                        row.param("job", file.job())
                                .param("source", file.source())
                                .param("path", file.path())
                                .param("version", file.version())
                                .param("content", file.content())
                                .param("copy", file.copy(), Types.VARCHAR)
                                .param("at", Database.time(file.seenAt()))
                                .param("run", file.run(), Types.VARCHAR));
    }

    public void entered(Path file, Run run) {
        database.sql(
                        """
                        update source_file set run = :run
                         where job = :job and content = :content and coalesce(copy, path) = :file
                        """)
                .param("run", run.id())
                .param("job", run.job())
                .param("content", run.content())
                .param("file", file.toAbsolutePath().normalize().toString())
                .update();
    }

    /** What a job has found belongs to another from now on, or is forgotten with it. */
    public void endJob(String job, String to) {
        for (String table : List.of("source_file", "fetch_failure")) {
            String change =
                    to == null ? "delete from " + table : "update " + table + " set job = :to";
            database.sql(change + " where job = :job").param("job", job).param("to", to).update();
        }
    }

    public Optional<Seen> last(String job) {
        return database.sql(
                        SELECT
                                + "where job = :job order by seen_at desc, path desc"
                                + " fetch first row only")
                .param("job", job)
                .query(Seen.class)
                .optional();
    }

    public List<Seen> of(Run run) {
        return database.sql(SELECT + "where job = :job and content = :content order by seen_at")
                .param("job", run.job())
                .param("content", run.content())
                .query(Seen.class)
                .list();
    }
}
