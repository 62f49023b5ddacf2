package dev.stockload.sheet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** An XML Spreadsheet of 2003, which many programs write and call .xls. */
final class Xml2003Book extends XmlBook {
    private final Map<String, String> formats = new HashMap<>();

    private Xml2003Book(Path file) {
        super("XML Spreadsheet 2003", () -> Files.newInputStream(file));
    }

    static Book open(Path file) throws IOException {
        Xml2003Book book = new Xml2003Book(file);
        try (InputStream in = book.content()) {
            book.scan(Xml.open(in));
        } catch (XMLStreamException e) {
            throw book.damaged(e);
        }
        book.expectTabs();
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
    public RowSource rows(int tab) throws IOException {
        return new Xml2003Rows(this, formats).of(tab);
    }

    @Override
    public void close() {}
}
