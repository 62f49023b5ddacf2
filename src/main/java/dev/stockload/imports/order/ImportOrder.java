package dev.stockload.imports.order;

import dev.stockload.book.rules.RunView;
import dev.stockload.runs.Run;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A request to import a file, from a person or a schedule.
 *
 * @param job the name of the job definition, or {@link #NO_JOB}
 * @param name the name that people know the sheet by if the path is not theirs; otherwise null
 * @param foundAfter the number of the account's newest run when the sheet was found: a later run of
 *     the same content is of another process that found it too
 * @param again whether to send the file again if it was imported before
 * @param force whether to ignore the brake
 * @param by who asks for it: a user of the machine, a schedule, a token; null if unknown
 * @param corrects the run whose sheet is read otherwise (rule 11); null for another import
 */
public record ImportOrder(
        String job,
        String account,
        Path file,
        String name,
        long foundAfter,
        ImportOptions options,
        boolean again,
        boolean force,
        String by,
        String corrects) {
    /** The job of a file that is imported without a job definition. */
    public static final String NO_JOB = RunView.BY_HAND;

    /** For a file that a person names: no other process finds it. */
    private static final long GIVEN = Long.MAX_VALUE;

    public ImportOrder(
            String job,
            String account,
            Path file,
            ImportOptions options,
            boolean again,
            boolean force) {
        this(job, account, file, null, GIVEN, options, again, force, null, null);
    }

    /** Imports the sheet of an earlier run again with the same options, on a person's request. */
    public static ImportOrder again(Run run) {
        Path sheet = Path.of(run.file());
        return new ImportOrder(run.job(), run.account(), sheet, RunOptions.of(run), true, true)
                .named(run.input().name());
    }

    /** Reads the sheet of a run otherwise, as the same job with its other options. */
    public static ImportOrder correcting(Run run, Path file, SheetOptions reading) {
        ImportOptions options = RunOptions.of(run).reading(reading);
        return new ImportOrder(
                run.job(),
                run.account(),
                file,
                run.input().name() == null ? run.fileName() : run.input().name(),
                GIVEN,
                options,
                false,
                false,
                null,
                run.id());
    }

    /** What it is about, for the ids of its runs: the job, or the file without its extension. */
    public String subject() {
        if (!job.equals(NO_JOB)) {
            return job;
        }
        // A path exists, so its name fits the file system; the name of an upload may not.
        String subject =
                name == null
                        ? file.getFileName().toString()
                        : name.replaceAll("[^\\x20-\\x7e]+", "-");
        return subject.replaceFirst("\\.[^.]*$", "");
    }

    String sheetName() {
        return name == null ? file.toString() : name;
    }

    public void expectReadable() {
        if (!Files.exists(file)) {
            throw unusable("there is no such file");
        }
        if (!Files.isRegularFile(file)) {
            throw unusable(
                    Files.isDirectory(file)
                            ? "it is a folder, not a file"
                            : "it is a pipe or a device, not a file");
        }
        if (!Files.isReadable(file)) {
            throw unusable("this user may not read it");
        }
    }

    private UnusableSheetException unusable(String why) {
        return new UnusableSheetException("%s cannot be used: %s".formatted(sheetName(), why));
    }

    public ImportOrder named(String given) {
        return new ImportOrder(
                job, account, file, given, foundAfter, options, again, force, by, corrects);
    }

    public ImportOrder found(long after) {
        return new ImportOrder(
                job, account, file, name, after, options, again, force, by, corrects);
    }

    public ImportOrder askedBy(String who) {
        return new ImportOrder(
                job, account, file, name, foundAfter, options, again, force, who, corrects);
    }

    /** Whether a run that sends all of its sheet does this already: {@code --again} joins it. */
    public boolean isDoneBy(Run run, String content) {
        return again
                && run.content().equals(content)
                && run.job().equals(job)
                && hasSameOptions(run);
    }

    /** Whether a run was requested with the same options (rule 11). */
    public boolean hasSameOptions(Run run) {
        ImportOptions begun = RunOptions.of(run);
        return begun.send() == options.send()
                && begun.missing() == options.missing()
                && begun.newColours() == options.newColours()
                && begun.sheet().equals(options.sheet())
                && begun.rules().equals(options.rules());
    }

    /** Whether it reads the sheet of a run otherwise than that run did. */
    public boolean readsOtherwise(Run run) {
        return corrects != null && !hasSameOptions(run);
    }
}
