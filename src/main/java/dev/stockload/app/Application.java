package dev.stockload.app;

import dev.stockload.compare.ProductProgress;
import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.Imports;
import dev.stockload.imports.ResumeOptions;
import dev.stockload.imports.Status;
import dev.stockload.imports.StatusQuery;
import dev.stockload.imports.Verification;
import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.FoundSheets;
import dev.stockload.jobs.JobAlarm;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobSheets;
import dev.stockload.ledger.Accounts;
import dev.stockload.ledger.ApiTokens;
import dev.stockload.ledger.Run;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What Stockload can do, for one caller: in this process, or through the one that serves. */
public interface Application extends AutoCloseable {
    /**
     * Through the process that serves, where one has the data folder; else in this one, once the
     * folder is ours.
     *
     * @param err for what has to be said before the work begins
     */
    static Application open(Settings settings, FolderClaim claim, Caller caller, PrintWriter err)
            throws IOException {
        Optional<RemoteApplication> served = RemoteApplication.await(settings.data(), caller);
        return served.isPresent()
                ? served.get()
                : LocalApplication.owning(Workspace.open(settings, claim, caller, err), caller);
    }

    Imports.Result start(ImportOrder order) throws IOException;

    Imports.Result resume(Run run, ResumeOptions how) throws IOException;

    /** The runs that can be resumed and that nobody works on, oldest first. */
    List<Run> unfinished() throws IOException;

    Optional<Run> run(String id) throws IOException;

    /** Where all runs and jobs over details stand. */
    Status status(StatusQuery query) throws IOException;

    /**
     * Reads back what a run sent, of all its products or of so many that chance picks; the result
     * holds the first lines that are not equal.
     */
    Verification.Result verify(Run run, OptionalInt sample, ProductProgress progress)
            throws IOException;

    /** What would change before it is sent, and what was sent taken back. */
    ChangeOperations changes();

    DetailsOperations details();

    /** The name by which the ledger knows an account. */
    String account(String name) throws IOException;

    /** The accounts whose service has accepted us. */
    List<Accounts.Known> accounts() throws IOException;

    /** Takes note that an account is another store from now on. */
    void moved(String account) throws IOException;

    /** The tokens of the HTTP interface, by name. */
    List<ApiTokens.Token> tokens() throws IOException;

    /** Makes a token and returns its text; empty where the name is taken. */
    Optional<String> addToken(String name, boolean readOnly) throws IOException;

    /** Makes a token useless; whether there was one of this name. */
    boolean removeToken(String name) throws IOException;

    /** The sheets of a job that are to be imported now, fetched where they come from elsewhere. */
    FoundSheets sheets(JobDefinition job, boolean again) throws IOException;

    /** The newest sheet of a job as it is now; nothing is noted. */
    JobSheets.Newest newest(JobDefinition job) throws IOException;

    /** The sheets that were expected of these jobs by now and are not there. */
    List<ExpectedSheets.Missed> missed(List<JobDefinition> jobs) throws IOException;

    /** What somebody should know of the sheets of these jobs now. */
    List<JobAlarm> alarms(List<JobDefinition> jobs) throws IOException;

    /** Looks at the source of a job, and takes nothing. */
    JobSheets.Look look(JobDefinition job) throws IOException;

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
