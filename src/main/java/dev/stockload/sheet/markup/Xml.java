package dev.stockload.sheet.markup;

import dev.stockload.sheet.encoding.CsvEncoding;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.apache.commons.io.input.ReaderInputStream;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Opens XML parts without DTDs and external entities, and with a limit on depth. */
public final class Xml {
    private static final int HEAD = 256;
    private static final String DEEPEST = "256";
    private static final Pattern OTHER_ENCODING =
            Pattern.compile(
                    "^(?:\u00EF\u00BB\u00BF)?<\\?xml[^>]*?encoding\\s*=\\s*[\"'](?!utf-|us-ascii)([^\"']+)",
                    Pattern.CASE_INSENSITIVE);

    private Xml() {}

    static XMLStreamReader open(InputStream in) throws XMLStreamException, IOException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty("http://www.oracle.com/xml/jaxp/properties/maxElementDepth", DEEPEST);
        PushbackInputStream part = new PushbackInputStream(in, HEAD);
        byte[] head = head(part);
        if (otherEncoding(head) != null) {
            return factory.createXMLStreamReader(part);
        }
        // The parser's own decoder prints bytes that it cannot read before it throws.
        return factory.createXMLStreamReader(decoded(part, head));
    }

    /** Converts a part from UTF-16 to UTF-8 if needed; its declaration is not changed. */
    public static InputStream utf8(InputStream in) throws IOException {
        PushbackInputStream part = new PushbackInputStream(in, HEAD);
        byte[] head = head(part);
        if (otherEncoding(head) != null) {
            throw new UnusableSheetException(
                    "has a sheet in the encoding '%s', which no workbook is written in; open it in Excel and save it again"
                            .formatted(otherEncoding(head)));
        }
        return unicode(head).charset().equals(StandardCharsets.UTF_8)
                ? part
                : ReaderInputStream.builder()
                        .setReader(decoded(part, head))
                        .setCharset(StandardCharsets.UTF_8)
                        .get();
    }

    private static Reader decoded(InputStream part, byte[] head) throws IOException {
        part.skipNBytes(unicode(head).markLength());
        return new InputStreamReader(part, unicode(head).charset().newDecoder());
    }

    /** A declaration that is readable in 8 bits is not in UTF-16, whatever it says. */
    private static CsvEncoding unicode(byte[] head) {
        return CsvEncoding.ofUnicode(head).orElse(CsvEncoding.of(StandardCharsets.UTF_8, 0));
    }

    private static byte[] head(PushbackInputStream in) throws IOException {
        byte[] head = in.readNBytes(HEAD);
        in.unread(head);
        return head;
    }

    /** The encoding that a part declares; null if it is Unicode or there is none. */
    private static String otherEncoding(byte[] head) {
        Matcher declared = OTHER_ENCODING.matcher(new String(head, StandardCharsets.ISO_8859_1));
        return declared.find() ? declared.group(1) : null;
    }

    /** The value of an attribute by its local name, since strict workbooks use other namespaces. */
    public static String attribute(XMLStreamReader xml, String name) {
        return xml.getAttributeValue(null, name);
    }

    /** The whole number in an attribute, or 0. */
    public static int number(XMLStreamReader xml, String name) {
        return number(attribute(xml, name), 0);
    }

    static int number(String text, int otherwise) {
        return text != null && text.matches("\\s*\\d{1,9}\\s*")
                ? Integer.parseInt(text.strip())
                : otherwise;
    }

    /** Skips the element that starts here. */
    static void skip(XMLStreamReader xml) throws XMLStreamException {
        readText(xml, () -> {});
    }

    /** Moves to the end of the element that starts here, and stops at each piece of its text. */
    static void readText(XMLStreamReader xml, Runnable atText) throws XMLStreamException {
        for (int depth = 1; depth > 0; ) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> depth++;
                case XMLStreamConstants.END_ELEMENT -> depth--;
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> atText.run();
                default -> {}
            }
        }
    }

    public static boolean isFalse(XMLStreamReader xml, String name) {
        return Set.of("0", "false").contains(String.valueOf(attribute(xml, name)));
    }

    public static boolean isTrue(XMLStreamReader xml, String name) {
        return Set.of("1", "true").contains(String.valueOf(attribute(xml, name)));
    }
}
