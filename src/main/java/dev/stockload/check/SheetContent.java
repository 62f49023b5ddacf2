package dev.stockload.check;

/**
 * What the rows of a sheet have become: colours, the lines chained to each, the barcodes that lines
 * point to, and what was found wrong.
 */
record SheetContent(
        Colours colours, Lines lines, Barcodes barcodes, Findings findings, UnreadRows unread) {
    SheetContent() {
        this(new Colours(), new Lines(), new Barcodes(), new Findings(), new UnreadRows());
    }

    /** What so many rows have come to. */
    SheetLimit.Use use(int rows) {
        return new SheetLimit.Use(
                rows,
                colours.count(),
                findings.count(),
                colours.characters() + findings.characters() + barcodes.characters());
    }
}
