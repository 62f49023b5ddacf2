package dev.stockload.sheet.markup;

import dev.stockload.sheet.rows.Book;
import dev.stockload.sheet.rows.ReadAhead;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A book whose sheets stand in one XML part. It is read once for their names and styles, and once
 * more for their rows: a sheet further down is read on from where the last one was left.
 */
abstract class XmlBook extends Book {
    private InputStream in;
    private XMLStreamReader xml;

    /** The sheet that was begun last, from 0, and how many elements of its kind are open. */
    private int sheet;

    private int depth;

    XmlBook(String kind) {
        super(kind);
    }

    /** Opens the part from its beginning. */
    abstract InputStream content() throws IOException;

    abstract boolean isSheet(XMLStreamReader element);

    /**
     * Takes the start of an element.
     *
     * @param depth in how many elements of sheets it stands, itself included
     */
    abstract void scan(XMLStreamReader element, int depth) throws XMLStreamException;

    /** Reads what has to be known before the part. */
    void prepare() throws IOException, XMLStreamException {}

    abstract TableRows rows();

    /** Finds the sheets, and sees that the part is whole. */
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
        if (in != null) {
            in.close();
        }
        in = new ReadAhead.ReadAheadInput(content());
        xml = Xml.open(in);
        sheet = -1;
        depth = 0;
    }

    /** Moves on; the number of the event. */
    private int next() throws XMLStreamException {
        int event = xml.next();
        if (event == XMLStreamConstants.START_ELEMENT && isSheet(xml)) {
            sheet += depth++ == 0 ? 1 : 0;
        } else if (event == XMLStreamConstants.END_ELEMENT && isSheet(xml)) {
            depth--;
        }
        return event;
    }

    @Override
    public final RowSource rows(int tab) throws IOException {
        try {
            if (sheet >= tab) {
                start();
            }
            while (sheet < tab) {
                next();
            }
            return rows();
        } catch (XMLStreamException | RuntimeException e) {
            throw damaged(e);
        }
    }

    @Override
    public void close() throws IOException {
        if (in != null) {
            in.close();
        }
    }

    /** The rows of a sheet of this book; leaving them leaves the part open for the next sheet. */
    abstract class Rows extends TableRows {
        final XMLStreamReader xml = XmlBook.this.xml;
        private final String rowName;

        /** Begins at the start of a sheet whose rows are elements of this name. */
        Rows(String rowName) {
            this.rowName = rowName;
        }

        /** Takes the start of an element of the sheet. */
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

        @Override
        final UnusableSheetException damaged(Throwable fault) {
            return XmlBook.this.damaged(fault);
        }

        @Override
        public final void close() {}
    }
}
