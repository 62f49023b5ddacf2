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
        VerifyMode verify) {
    /** The job of a file that is imported without a definition. */
    public static final String NO_JOB = "import";

    /** What it is about, for the names of its runs: the job, or the file. */
    String subject() {
        return job.equals(NO_JOB)
                ? file.getFileName().toString().replaceFirst("\\.[^.]*$", "")
                : job;
    }

    /** The same for a file that is named otherwise. */
    public ImportOrder forFile(Path named) {
        return new ImportOrder(
                job, account, named, sheet, send, missing, again, brake, force, verify);
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
                options.verify());
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
