package dev.stockload.check;

/** The content of a sheet's rows: colours, their lines, and findings. */
record SheetContent(Colours colours, Lines lines, Findings findings, UnreadRows unread) {
    SheetContent() {
        this(new Colours(), new Lines(), new Findings(), new UnreadRows());
    }

    SheetLimit.Use use(int rows) {
        return new SheetLimit.Use(
                rows,
                colours.count(),
                findings.count(),
                colours.characters() + findings.characters() + lines.characters());
    }
}
