package dev.stockload.check;

import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.PackedWriter;
import dev.stockload.stock.ProductRef;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Goes through some colours of a sheet in the order in which they first appear. */
final class ColourWalk implements Iterator<CheckedColour> {
    private final Colours colours;
    private final Lines lines;
    private final Barcodes barcodes;
    private final Findings findings;
    private final ColourStates states;
    private final PackedWriter packed = new PackedWriter();
    private long[] bySize = new long[16];
    private int[] rows = new int[16];
    private final int end;
    private int next;

    ColourWalk(SheetContent content, ColourStates states, int from, int to) {
        this.colours = content.colours();
        this.lines = content.lines();
        this.barcodes = content.barcodes();
        this.findings = content.findings();
        this.states = states;
        this.next = from;
        this.end = to;
    }

    @Override
    public boolean hasNext() {
        return next < end;
    }

    @Override
    public CheckedColour next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        int colour = next++;
        int goodLines = 0;
        int goodRows = 0;
        boolean sorted = true;
        for (int at = lines.first(colour); at < lines.first(colour + 1); at++) {
            int line = lines.ordered(at);
            int row = lines.row(line);
            if (findings.isBad(row)) {
                continue;
            }
            makeRoom(goodLines);
            bySize[goodLines] = (long) lines.size(line) << 32 | line;
            sorted &= goodLines == 0 || bySize[goodLines - 1] < bySize[goodLines];
            goodLines++;
            if (goodRows == 0 || rows[goodRows - 1] != row) {
                rows[goodRows++] = row;
            }
        }
        if (!sorted) {
            Arrays.sort(bySize, 0, goodLines);
        }
        return new CheckedColour(
                colour,
                new ProductRef(colours.product(colour), colours.item(colour)),
                colours.name(colour),
                states.state(colour),
                pack(goodLines),
                Arrays.copyOf(rows, goodRows));
    }

    private void makeRoom(int used) {
        if (used == bySize.length) {
            bySize = Arrays.copyOf(bySize, used * 2);
            rows = Arrays.copyOf(rows, used * 2);
        }
    }

    /** A million sizes pass here: no object is made for one. */
    private PackedSizes pack(int count) {
        packed.clear();
        packed.number(count);
        for (int i = 0; i < count; i++) {
            int line = (int) bySize[i];
            PackedSizes.write(lines.size(line), lines.stock(line), packed);
            barcodes.write(lines.barcode(line), packed);
        }
        return new PackedSizes(packed.bytes());
    }
}
