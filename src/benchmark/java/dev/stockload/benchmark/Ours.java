package dev.stockload.benchmark;

import dev.stockload.check.CheckedSheet;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.stock.ColourState;

import java.io.IOException;
import java.nio.file.Path;

/** The work of {@code stockload check}, without its printing. */
final class Ours {
    private Ours() {}

    static Tally check(Path file) throws IOException {
        CheckedSheet sheet = CheckedSheet.read(file, SheetOptions.none(), rows -> {});
        return new Tally(
                sheet.rows(),
                sheet.accepted(),
                sheet.rejected(),
                sheet.held(),
                sheet.colourCount(),
                sheet.colourCount(ColourState.READY),
                sheet.pieces());
    }
}
