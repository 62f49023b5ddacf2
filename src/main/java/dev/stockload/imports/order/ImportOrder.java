package dev.stockload.imports.order;

import dev.stockload.runs.Run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A request to import a file, from a person or a schedule.
 *
 * @param job the name of the job definition, or {@link #NO_JOB}
 * @param account the account's name in the ledger
 * @param again whether to send the file again if it was imported before
 * @param force whether to ignore the brake
 * @param by who asks for it: a user of the machine, a schedule, a token; null if unknown
 */
public record ImportOrder(
        String job,
        String account,
        ImportedFile sheetFile,
        ImportOptions options,
        boolean again,
        boolean force,
        String by) {
    /** The job of a file that is imported without a job definition. */
    public static final String NO_JOB = "import";

    /** An order for a sheet that people know by its path. */
    public ImportOrder(
            String job,
            String account,
            Path file,
            ImportOptions options,
            boolean again,
            boolean force) {
        this(job, account, ImportedFile.of(file, null), options, again, force, null);
    }

    /** Imports the sheet of an earlier run again with the same options, on a person's request. */
    public static ImportOrder again(Run run) {
        return new ImportOrder(
                run.job(),
                run.account(),
                ImportedFile.of(Path.of(run.file()), run.input().name()),
                RunOptions.of(run),
                true,
                true,
                null);
    }

    public Path file() {
        return sheetFile.path();
    }

    /** What it is about, for the ids of its runs: the job, or the file. */
    public String subject() {
        return job.equals(NO_JOB) ? sheetFile.subject() : job;
    }

    /** The name of the sheet that people know. */
    public String sheetName() {
        return sheetFile.shownName();
    }

    /** The same order for another path. */
    public ImportOrder forFile(Path named) {
        return with(new ImportedFile(named, sheetFile.name(), sheetFile.foundAfter()));
    }

    /** The same order for a sheet that people know by this name instead of its path. */
    public ImportOrder named(String given) {
        return with(new ImportedFile(file(), given, sheetFile.foundAfter()));
    }

    /** The same order for a sheet found when the account's newest run had this number. */
    public ImportOrder found(long after) {
        return with(new ImportedFile(file(), sheetFile.name(), after));
    }

    private ImportOrder with(ImportedFile other) {
        return new ImportOrder(job, account, other, options, again, force, by);
    }

    /** The same order with who asks for it. */
    public ImportOrder askedBy(String who) {
        return new ImportOrder(job, account, sheetFile, options, again, force, who);
    }

    /**
     * A run that does this already: {@code --again} for a sheet that is being sent joins that run.
     *
     * @param underWay runs that send all of their sheets
     */
    public Optional<Run> among(List<Run> underWay, String content) {
        return underWay.stream()
                .filter(run -> again && run.content().equals(content))
                .filter(run -> run.account().equals(account) && run.job().equals(job))
                .filter(this::isAskedLike)
                .findFirst();
    }

    /** Whether a run was requested with the same options (rule 11). */
    public boolean isAskedLike(Run run) {
        RunOptions begun = RunOptions.read(run.options());
        return run.send().equals(options.send().key())
                && begun.missing() == options.missing()
                && begun.sheet().equals(options.sheet());
    }

    /** Whether a run of this content was started by another process that found the sheet too. */
    public boolean isTakenBy(Run run) {
        return run.number() > sheetFile.foundAfter();
    }
}
