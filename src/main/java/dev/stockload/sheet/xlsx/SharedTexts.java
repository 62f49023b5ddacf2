package dev.stockload.sheet.xlsx;

import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.SheetBudget;
import dev.stockload.sheet.rows.TextPool;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The texts that the sheets of a workbook share; what each looks like is found out once. */
final class SharedTexts {
    private final List<String> texts = new ArrayList<>();
    private final BitSet plain = new BitSet();

    void add(String text) {
        plain.set(texts.size(), TextPool.isPlain(text));
        texts.add(text);
        SheetBudget.keep(text);
    }

    int size() {
        return texts.size();
    }

    void addTo(RowBlock block, int column, int index) {
        if (plain.get(index)) {
            block.addPlain(column, texts.get(index));
        } else {
            block.addDecoded(column, texts.get(index));
        }
    }
}
