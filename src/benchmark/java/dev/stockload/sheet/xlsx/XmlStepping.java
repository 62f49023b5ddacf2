package dev.stockload.sheet.xlsx;

import dev.stockload.sheet.rows.CellBuffer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.ZipFile;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Our stepping through the XML of a worksheet beside a general parser, both on bytes in memory. */
public final class XmlStepping {
    private static final String PART = "xl/worksheets/sheet1.xml";
    private static final int ROUNDS = 5;

    private XmlStepping() {}

    /** Prints the best of some rounds; both must find the same values. */
    public static void measure(Path workbook) throws IOException, XMLStreamException {
        byte[] part;
        try (ZipFile zip = new ZipFile(workbook.toFile());
                InputStream in = zip.getInputStream(zip.getEntry(PART))) {
            part = in.readAllBytes();
        }
        double ours = Double.MAX_VALUE;
        double jdk = Double.MAX_VALUE;
        long difference = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            long own = ours(part);
            long between = System.nanoTime();
            difference += own - jdk(part);
            ours = Math.min(ours, (between - start) / 1e9);
            jdk = Math.min(jdk, (System.nanoTime() - between) / 1e9);
        }
        if (difference != 0) {
            throw new IllegalStateException("The two read different values");
        }
        System.out.printf(
                "%nThe XML of that sheet, %,d bytes: our stepping %.2f s, the JDK %.2f s %.2fx%n",
                part.length, ours, jdk, jdk / ours);
    }

    /** The sum of all values, as far as they are numbers. */
    private static long ours(byte[] part) throws IOException {
        CellBuffer text = new CellBuffer();
        SheetXml xml = new SheetXml(new ByteArrayInputStream(part), text);
        long sum = 0;
        while (xml.next()) {
            XmlTag tag = xml.tag();
            if (tag.is('v') && !tag.isEnd()) {
                text.clear();
                xml.capture(true);
            } else if (tag.is('c') && tag.isEnd()) {
                sum += (long) text.number();
            } else if (!tag.is("worksheet")) { // whose attributes are names of XML
                while (tag.nextAttribute()) {
                    sum += tag.valueLength();
                }
            }
        }
        return sum;
    }

    private static long jdk(byte[] part) throws XMLStreamException {
        CellBuffer text = new CellBuffer();
        XMLStreamReader xml =
                XMLInputFactory.newDefaultFactory()
                        .createXMLStreamReader(new ByteArrayInputStream(part), "UTF-8");
        long sum = 0;
        boolean isValue = false;
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                isValue = xml.getLocalName().equals("v");
                if (isValue) {
                    text.clear();
                }
                for (int i = 0; i < xml.getAttributeCount(); i++) {
                    sum += xml.getAttributeValue(i).length();
                }
            } else if (event == XMLStreamConstants.CHARACTERS && isValue) {
                text.append(xml);
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                isValue = false;
                sum += xml.getLocalName().equals("c") ? (long) text.number() : 0;
            }
        }
        return sum;
    }
}
