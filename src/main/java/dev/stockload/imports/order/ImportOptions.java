package dev.stockload.imports.order;

import dev.stockload.sheet.SheetOptions;

import java.util.Optional;

/**
 * How a sheet is read and sent.
 *
 * @param missing what becomes of what the sheet no longer names
 * @param brake when to send nothing; empty where a person watches
 * @param verify how much to read back when all is sent
 */
public record ImportOptions(
        SheetOptions sheet,
        SendMode send,
        MissingMode missing,
        Optional<Brake> brake,
        VerifyMode verify) {
    /** For a person who watches; nothing is said of what is missing. */
    public static ImportOptions of(SheetOptions sheet, SendMode send) {
        return of(sheet, send, MissingMode.KEEP);
    }

    /** For a person who watches: there is no brake, and nothing is read back. */
    public static ImportOptions of(SheetOptions sheet, SendMode send, MissingMode missing) {
        return new ImportOptions(sheet, send, missing, Optional.empty(), VerifyMode.NONE);
    }
}
