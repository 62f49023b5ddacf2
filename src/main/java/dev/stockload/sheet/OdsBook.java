package dev.stockload.sheet;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** An OpenDocument sheet, as an archive (.ods) or as one XML file (.fods). */
final class OdsBook extends XmlBook {
    static final String OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0";
    static final String TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0";
    static final String STYLE = "urn:oasis:names:tc:opendocument:xmlns:style:1.0";
    static final String NUMBER = "urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0";

    private static final String KIND = "OpenDocument sheet (.ods)";
    private static final String CONTENT = "content.xml";

    private final Closeable file;
    private final OdsStyles styles = new OdsStyles();

    private OdsBook(Closeable file, Source content) {
        super(KIND, content);
        this.file = file;
    }

    static Book open(Path file) throws IOException {
        try {
            ZipParts parts = new ZipParts(file);
            OdsBook book = new OdsBook(parts, () -> parts.open(CONTENT));
            return book.read(
                    () -> {
                        refuseEncrypted(parts);
                        try (InputStream in = parts.open("styles.xml")) {
                            if (in != null) {
                                book.scan(in);
                            }
                        }
                    });
        } catch (IOException e) {
            throw damaged(KIND, e);
        }
    }

    /** One XML file without an archive around it. */
    static Book openFlat(Path file) throws IOException {
        return new OdsBook(() -> {}, () -> Files.newInputStream(file)).read(() -> {});
    }

    private interface Reading {
        void run() throws IOException, XMLStreamException;
    }

    private Book read(Reading others) throws IOException {
        boolean opened = false;
        try {
            others.run();
            try (InputStream in = content()) {
                scan(in);
            }
            expectTabs();
            opened = true;
            return this;
        } catch (UnusableSheetException e) {
            throw e;
        } catch (IOException | XMLStreamException | RuntimeException e) {
            throw damaged(e);
        } finally {
            if (!opened) {
                file.close();
            }
        }
    }

    private static void refuseEncrypted(ZipParts parts) throws IOException, XMLStreamException {
        try (InputStream in = parts.open("META-INF/manifest.xml")) {
            XMLStreamReader xml = in == null ? null : Xml.open(in);
            while (xml != null && xml.hasNext()) {
                if (xml.next() == XMLStreamConstants.START_ELEMENT
                        && xml.getLocalName().equals("encryption-data")) {
                    throw new UnusableSheetException(
                            "is protected with a password; save it without one");
                }
            }
        }
    }

    /** Finds the styles and the tables; those of drawings and changes are none. */
    private void scan(InputStream in) throws XMLStreamException, IOException {
        XMLStreamReader xml = Xml.open(in);
        int depth = 0;
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                if (xml.getLocalName().equals("table") && TABLE.equals(xml.getNamespaceURI())) {
                    if (depth++ == 0) {
                        String style = xml.getAttributeValue(TABLE, "style-name");
                        tabs.add(
                                new Tab(
                                        String.valueOf(xml.getAttributeValue(TABLE, "name")),
                                        !styles.isHidden(style)));
                    }
                } else if (depth == 0) {
                    styles.take(xml);
                }
            } else if (event == XMLStreamConstants.END_ELEMENT
                    && xml.getLocalName().equals("table")
                    && TABLE.equals(xml.getNamespaceURI())) {
                depth--;
            }
        }
    }

    @Override
    public RowSource rows(int tab) throws IOException {
        return new OdsRows(this, styles).of(tab);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
