package dev.stockload.sheet;

import java.io.IOException;
import java.io.InputStream;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The rows of one of the sheets that stand in one XML part, streamed from it. */
abstract class XmlRows implements RowSource {
    final InputStream in;
    final XMLStreamReader xml;
    final HiddenAndMerged hiddenAndMerged = new HiddenAndMerged();
    private final XmlBook book;

    XmlRows(XmlBook book) throws IOException {
        this.book = book;
        this.in = new ReadAheadInput(book.content());
        try {
            this.xml = Xml.open(in);
        } catch (XMLStreamException | RuntimeException e) {
            in.close();
            throw book.damaged(e);
        }
    }

    /** Moves on to a sheet by its number among all. */
    abstract void moveTo(int sheet) throws XMLStreamException;

    /** Adds rows as {@link #fill} does. */
    abstract boolean add(RowBlock block) throws XMLStreamException, IOException;

    /** These rows, from the first of a sheet on. */
    RowSource of(int sheet) throws IOException {
        try {
            moveTo(sheet);
            return this;
        } catch (XMLStreamException | RuntimeException e) {
            close();
            throw book.damaged(e);
        }
    }

    @Override
    public boolean fill(RowBlock block) {
        try {
            return add(block);
        } catch (XMLStreamException | IOException e) {
            throw book.damaged(e);
        }
    }

    @Override
    public HiddenAndMerged hiddenAndMerged() {
        return hiddenAndMerged;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
