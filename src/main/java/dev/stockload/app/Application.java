package dev.stockload.app;

import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.Imports;
import dev.stockload.imports.ResumeOptions;
import dev.stockload.imports.Verification;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobSheets;
import dev.stockload.ledger.Accounts;
import dev.stockload.ledger.ApiTokens;
import dev.stockload.ledger.Run;
import dev.stockload.runs.RunFailedException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Where a command brings its work: to this process, or to the one that serves. */
public interface Application extends AutoCloseable {
    /** What a process that serves says it does; others hand their work to it. */
    String SERVE = "serve";

    Imports.Result start(ImportOrder order) throws IOException;

    Imports.Result resume(Run run, ResumeOptions how) throws IOException;

    /** The runs that can be resumed, oldest first. */
    List<Run> unfinished() throws IOException;

    Optional<Run> run(String id) throws IOException;

    /**
     * Reads back what a run sent, of all its products or of so many that chance picks; the result
     * holds the first lines that are not equal.
     */
    Verification.Result verify(Run run, OptionalInt sample, Verification.Progress progress)
            throws IOException;

    DetailsOperations details();

    /** The name by which the ledger knows an account. */
    String account(String name) throws IOException;

    /** The accounts whose service has accepted us. */
    List<Accounts.Known> accounts() throws IOException;

    /** The tokens of the HTTP interface, by name. */
    List<ApiTokens.Token> tokens() throws IOException;

    /** Makes a token and returns its text; empty where the name is taken. */
    Optional<String> addToken(String name, boolean readOnly) throws IOException;

    /** Makes a token useless; whether there was one of this name. */
    boolean removeToken(String name) throws IOException;

    /** Takes note that an account is another store from now on. */
    void moved(String account) throws IOException;

    /** The sheets of a job that are to be imported now, fetched where they come from elsewhere. */
    default List<Path> sheets(JobDefinition job, boolean again) throws IOException {
        if (job.sheets().from().isPresent()) {
            throw new RunFailedException(
                    "Job %s fetches its sheets, which the process that serves does: start it on the jobs page"
                            .formatted(job.name()));
        }
        return JobSheets.local(job);
    }

    /**
     * Delivers what there is to tell of runs, for a little while; what is left is kept. A process
     * that serves does so by itself.
     */
    default void deliverNotifications() {}

    /** Tells those who wait for us what we do now. */
    void doing(String what) throws IOException;

    @Override
    void close();
}
