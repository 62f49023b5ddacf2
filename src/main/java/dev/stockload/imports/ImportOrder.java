package dev.stockload.imports;

import dev.stockload.ledger.Run;
import dev.stockload.sheet.SheetOptions;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a person or a schedule asks to be imported.
 *
 * @param job the name of the job definition, or {@link #NO_JOB}
 * @param account the account as the ledger knows it
 * @param missing what becomes of what the sheet no longer names
 * @param again whether to send the file anew where it was imported before
 * @param brake when to send nothing; empty where a person watches
 * @param force whether to go on against the brake
 * @param verify how much to read back when all is sent
 * @param name by which people know the sheet where its path is not theirs; else null
 * @param foundAfter the number of the account's newest run when the sheet was found to be new: a
 *     later run over the same content is of somebody else who found it, too
 */
public record ImportOrder(
        String job,
        String account,
        Path file,
        SheetOptions sheet,
        SendMode send,
        MissingMode missing,
        boolean again,
        Optional<Brake> brake,
        boolean force,
        VerifyMode verify,
        String name,
        long foundAfter) {
    /** Nobody else looks for a file that a person names. */
    private static final long NAMED = Long.MAX_VALUE;

    /** The job of a file that is imported without a definition. */
    public static final String NO_JOB = "import";

    /** What it is about, for the names of its runs: the job, or the file. */
    String subject() {
        if (!job.equals(NO_JOB)) {
            return job;
        }
        // Whoever names a file here has it in a folder; what an upload is called may fit in none.
        String plain =
                name == null
                        ? file.getFileName().toString()
                        : name.replaceAll("[^\\x20-\\x7e]+", "-");
        return plain.replaceFirst("\\.[^.]*$", "");
    }

    /** The sheet as people know it. */
    public String sheetName() {
        return name == null ? file.toString() : name;
    }

    /** The same for a file that is named otherwise. */
    public ImportOrder forFile(Path named) {
        return new ImportOrder(
                job,
                account,
                named,
                sheet,
                send,
                missing,
                again,
                brake,
                force,
                verify,
                name,
                foundAfter);
    }

    /** The same for a sheet that was found when an account had no newer run than this. */
    public ImportOrder foundAfter(long number) {
        return new ImportOrder(
                job, account, file, sheet, send, missing, again, brake, force, verify, name,
                number);
    }

    /** Whether a run over the same content is of somebody else who found this sheet, too. */
    boolean isTakenBy(Run run) {
        return run.number() > foundAfter;
    }

    /** The same for a sheet that people know by a name instead of its path. */
    public ImportOrder named(String given) {
        return new ImportOrder(
                job,
                account,
                file,
                sheet,
                send,
                missing,
                again,
                brake,
                force,
                verify,
                given,
                foundAfter);
    }

    /** The sheet of an earlier run once more, read and sent the same way, for who asks for it. */
    public static ImportOrder again(Run run) {
        RunOptions options = RunOptions.read(run.options());
        return new ImportOrder(
                run.job(),
                run.account(),
                Path.of(run.file()),
                options.sheet(),
                SendMode.of(run.send()).orElseThrow(),
                options.missing(),
                true,
                Optional.ofNullable(options.brake()),
                true,
                options.verify(),
                run.input().name(),
                NAMED);
    }

    /** An order for a sheet whose path is that of a person. */
    public ImportOrder(
            String job,
            String account,
            Path file,
            SheetOptions sheet,
            SendMode send,
            MissingMode missing,
            boolean again,
            Optional<Brake> brake,
            boolean force,
            VerifyMode verify) {
        this(job, account, file, sheet, send, missing, again, brake, force, verify, null, NAMED);
    }

    /** An order that says nothing of what is missing, and after which nothing is read back. */
    public ImportOrder(
            String job,
            String account,
            Path file,
            SheetOptions sheet,
            SendMode send,
            boolean again,
            Optional<Brake> brake,
            boolean force) {
        this(
                job,
                account,
                file,
                sheet,
                send,
                MissingMode.KEEP,
                again,
                brake,
                force,
                VerifyMode.NONE);
    }
}
