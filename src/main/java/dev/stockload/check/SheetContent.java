package dev.stockload.check;

/**
 * What the rows of a sheet have become: colours, the lines chained to each, the barcodes that lines
 * point to, and what was found wrong.
 */
record SheetContent(Colours colours, Lines lines, Barcodes barcodes, Findings findings) {
    SheetContent() {
        this(new Colours(), new Lines(), new Barcodes(), new Findings());
    }

    /** Hears of a size and its stock. */
    interface StockListener {
        void stock(int size, int stock);
    }

    void forEachStock(int colour, StockListener listener) {
        for (int line = colours.firstLine(colour); line != Lines.NONE; line = lines.next(line)) {
            listener.stock(lines.size(line), lines.stock(line));
        }
    }

    /** How many pieces of a colour there are. */
    long pieces(int colour) {
        long pieces = 0;
        for (int line = colours.firstLine(colour); line != Lines.NONE; line = lines.next(line)) {
            pieces += lines.stock(line);
        }
        return pieces;
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
