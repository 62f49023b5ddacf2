package dev.stockload.ledger;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The files that jobs have found in their sources and folders, as they were the last time. */
public final class SourceFiles {
    /** The name of the source that the folders of this machine are. */
    public static final String LOCAL = "";

    private final Database database;

    /**
     * A file as it was when its job looked at it.
     *
     * @param source the name of the source, or {@link #LOCAL}
     * @param version what changes with the content, such as its size and time
     * @param content the SHA-256 of what was read
     * @param copy where that is kept; null where it is not
     * @param seenAt when this version was first seen
     */
    public record Seen(
            String job,
            String source,
            String path,
            String version,
            String content,
            String copy,
            Instant seenAt) {
        /** A file in the folders of this machine. */
        public static Seen local(
                String job, String path, String version, String content, Instant seenAt) {
            return new Seen(job, LOCAL, path, version, content, null, seenAt);
        }
    }

    SourceFiles(Database database) {
        this.database = database;
    }

    /** All that a job knows of a source, by path. */
    public Map<String, Seen> of(String job, String source) {
        Map<String, Seen> files = new HashMap<>();
        database.sql("select * from source_file where job = :job and source = :source")
                .param("job", job)
                .param("source", source)
                .query(SourceFiles::read)
                .list()
                .forEach(seen -> files.put(seen.path(), seen));
        return files;
    }

    /** Takes note of a file unless it is known as it is. */
    public void add(Seen file) {
        boolean known =
                find(file)
                        .filter(seen -> seen.version().equals(file.version()))
                        .filter(seen -> seen.content().equals(file.content()))
                        .isPresent();
        if (!known) {
            put(file);
        }
    }

    private Optional<Seen> find(Seen file) {
        return database.sql(
                        """
                        select * from source_file
                         where job = :job and source = :source and path = :path
                        """)
                .param("job", file.job())
                .param("source", file.source())
                .param("path", file.path())
                .query(SourceFiles::read)
                .optional();
    }

    /** Takes note of a file, in place of what was known of its path. */
    public void put(Seen file) {
        database.inTransaction(
                () -> {
                    forget(file);
                    Database.one(
                            database.sql(
                                            """
                                            insert into source_file (job, source, path, version, content, copy, seen_at)
                                            values (:job, :source, :path, :version, :content, :copy, :at)
                                            """)
                                    .param("job", file.job())
                                    .param("source", file.source())
                                    .param("path", file.path())
                                    .param("version", file.version())
                                    .param("content", file.content())
                                    .param("copy", file.copy(), Types.VARCHAR)
                                    .param("at", Database.time(file.seenAt())),
                            "file " + file.path());
                });
    }

    private void forget(Seen file) {
        database.sql(
                        """
                        delete from source_file
                         where job = :job and source = :source and path = :path
                        """)
                .param("job", file.job())
                .param("source", file.source())
                .param("path", file.path())
                .update();
    }

    /** The file that a job found last. */
    public Optional<Seen> last(String job) {
        return database.sql(
                        """
                        select * from source_file where job = :job
                         order by seen_at desc, path desc fetch first row only
                        """)
                .param("job", job)
                .query(SourceFiles::read)
                .optional();
    }

    /** Where a job found this content. */
    public List<Seen> withContent(String job, String content) {
        return database.sql(
                        """
                        select * from source_file where job = :job and content = :content
                         order by seen_at
                        """)
                .param("job", job)
                .param("content", content)
                .query(SourceFiles::read)
                .list();
    }

    private static Seen read(ResultSet row, int number) throws SQLException {
        return new Seen(
                row.getString("job"),
                row.getString("source"),
                row.getString("path"),
                row.getString("version"),
                row.getString("content"),
                row.getString("copy"),
                Database.time(row, "seen_at"));
    }
}
