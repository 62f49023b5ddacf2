package dev.stockload.sheet;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** One cell of an OpenDocument table: its type, its stored value, its text. */
final class OdsCell {
    private static final String CALC_EXT =
            "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0";

    /** Remarks, drawings and reading aids inside a cell are not its text. */
    private static final Set<String> NO_TEXT =
            Set.of("annotation", "frame", "ruby-text", "custom-shape", "table", "g", "shapes");

    /** What is shown for an error, where its type does not tell. */
    private static final Pattern ERROR = Pattern.compile("Err:\\d{3}|#[\\p{L}\\d/]+[!?]|#N/A");

    private final XMLStreamReader xml;
    private final OdsStyles styles;
    private final StringBuilder text = new StringBuilder();
    private String type;
    private String value;
    private boolean isError;
    private boolean isFormula;
    private int pad;

    OdsCell(XMLStreamReader xml, OdsStyles styles) {
        this.xml = xml;
        this.styles = styles;
    }

    /** Reads the cell that begins here to its end. */
    void read(String style) throws XMLStreamException {
        type = xml.getAttributeValue(OdsBook.OFFICE, "value-type");
        isError = "error".equals(xml.getAttributeValue(CALC_EXT, "value-type"));
        isFormula = xml.getAttributeValue(OdsBook.TABLE, "formula") != null;
        value = type == null ? null : xml.getAttributeValue(OdsBook.OFFICE, attribute());
        pad = styles.pad(style);
        text.setLength(0);
        readText();
    }

    private String attribute() {
        return switch (type) {
            case "date", "time", "boolean", "string" -> type + "-value";
            default -> "value";
        };
    }

    private void readText() throws XMLStreamException {
        int paragraphs = 0;
        int inParagraph = 0;
        for (int depth = 1; depth > 0; ) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    String name = xml.getLocalName();
                    if (NO_TEXT.contains(name)) {
                        Xml.skip(xml);
                        continue;
                    }
                    depth++;
                    switch (name) {
                        case "p", "h" -> {
                            inParagraph = inParagraph == 0 ? depth : inParagraph;
                            text.append(paragraphs++ > 0 ? "\n" : "");
                        }
                        case "s" -> text.append(" ".repeat(spaces()));
                        case "tab" -> text.append('\t');
                        case "line-break" -> text.append('\n');
                        default -> {}
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    inParagraph = depth == inParagraph ? 0 : inParagraph;
                    depth--;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (inParagraph > 0) {
                        append(xml.getText());
                    }
                }
                default -> {}
            }
        }
    }

    private int spaces() {
        String count = Xml.attribute(xml, "c");
        return count != null && count.matches("\\d{1,4}") ? Integer.parseInt(count) : 1;
    }

    /** Line breaks and several spaces in the XML are one space, as on a web page. */
    private void append(String characters) {
        if (text.length() + characters.length() > CellBuffer.LONGEST) {
            throw CellBuffer.tooLong();
        }
        for (int i = 0; i < characters.length(); i++) {
            char c = characters.charAt(i);
            boolean isSpace = c == ' ' || c == '\n' || c == '\r' || c == '\t';
            boolean isAgain = i > 0 && isSpace && Character.isWhitespace(characters.charAt(i - 1));
            if (!isAgain) {
                text.append(isSpace ? ' ' : c);
            }
        }
    }

    boolean isEmpty() {
        return type == null && !isFormula && text.length() == 0;
    }

    /** Adds the cell as what it is; the stored value counts, not what is displayed. */
    void addTo(RowBlock block, int column) {
        if (isError || isFormula && ERROR.matcher(text).matches()) {
            block.addError(column, text.toString());
        } else if (type == null) {
            if (isFormula && text.length() == 0) {
                block.addUncalculated(column);
            } else {
                block.addText(column, text.toString());
            }
        } else {
            addValue(block, column);
        }
    }

    private void addValue(RowBlock block, int column) {
        String shown = text.toString();
        if (value == null) {
            block.addText(column, shown);
            return;
        }
        try {
            switch (type) {
                case "string" -> block.addText(column, value);
                case "boolean" -> block.addBoolean(column, value.equals("true"));
                case "date" -> IsoDate.add(block, column, value);
                case "time" ->
                        block.addDate(column, Duration.parse(value).toMillis() / 86_400_000.0);
                default -> addNumber(block, column, Double.parseDouble(value));
            }
        } catch (DateTimeException | NumberFormatException e) {
            block.addText(column, value);
        }
    }

    /** LibreOffice stores the result of {@code =TRUE()} as the number 1, shown as a word. */
    private void addNumber(RowBlock block, int column, double number) {
        boolean isTruth =
                isFormula
                        && (number == 0 || number == 1)
                        && text.length() > 0
                        && text.chars().allMatch(Character::isLetter);
        if (isTruth) {
            block.addBoolean(column, number == 1);
        } else {
            block.addNumber(column, number, pad);
        }
    }
}
