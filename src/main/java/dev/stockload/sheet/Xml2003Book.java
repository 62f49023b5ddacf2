package dev.stockload.sheet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** An XML Spreadsheet of 2003, which many programs write and call .xls. */
final class Xml2003Book implements Book {
    static final String SPREADSHEET = "urn:schemas-microsoft-com:office:spreadsheet";

    private final Path file;
    private final List<Tab> tabs = new ArrayList<>();
    private final Map<String, String> formats = new HashMap<>();

    private Xml2003Book(Path file) {
        this.file = file;
    }

    static Book open(Path file) throws IOException {
        Xml2003Book book = new Xml2003Book(file);
        try (InputStream in = Files.newInputStream(file)) {
            book.scan(Xml.open(in));
        } catch (XMLStreamException e) {
            throw damaged(e);
        }
        if (book.tabs.isEmpty()) {
            throw new UnusableSheetException("has no worksheet");
        }
        return book;
    }

    /** Finds the sheets and the formats of the styles; a style without one has its parent's. */
    private void scan(XMLStreamReader xml) throws XMLStreamException {
        String style = null;
        String sheet = null;
        boolean isVisible = true;
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                switch (xml.getLocalName()) {
                    case "Style" -> {
                        style = Xml.attribute(xml, "ID");
                        formats.put(style, formats.get(Xml.attribute(xml, "Parent")));
                    }
                    case "NumberFormat" -> formats.put(style, Xml.attribute(xml, "Format"));
                    case "Worksheet" -> {
                        sheet = String.valueOf(Xml.attribute(xml, "Name"));
                        isVisible = true;
                    }
                    case "Visible" -> isVisible = !xml.getElementText().contains("Hidden");
                    default -> {}
                }
            } else if (event == XMLStreamConstants.END_ELEMENT
                    && xml.getLocalName().equals("Worksheet")) {
                tabs.add(new Tab(sheet, isVisible));
            }
        }
    }

    @Override
    public List<Tab> tabs() {
        return tabs;
    }

    @Override
    public RowSource rows(int tab) throws IOException {
        try {
            return new Xml2003Rows(Files.newInputStream(file), formats, tab);
        } catch (XMLStreamException e) {
            throw damaged(e);
        }
    }

    @Override
    public SheetFacts facts() {
        return new SheetFacts("XML Spreadsheet 2003", null, null, null, List.of());
    }

    static UnusableSheetException damaged(Throwable fault) {
        return new UnusableSheetException(
                "is damaged or incomplete and cannot be read as an XML spreadsheet; "
                        + XlsxBook.ANOTHER_COPY,
                fault);
    }

    @Override
    public void close() {}
}
