package dev.stockload.imports.order;

import dev.stockload.book.rules.MissingMode;
import dev.stockload.runs.SendMode;
import dev.stockload.sheet.SheetOptions;

import java.util.Optional;

/** How a sheet is read and sent; without a brake if a person watches. */
public record ImportOptions(
        SheetOptions sheet,
        SendMode send,
        MissingMode missing,
        Optional<Brake> brake,
        VerifyMode verify) {
    /** For a person who watches: there is no brake, and nothing is read back. */
    public static ImportOptions of(SheetOptions sheet, SendMode send, MissingMode missing) {
        return new ImportOptions(sheet, send, missing, Optional.empty(), VerifyMode.NONE);
    }
}
