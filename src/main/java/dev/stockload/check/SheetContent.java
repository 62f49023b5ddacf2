package dev.stockload.check;

import dev.stockload.sheet.rows.SheetBudget;

/** The content of a sheet's rows: colours, their lines, and findings. */
record SheetContent(Colours colours, Lines lines, Findings findings, Unread unread) {
    SheetContent() {
        this(new Colours(), new Lines(), new Findings(), new Unread());
    }

    /** Fails if this many rows with this content are too much. */
    void check(SheetBudget budget, int rows) {
        long characters = colours.characters() + findings.characters() + lines.characters();
        budget.check(rows, colours.count(), findings.count(), characters);
    }
}
