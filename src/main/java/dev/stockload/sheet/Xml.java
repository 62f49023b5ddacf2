package dev.stockload.sheet;

import com.fasterxml.aalto.stax.InputFactoryImpl;

import org.apache.commons.io.input.ReaderInputStream;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Opens XML parts of a workbook, in whatever encoding they are: no DTDs and nothing fetched from
 * elsewhere.
 */
final class Xml {
    private static final XMLInputFactory FACTORY = new InputFactoryImpl();
    private static final int HEAD = 256;
    private static final Pattern DECLARED =
            Pattern.compile(
                    "^(?:\u00EF\u00BB\u00BF)?<\\?xml[^>]*?encoding\\s*=\\s*[\"']([^\"']+)[\"']");

    static {
        FACTORY.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        FACTORY.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        FACTORY.setProperty(XMLInputFactory.IS_COALESCING, false);
    }

    private Xml() {}

    static XMLStreamReader open(InputStream in) throws XMLStreamException, IOException {
        PushbackInputStream part = new PushbackInputStream(in, HEAD);
        Charset other = otherThanUtf8(part);
        return other == null
                ? FACTORY.createXMLStreamReader(part, "UTF-8")
                : FACTORY.createXMLStreamReader(reader(part, other));
    }

    /** The part in UTF-8, whatever it is written in; its declaration stays as it is. */
    static InputStream utf8(InputStream in) throws IOException {
        PushbackInputStream part = new PushbackInputStream(in, HEAD);
        Charset other = otherThanUtf8(part);
        return other == null || other.equals(StandardCharsets.UTF_8)
                ? part
                : ReaderInputStream.builder()
                        .setReader(reader(part, other))
                        .setCharset(StandardCharsets.UTF_8)
                        .get();
    }

    /** Refuses bytes that are none of the encoding instead of putting other characters there. */
    private static InputStreamReader reader(InputStream in, Charset charset) {
        return new InputStreamReader(in, charset.newDecoder());
    }

    /** The encoding by the first bytes, then by the declaration; null where it is plain UTF-8. */
    private static Charset otherThanUtf8(PushbackInputStream in) throws IOException {
        byte[] head = in.readNBytes(HEAD);
        in.unread(head);
        int first = head.length < 4 ? 0 : (head[0] & 0xFF) << 8 | head[1] & 0xFF;
        int second = head.length < 4 ? 0 : (head[2] & 0xFF) << 8 | head[3] & 0xFF;
        if (first == 0xFEFF || first == 0xFFFE) {
            return StandardCharsets.UTF_16;
        }
        if (first == 0x003C && second >> 8 == 0) {
            return StandardCharsets.UTF_16BE;
        }
        if (first == 0x3C00 && (second & 0xFF) == 0) {
            return StandardCharsets.UTF_16LE;
        }
        Matcher declared = DECLARED.matcher(new String(head, StandardCharsets.ISO_8859_1));
        String name = declared.find() ? declared.group(1).toUpperCase(Locale.ROOT) : "UTF-8";
        if (name.equals("UTF-8")) {
            return null;
        }
        if (name.startsWith("UTF-16") || name.equals("US-ASCII")) {
            // A declaration that can be read here is not in 16 bits a letter, whatever it says.
            return StandardCharsets.UTF_8;
        }
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new UnusableSheetException(
                    "is written in the encoding '%s', which is not known; save it again as .xlsx"
                            .formatted(name),
                    e);
        }
    }

    /**
     * The value of an attribute by its local name, whatever its namespace: strict workbooks use
     * other ones.
     */
    static String attribute(XMLStreamReader xml, String name) {
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            if (xml.getAttributeLocalName(i).equals(name)) {
                return xml.getAttributeValue(i);
            }
        }
        return null;
    }

    /** Passes over the element that begins here. */
    static void skip(XMLStreamReader xml) throws XMLStreamException {
        for (int depth = 1; depth > 0; ) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
        }
    }

    /** Whether an attribute of yes or no says no. */
    static boolean isFalse(XMLStreamReader xml, String name) {
        return Set.of("0", "false").contains(String.valueOf(attribute(xml, name)));
    }

    /** Whether an attribute of yes or no says yes. */
    static boolean isTrue(XMLStreamReader xml, String name) {
        return Set.of("1", "true").contains(String.valueOf(attribute(xml, name)));
    }
}
