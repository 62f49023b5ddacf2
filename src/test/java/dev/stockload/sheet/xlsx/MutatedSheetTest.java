package dev.stockload.sheet.xlsx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Rounds;
import dev.stockload.sheet.SheetOracle;
import dev.stockload.sheet.XlsxPackage;
import dev.stockload.sheet.rows.SheetText;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Worksheet parts with random mistakes, read by our parser and by the JDK's. If both accept a part,
 * they must read the same texts in the same places.
 */
class MutatedSheetTest {
    private static final String SHEET = "xl/sheets/sheet1.xml";
    private static final byte[] BYTES_WITH_A_MEANING =
            "<>\"'/&;=!-[]?:crvt 09Az$\n\u00FF".getBytes(StandardCharsets.ISO_8859_1);

    @TempDir Path folder;

    private int agreed;
    private int refused;

    @Test
    void our_parser_reads_the_same_as_the_jdk() throws IOException {
        Random random = new Random(2);
        int count = Rounds.of(200);
        Map<String, byte[]> parts = XlsxPackage.of(rows()).parts();
        byte[] good = parts.get(SHEET);
        for (int i = 0; i < count; i++) {
            byte[] mutated = good;
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                mutated = changed(random, mutated);
            }
            parts.put(SHEET, mutated);
            compare(parts, mutated, "mutation " + i);
        }
        assertThat(agreed).as("both read").isGreaterThan(count / 20);
        assertThat(refused).as("both refused").isGreaterThan(count / 20);
    }

    private void compare(Map<String, byte[]> parts, byte[] sheet, String what) throws IOException {
        List<String> ours = null;
        try {
            ours = SheetText.ofXlsx(folder, parts);
        } catch (UnusableSheetException e) {
            // a sentence
        }
        try {
            List<String> reference = reference(sheet);
            if (ours != null) {
                SheetOracle.assertSame(
                        what + new String(sheet, StandardCharsets.UTF_8), ours, reference);
                agreed++;
            }
        } catch (XMLStreamException | RuntimeException e) {
            refused++;
            // Mistakes that change no value: an undeclared prefix, and ]]> within a text.
            if (ours != null) {
                assertThat(e)
                        .as(what + new String(sheet, StandardCharsets.UTF_8))
                        .hasMessageMatching(
                                "(?s).*(is not bound|PrefixUnbound|match QName|sequence"
                                        + " \"]]>\").*");
            }
        }
    }

    private static String rows() {
        StringBuilder rows = new StringBuilder();
        for (int row = 1; row <= 8; row++) {
            rows.append("<row r=\"").append(row).append("\" spans='1:3'>");
            rows.append(
                    "<c r=\"A%1$d\" t=\"str\"><v>grün %1$d</v></c><c r='C%1$d' t=\"inlineStr\"><is><t>a &amp; b</t></is></c>"
                            .formatted(row));
            rows.append("<c t=\"str\" s=\"1\"><f>A1&lt;2</f><v><![CDATA[x<y]]></v></c></row>\n");
        }
        return rows.toString();
    }

    private static byte[] changed(Random random, byte[] bytes) {
        int at = random.nextInt(bytes.length);
        int length = Math.min(bytes.length - at, 1 + random.nextInt(12));
        return switch (random.nextInt(4)) {
            case 0 -> spliced(bytes, at, at + 1, new byte[] {any(random)});
            case 1 -> spliced(bytes, at, at, new byte[] {any(random)});
            case 2 -> spliced(bytes, at, at + length, new byte[0]);
            default -> spliced(bytes, at, at, Arrays.copyOfRange(bytes, at, at + length));
        };
    }

    private static byte any(Random random) {
        return BYTES_WITH_A_MEANING[random.nextInt(BYTES_WITH_A_MEANING.length)];
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] with) {
        byte[] spliced = new byte[bytes.length - (to - from) + with.length];
        System.arraycopy(bytes, 0, spliced, 0, from);
        System.arraycopy(with, 0, spliced, from, with.length);
        System.arraycopy(bytes, to, spliced, from + with.length, bytes.length - to);
        return spliced;
    }

    /** The texts of the cells, read with a general parser. */
    private static List<String> reference(byte[] sheet) throws XMLStreamException {
        // The parser's own decoder prints bytes that it cannot read.
        Reader decoded =
                new InputStreamReader(
                        new ByteArrayInputStream(sheet), StandardCharsets.UTF_8.newDecoder());
        XMLStreamReader xml = XMLInputFactory.newDefaultFactory().createXMLStreamReader(decoded);
        List<String> rows = new ArrayList<>();
        int row = 0;
        int column = -1;
        boolean inData = false;
        boolean ended = false;
        List<String> cells = null;
        StringBuilder value = null;
        StringBuilder inline = null;
        StringBuilder into = null;
        String type = null;
        while (xml.hasNext()) {
            int event = xml.next();
            if (ended) {
                continue;
            }
            if (event == XMLStreamConstants.START_ELEMENT) {
                switch (xml.getLocalName()) {
                    case "sheetData" -> inData = true;
                    case "row" -> {
                        String given = own(xml, "r");
                        row =
                                given != null && given.matches("[1-9]\\d{0,7}")
                                        ? Integer.parseInt(given)
                                        : row + 1;
                        column = -1;
                        cells = new ArrayList<>();
                    }
                    case "c" -> {
                        String reference = own(xml, "r");
                        column++;
                        if (reference != null && reference.matches("(?i)\\$*[a-z$]+.*")) {
                            column = column(reference, column);
                            row = row(reference, row);
                        }
                        type = String.valueOf(own(xml, "t"));
                        value = null;
                        inline = null;
                    }
                    case "v" -> into = value = new StringBuilder();
                    case "is" -> inline = new StringBuilder();
                    case "t" -> into = inline;
                    default -> {}
                }
            } else if (event == XMLStreamConstants.CHARACTERS
                    || event == XMLStreamConstants.CDATA) {
                if (into != null) {
                    into.append(xml.getText());
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                switch (xml.getLocalName()) {
                    case "v", "t" -> into = null;
                    case "c" -> {
                        boolean isInline = type.length() == 9 ? inline != null : value == null;
                        StringBuilder text = isInline ? inline : value;
                        if (text != null && !text.toString().isBlank()) {
                            cells.add((char) ('A' + column) + "=" + text);
                        }
                    }
                    case "row" -> {
                        if (!cells.isEmpty()) {
                            cells.sort((a, b) -> a.charAt(0) - b.charAt(0));
                            rows.add(row + ": " + String.join(" | ", cells));
                        }
                    }
                    case "sheetData", "worksheet" -> ended = true;
                    default -> {}
                }
            }
        }
        if (!inData) {
            throw new XMLStreamException("no rows");
        }
        return rows;
    }

    private static String own(XMLStreamReader xml, String name) {
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String prefix = xml.getAttributePrefix(i);
            if (xml.getAttributeLocalName(i).equals(name) && (prefix == null || prefix.isEmpty())) {
                return xml.getAttributeValue(i);
            }
        }
        return null;
    }

    private static int column(String reference, int next) {
        int column = 0;
        for (char c : reference.toUpperCase(Locale.ROOT).toCharArray()) {
            if (c >= 'A' && c <= 'Z') {
                column = column * 26 + c - 'A' + 1;
            } else if (c != '$' && !Character.isDigit(c)) {
                break;
            }
        }
        return column == 0 ? next : column - 1;
    }

    private static int row(String reference, int next) {
        String digits = reference.replaceAll("^\\$*[A-Za-z]+\\$*|[^0-9].*$", "");
        return digits.matches("[1-9]\\d{0,7}") ? Integer.parseInt(digits) : next;
    }
}
