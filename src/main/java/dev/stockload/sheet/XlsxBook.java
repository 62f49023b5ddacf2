package dev.stockload.sheet;

import org.apache.poi.openxml4j.exceptions.InvalidFormatException;
import org.apache.poi.openxml4j.exceptions.OpenXML4JException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.openxml4j.opc.PackageAccess;
import org.apache.poi.openxml4j.opc.PackagePart;
import org.apache.poi.openxml4j.opc.PackageRelationship;
import org.apache.poi.openxml4j.opc.PackageRelationshipTypes;

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
    private final PackagePart workbook;
    private final List<Tab> tabs = new ArrayList<>();
    private final List<PackagePart> sheets = new ArrayList<>();
    private boolean since1904;
    private SharedTexts shared;
    private CellFormats formats;

    private XlsxBook(OPCPackage opened) throws InvalidFormatException {
        this.opened = opened;
        this.workbook = workbook(opened);
    }

    static XlsxBook open(Path file) throws IOException {
        OPCPackage opened = null;
        XlsxBook book = null;
        try {
            opened = OPCPackage.open(file.toFile(), PackageAccess.READ);
            book = new XlsxBook(opened);
            book.readContents();
            return book;
        } catch (UnusableSheetException e) {
            book = null;
            throw e;
        } catch (OpenXML4JException
                | XMLStreamException
                | IOException
                | RuntimeException
                | StackOverflowError e) {
            book = null;
            throw damaged(e);
        } finally {
            if (book == null && opened != null) {
                opened.revert();
            }
        }
    }

    /** Strict workbooks name the same relations by other addresses. */
    private static PackagePart workbook(OPCPackage opened) throws InvalidFormatException {
        for (String type :
                List.of(
                        PackageRelationshipTypes.CORE_DOCUMENT,
                        PackageRelationshipTypes.STRICT_CORE_DOCUMENT)) {
            for (PackageRelationship found : opened.getRelationshipsByType(type)) {
                PackagePart part = opened.getPart(found);
                if (part != null) {
                    return part;
                }
            }
        }
        throw new InvalidFormatException("The package has no workbook");
    }

    private void readContents() throws IOException, OpenXML4JException, XMLStreamException {
        try (InputStream part = workbook.getInputStream()) {
            XMLStreamReader xml = Xml.open(part);
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                    if (xml.getLocalName().equals("sheet")) {
                        addTab(xml);
                    } else if (xml.getLocalName().equals("workbookPr")) {
                        since1904 =
                                Set.of("1", "true")
                                        .contains(String.valueOf(Xml.attribute(xml, "date1904")));
                    }
                }
            }
        }
        if (sheets.isEmpty()) {
            throw new UnusableSheetException("has no worksheet");
        }
        try (InputStream part = related("/sharedStrings")) {
            shared = SharedTexts.read(part);
        }
        try (InputStream part = related("/styles")) {
            formats = CellFormats.read(part);
        }
    }

    /** Adds a sheet of cells; charts, dialogs and macros are sheets too. */
    private void addTab(XMLStreamReader xml) throws InvalidFormatException {
        String id = Xml.attribute(xml, "id");
        PackageRelationship relation = id == null ? null : workbook.getRelationship(id);
        if (relation != null && relation.getRelationshipType().endsWith("/worksheet")) {
            String state = Xml.attribute(xml, "state");
            tabs.add(
                    new Tab(
                            String.valueOf(Xml.attribute(xml, "name")),
                            state == null || state.equals("visible")));
            sheets.add(workbook.getRelatedPart(relation));
        }
    }

    /** The part with this relation to the workbook, or null where there is none. */
    private InputStream related(String relation) throws IOException, InvalidFormatException {
        for (PackageRelationship found : workbook.getRelationships()) {
            if (found.getRelationshipType().endsWith(relation)) {
                return workbook.getRelatedPart(found).getInputStream();
            }
        }
        return null;
    }

    @Override
    public List<Tab> tabs() {
        return tabs;
    }

    @Override
    public RowSource rows(int tab) {
        try {
            return new XlsxRows(sheets.get(tab).getInputStream(), shared, formats, since1904);
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
