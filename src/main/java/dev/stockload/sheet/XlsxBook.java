package dev.stockload.sheet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** An .xlsx workbook: its parts are found by their relations, as Excel finds them. */
final class XlsxBook implements Book {
    static final String ANOTHER_COPY =
            "save it again in the program that made it, or get a new copy";

    private static final String USUAL_WORKBOOK = "xl/workbook.xml";

    private final ZipParts parts;
    private final List<Tab> tabs = new ArrayList<>();
    private final List<String> sheets = new ArrayList<>();
    private boolean since1904;
    private boolean recalculates;
    private XlsxRows.Workbook shared;

    private XlsxBook(ZipParts parts) {
        this.parts = parts;
    }

    static XlsxBook open(Path file) throws IOException {
        ZipParts parts = null;
        XlsxBook book = null;
        try {
            parts = new ZipParts(file);
            book = new XlsxBook(parts);
            book.readContents();
            return book;
        } catch (UnusableSheetException e) {
            book = null;
            throw e;
        } catch (XMLStreamException | IOException | RuntimeException | StackOverflowError e) {
            book = null;
            throw damaged(e);
        } finally {
            if (book == null && parts != null) {
                parts.close();
            }
        }
    }

    private void readContents() throws IOException, XMLStreamException {
        String named = Relations.of(parts, "").first("officeDocument");
        String workbook = named != null && parts.has(named) ? named : USUAL_WORKBOOK;
        Relations relations = Relations.of(parts, workbook);
        try (InputStream part = parts.open(workbook)) {
            if (part == null) {
                throw new IOException("The package has no workbook");
            }
            XMLStreamReader xml = Xml.open(part);
            while (Xml.nextElement(xml)) {
                switch (xml.getLocalName()) {
                    case "sheet" -> addTab(xml, relations);
                    case "workbookPr" -> since1904 |= Xml.isTrue(xml, "date1904");
                    case "calcPr" -> recalculates |= isRecalculated(xml);
                    default -> {}
                }
            }
        }
        if (sheets.isEmpty()) {
            throw new UnusableSheetException("has no worksheet");
        }
        try (InputStream texts = related(relations, "sharedStrings");
                InputStream styles = related(relations, "styles")) {
            shared =
                    new XlsxRows.Workbook(
                            SharedStrings.read(texts),
                            CellFormats.read(styles, since1904),
                            recalculates);
        }
    }

    /** Whether the writer left the results of formulas to the program that opens the workbook. */
    private static boolean isRecalculated(XMLStreamReader xml) {
        return Xml.isTrue(xml, "fullCalcOnLoad")
                || Xml.isTrue(xml, "forceFullCalc")
                || Xml.isFalse(xml, "calcCompleted");
    }

    /** Adds a sheet of cells; charts, dialogs and macros are sheets too. */
    private void addTab(XMLStreamReader xml, Relations relations) {
        String part = relations.part(String.valueOf(Xml.attribute(xml, "id")), "worksheet");
        if (part == null) {
            return;
        }
        String name = String.valueOf(Xml.attribute(xml, "name"));
        if (!parts.has(part)) {
            throw new UnusableSheetException(
                    "is damaged: its sheet '%s' is missing; %s".formatted(name, ANOTHER_COPY));
        }
        String state = Xml.attribute(xml, "state");
        tabs.add(new Tab(name, state == null || state.equals("visible")));
        sheets.add(part);
    }

    /**
     * The part with this relation to the workbook; null where there is none, even if it is named.
     */
    private InputStream related(Relations relations, String type) throws IOException {
        String part = relations.first(type);
        return part == null ? null : parts.open(part);
    }

    @Override
    public List<Tab> tabs() {
        return tabs;
    }

    @Override
    public RowSource rows(int tab) {
        try {
            return new XlsxRows(parts.open(sheets.get(tab)), shared);
        } catch (IOException e) {
            throw damaged(e);
        }
    }

    @Override
    public SheetFacts facts() {
        return new SheetFacts("Excel workbook (.xlsx)", null, null, null, List.of());
    }

    /** What a broken package means to its owner. */
    static UnusableSheetException damaged(Throwable fault) {
        return new UnusableSheetException(
                "is damaged or incomplete and cannot be opened as an Excel workbook; "
                        + ANOTHER_COPY,
                fault);
    }

    @Override
    public void close() throws IOException {
        parts.close();
    }
}
