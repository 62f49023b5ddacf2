package dev.stockload.sheet;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** A book whose sheets stand in one XML part, which is read anew for each of them. */
abstract class XmlBook implements Book {
    /** Opens the part from its beginning. */
    interface Source {
        InputStream open() throws IOException;
    }

    final List<Tab> tabs = new ArrayList<>();
    private final String kind;
    private final Source content;

    /**
     * Begins without sheets.
     *
     * @param kind what it is, in words
     */
    XmlBook(String kind, Source content) {
        this.kind = kind;
        this.content = content;
    }

    InputStream content() throws IOException {
        return content.open();
    }

    void expectTabs() {
        if (tabs.isEmpty()) {
            throw new UnusableSheetException("has no worksheet");
        }
    }

    @Override
    public List<Tab> tabs() {
        return tabs;
    }

    @Override
    public SheetFacts facts() {
        return new SheetFacts(kind, null, null, null, List.of());
    }

    UnusableSheetException damaged(Throwable fault) {
        return damaged(kind, fault);
    }

    static UnusableSheetException damaged(String kind, Throwable fault) {
        return new UnusableSheetException(
                "is damaged or incomplete and cannot be read as an %s; %s"
                        .formatted(kind, XlsxBook.ANOTHER_COPY),
                fault);
    }
}
