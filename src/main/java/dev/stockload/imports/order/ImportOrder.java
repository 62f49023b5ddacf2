package dev.stockload.imports.order;

import dev.stockload.runs.Run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a person or a schedule asks to be imported.
 *
 * @param job the name of the job definition, or {@link #NO_JOB}
 * @param account the account as the ledger knows it
 * @param again whether to send the file anew where it was imported before
 * @param force whether to go on against the brake
 */
public record ImportOrder(
        String job,
        String account,
        ImportedFile sheetFile,
        ImportOptions options,
        boolean again,
        boolean force) {
    /** The job of a file that is imported without a definition. */
    public static final String NO_JOB = "import";

    /** An order for a sheet whose path is that of a person. */
    public ImportOrder(
            String job,
            String account,
            Path file,
            ImportOptions options,
            boolean again,
            boolean force) {
        this(job, account, ImportedFile.of(file, null), options, again, force);
    }

    /** The sheet of an earlier run once more, read and sent the same way, for who asks for it. */
    public static ImportOrder again(Run run) {
        return new ImportOrder(
                run.job(),
                run.account(),
                ImportedFile.of(Path.of(run.file()), run.input().name()),
                RunOptions.of(run),
                true,
                true);
    }

    public Path file() {
        return sheetFile.path();
    }

    /** What it is about, for the names of its runs: the job, or the file. */
    public String subject() {
        return job.equals(NO_JOB) ? sheetFile.subject() : job;
    }

    /** The sheet as people know it. */
    public String sheetName() {
        return sheetFile.shownName();
    }

    /** The same for a file that is named otherwise. */
    public ImportOrder forFile(Path named) {
        return with(new ImportedFile(named, sheetFile.name(), sheetFile.foundAfter()));
    }

    /** The same for a sheet that people know by a name instead of its path. */
    public ImportOrder named(String given) {
        return with(new ImportedFile(file(), given, sheetFile.foundAfter()));
    }

    /** The same for a sheet that was found when an account had no newer run than this. */
    public ImportOrder found(long after) {
        return with(new ImportedFile(file(), sheetFile.name(), after));
    }

    private ImportOrder with(ImportedFile other) {
        return new ImportOrder(job, account, other, options, again, force);
    }

    /**
     * The run that does this already: whoever wants a sheet sent anew while that happens means it.
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

    /** Whether a run was asked for with the same options (rule 11). */
    public boolean isAskedLike(Run run) {
        RunOptions begun = RunOptions.read(run.options());
        return run.send().equals(options.send().key())
                && begun.missing() == options.missing()
                && begun.sheet().equals(options.sheet());
    }

    /** Whether a run over the same content is of somebody else who found this sheet, too. */
    public boolean isTakenBy(Run run) {
        return run.number() > sheetFile.foundAfter();
    }
}
