package dev.stockload.sheet.markup;

import dev.stockload.sheet.rows.ReadAhead;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.SheetBook;

import org.apache.commons.io.IOUtils;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A book whose sheets are in one XML part. It is read once for names and styles, and again for
 * rows; a later sheet is read on from where the last one ended.
 */
abstract class XmlBook extends SheetBook {
    private InputStream in;
    private XMLStreamReader xml;

    /** The index of the last sheet that was started, and the number of open sheet elements. */
    private int sheet;

    private int depth;

    XmlBook(String kind, Path file) {
        super(kind, file);
    }

    InputStream content() throws IOException {
        return Files.newInputStream(file);
    }

    abstract boolean isSheet(XMLStreamReader element);

    /** Called for each start tag; {@code depth} counts open sheet elements, itself included. */
    abstract void scan(XMLStreamReader element, int depth) throws XMLStreamException;

    void prepare() throws IOException, XMLStreamException {}

    abstract TableRows rows();

    /** Finds the sheets, and checks that the part is complete. */
    @Override
    protected final void find() throws IOException, XMLStreamException {
        prepare();
        start();
        while (xml.hasNext()) {
            if (next() == XMLStreamConstants.START_ELEMENT) {
                scan(xml, depth);
            }
        }
        in.transferTo(OutputStream.nullOutputStream());
    }

    private void start() throws IOException, XMLStreamException {
        IOUtils.close(in);
        in = new ReadAhead.ReadAheadInput(content());
        xml = Xml.open(in);
        sheet = -1;
        depth = 0;
    }

    private int next() throws XMLStreamException {
        int event = xml.next();
        if (event == XMLStreamConstants.START_ELEMENT && isSheet(xml)) {
            sheet += depth++ == 0 ? 1 : 0;
        } else if (event == XMLStreamConstants.END_ELEMENT && isSheet(xml)) {
            depth--;
        }
        return event;
    }

    final void addTab(String name, boolean visible) {
        int place = tabs.size();
        addTab(name, visible, () -> rows(place));
    }

    private RowSource rows(int place) throws IOException, XMLStreamException {
        if (sheet >= place) {
            start();
        }
        while (sheet < place) {
            next();
        }
        return rows();
    }

    @Override
    public void close() throws IOException {
        IOUtils.close(in);
        super.close();
    }

    /** The rows of a sheet of this book; the part stays open for the next sheet. */
    abstract class Rows extends TableRows {
        final XMLStreamReader xml = XmlBook.this.xml;
        private final String rowName;

        Rows(String rowName) {
            super(XmlBook.this);
            this.rowName = rowName;
        }

        abstract void start(String name) throws XMLStreamException;

        @Override
        final boolean readRow() throws XMLStreamException {
            while (depth > 0) {
                int event = next();
                if (event == XMLStreamConstants.START_ELEMENT) {
                    start(xml.getLocalName());
                } else if (event == XMLStreamConstants.END_ELEMENT
                        && xml.getLocalName().equals(rowName)) {
                    endRow();
                    return true;
                }
            }
            return false;
        }
    }
}
