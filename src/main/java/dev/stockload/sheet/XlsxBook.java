package dev.stockload.sheet;

import org.apache.poi.openxml4j.exceptions.OpenXML4JException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.openxml4j.opc.PackageAccess;
import org.apache.poi.xssf.eventusermodel.XSSFReader;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** An .xlsx workbook: POI opens the package under its limits and finds the parts. */
final class XlsxBook implements Book {
    private static final String ANOTHER_COPY =
            "save it again in the program that made it, or get a new copy";

    private final OPCPackage opened;
    private final XSSFReader parts;
    private final List<Tab> tabs = new ArrayList<>();
    private final List<String> ids = new ArrayList<>();
    private boolean since1904;
    private SharedTexts shared;
    private CellFormats formats;

    private XlsxBook(OPCPackage opened) throws IOException, OpenXML4JException {
        this.opened = opened;
        this.parts = new XSSFReader(opened);
    }

    static XlsxBook open(Path file) throws IOException {
        OPCPackage opened = null;
        try {
            opened = OPCPackage.open(file.toFile(), PackageAccess.READ);
            XlsxBook book = new XlsxBook(opened);
            book.readContents();
            return book;
        } catch (UnusableSheetException e) {
            opened.revert();
            throw e;
        } catch (OpenXML4JException | XMLStreamException | IOException | RuntimeException e) {
            if (opened != null) {
                opened.revert();
            }
            throw damaged(e);
        }
    }

    private void readContents() throws IOException, OpenXML4JException, XMLStreamException {
        try (InputStream part = parts.getWorkbookData()) {
            XMLStreamReader xml = Xml.open(part);
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                    if (xml.getLocalName().equals("sheet")) {
                        String state = Xml.attribute(xml, "state");
                        tabs.add(
                                new Tab(
                                        Xml.attribute(xml, "name"),
                                        state == null || state.equals("visible")));
                        ids.add(Xml.attribute(xml, "id"));
                    } else if (xml.getLocalName().equals("workbookPr")) {
                        since1904 =
                                Set.of("1", "true")
                                        .contains(String.valueOf(Xml.attribute(xml, "date1904")));
                    }
                }
            }
        }
        try (InputStream part = parts.getSharedStringsData()) {
            shared = SharedTexts.read(part);
        }
        try (InputStream part = parts.getStylesData()) {
            formats = CellFormats.read(part);
        }
    }

    @Override
    public List<Tab> tabs() {
        return tabs;
    }

    @Override
    public RowSource rows(int tab) throws IOException {
        try {
            return new XlsxRows(parts.getSheet(ids.get(tab)), shared, formats, since1904);
        } catch (OpenXML4JException | IllegalArgumentException e) {
            throw damaged(e);
        }
    }

    @Override
    public SheetFacts facts() {
        return new SheetFacts("Excel workbook (.xlsx)", null, null, null, List.of());
    }

    /** What a broken package means to its owner. */
    static UnusableSheetException damaged(Exception fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).contains("Zip bomb")) {
                return new UnusableSheetException(
                        "unpacks to far more than its size lets expect, as a zip bomb does; "
                                + ANOTHER_COPY,
                        fault);
            }
        }
        return new UnusableSheetException(
                "is damaged or incomplete and cannot be opened as an Excel workbook; "
                        + ANOTHER_COPY,
                fault);
    }

    @Override
    public void close() {
        opened.revert();
    }
}
