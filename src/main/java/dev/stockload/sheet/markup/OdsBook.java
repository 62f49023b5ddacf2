package dev.stockload.sheet.markup;

import dev.stockload.sheet.rows.CellBuffer;
import dev.stockload.sheet.rows.CellKind;
import dev.stockload.sheet.rows.FormatCode;
import dev.stockload.sheet.rows.NumberText;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** An OpenDocument sheet, as an archive (.ods) or as one XML file (.fods). */
public final class OdsBook extends XmlBook {
    private static final String OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0";
    private static final String TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0";
    private static final String CALC_EXT =
            "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0";

    /** Elements inside a table that do not contain its cells. */
    private static final Set<String> NO_CELLS =
            Set.of("shapes", "forms", "tracked-changes", "frame", "table-source", "scenario");

    /** Comments, drawings and ruby text inside a cell are not its text. */
    private static final Set<String> NO_TEXT =
            Set.of("annotation", "frame", "ruby-text", "custom-shape", "table", "g", "shapes");

    private final boolean isFlat;
    private WorkbookParts parts;
    private final OdsStyles styles = new OdsStyles();

    public OdsBook(Path file, boolean isFlat) {
        super("OpenDocument sheet (.ods)", file);
        this.isFlat = isFlat;
    }

    @Override
    InputStream content() throws IOException {
        return isFlat ? super.content() : parts.open("content.xml");
    }

    @Override
    void prepare() throws IOException, XMLStreamException {
        if (isFlat) {
            return;
        }
        parts = opened(new WorkbookParts(file));
        parts.readTags(
                "META-INF/manifest.xml",
                xml -> {
                    if (xml.getLocalName().equals("encryption-data")) {
                        throw new UnusableSheetException(
                                "is protected with a password; save it without one");
                    }
                });
        parts.readTags("styles.xml", styles::read);
    }

    @Override
    boolean isSheet(XMLStreamReader element) {
        return element.getLocalName().equals("table") && TABLE.equals(element.getNamespaceURI());
    }

    /** Tables inside a table belong to drawings and changes and are not sheets. */
    @Override
    void scan(XMLStreamReader element, int depth) throws XMLStreamException {
        if (depth == 0) {
            styles.read(element);
        } else if (depth == 1 && isSheet(element)) {
            String style = element.getAttributeValue(TABLE, "style-name");
            String name = String.valueOf(element.getAttributeValue(TABLE, "name"));
            addTab(name, !styles.isHidden(style));
        }
    }

    @Override
    TableRows rows() {
        return new Table();
    }

    private final class Table extends Rows {
        private final CellBuffer text = new CellBuffer();
        private String rowStyle;

        // The current cell.
        private String type;
        private String value;
        private boolean isError;
        private boolean isFormula;

        Table() {
            super("table-row");
        }

        @Override
        void start(String name) throws XMLStreamException {
            switch (name) {
                case "table-column" ->
                        columns(
                                0,
                                count("number-columns-repeated", MOST_COLUMNS),
                                attribute("default-cell-style-name"),
                                isInvisible());
                case "table-row" -> {
                    startRow(0, count("number-rows-repeated", MOST_ROWS), isInvisible());
                    rowStyle = attribute("default-cell-style-name");
                }
                case "table-cell" -> addCell();
                case "covered-table-cell" -> {
                    // Cells under a merged cell are invisible.
                    passColumns(count("number-columns-repeated", MOST_COLUMNS));
                    Xml.skip(xml);
                }
                default -> {
                    if (NO_CELLS.contains(name)) {
                        Xml.skip(xml);
                    }
                }
            }
        }

        private boolean isInvisible() {
            String visibility = attribute("visibility");
            return visibility != null && !visibility.equals("visible");
        }

        private String attribute(String name) {
            return xml.getAttributeValue(TABLE, name);
        }

        private int count(String name, int most) {
            return Math.max(1, Math.min(most, Xml.number(attribute(name), 1)));
        }

        private void addCell() throws XMLStreamException {
            int times = count("number-columns-repeated", MOST_COLUMNS);
            merge(
                    count("number-rows-spanned", MOST_ROWS),
                    count("number-columns-spanned", MOST_COLUMNS));
            String own = attribute("style-name");
            String style = own != null ? own : rowStyle;
            type = xml.getAttributeValue(OFFICE, "value-type");
            isError = "error".equals(xml.getAttributeValue(CALC_EXT, "value-type"));
            isFormula = attribute("formula") != null;
            value = type == null ? null : xml.getAttributeValue(OFFICE, valueAttribute());
            readText();
            if (type == null && !isFormula && text.isEmpty()) {
                passColumns(times);
                return;
            }
            for (int i = 0; i < times; i++) {
                add(column());
                String format = style != null ? style : columnStyle();
                line.format(column(), styles.format(format), false);
                passColumns(1);
            }
        }

        private String valueAttribute() {
            return switch (type) {
                case "date", "time", "boolean", "string" -> type + "-value";
                default -> "value";
            };
        }

        private void readText() throws XMLStreamException {
            text.clear();
            int paragraphs = 0;
            int inParagraph = 0;
            boolean afterSpace = false;
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
                                if (paragraphs++ > 0) {
                                    text.append('\n');
                                }
                            }
                            case "s" -> addSpaces();
                            case "tab" -> text.append('\t');
                            case "line-break" -> text.append('\n');
                            default -> {}
                        }
                        afterSpace &= name.equals("span");
                    }
                    case XMLStreamConstants.END_ELEMENT -> {
                        inParagraph = depth == inParagraph ? 0 : inParagraph;
                        depth--;
                    }
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                        if (inParagraph > 0) {
                            afterSpace = addWords(afterSpace);
                        }
                    }
                    default -> {}
                }
            }
        }

        private void addSpaces() {
            int spaces = Math.min(Xml.number(Xml.attribute(xml, "c"), 1), LONGEST_TEXT);
            for (int i = 0; i < spaces; i++) {
                text.append(' ');
            }
        }

        /** Line breaks and multiple spaces in the XML become one space, as in HTML. */
        private boolean addWords(boolean afterSpace) {
            char[] chars = xml.getTextCharacters();
            boolean wasSpace = afterSpace;
            int end = xml.getTextStart() + xml.getTextLength();
            for (int i = xml.getTextStart(); i < end; i++) {
                char c = chars[i];
                boolean isSpace = c == ' ' || c == '\n' || c == '\r' || c == '\t';
                if (!isSpace || !wasSpace) {
                    text.append(isSpace ? ' ' : c);
                }
                wasSpace = isSpace;
            }
            return wasSpace;
        }

        /** Adds the cell by its stored value, not by the displayed text. */
        private void add(int column) {
            String shown = text.raw();
            if (isError || isFormula && CellKind.isError(shown)) {
                line.addError(column, shown);
            } else if (type == null && isFormula && shown.isEmpty()) {
                line.addUncalculated(column);
            } else if (value == null) {
                line.addText(column, shown);
            } else {
                addValue(column, shown);
            }
        }

        private void addValue(int column, String shown) {
            try {
                switch (type) {
                    case "string" -> line.addText(column, value);
                    case "boolean" -> line.addBoolean(column, value.equals("true"));
                    case "date" -> NumberText.addIsoDate(line, column, value);
                    case "time" ->
                            line.addDate(column, Duration.parse(value).toMillis() / 86_400_000.0);
                    default -> addNumber(column, Double.parseDouble(value), shown);
                }
            } catch (DateTimeException | NumberFormatException e) {
                line.addText(column, value);
            }
        }

        /** LibreOffice stores {@code =TRUE()} as the number 1, displayed as a word. */
        private void addNumber(int column, double number, String shown) {
            boolean isBoolean =
                    isFormula
                            && (number == 0 || number == 1)
                            && !shown.isEmpty()
                            && shown.chars().allMatch(Character::isLetter);
            if (isBoolean) {
                line.addBoolean(column, number == 1);
            } else {
                line.addNumber(column, number);
            }
        }
    }

    /** The styles of an OpenDocument sheet: formats of numbers and hidden tables. */
    static final class OdsStyles {
        private static final String STYLE = "urn:oasis:names:tc:opendocument:xmlns:style:1.0";
        private static final String NUMBER = "urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0";

        /** No style has so many ancestors, unless they go round. */
        private static final int DEEPEST = 50;

        private record CellStyle(String parent, String format) {}

        private final Map<String, CellStyle> cells = new HashMap<>();

        /** The formats by their names, as codes of Excel. */
        private final Map<String, String> codes = new HashMap<>();

        private final Map<String, FormatCode> ofCells = new HashMap<>();

        /** The format that replaces another one for numbers from 0 on. */
        private final Map<String, String> positives = new HashMap<>();

        private final Set<String> hidden = new HashSet<>();
        private String style;
        private String format;

        void read(XMLStreamReader xml) throws XMLStreamException {
            if (NUMBER.equals(xml.getNamespaceURI())) {
                readFormat(xml);
                return;
            }
            switch (xml.getLocalName()) {
                case "style" -> {
                    style = xml.getAttributeValue(STYLE, "name");
                    format = null;
                    if ("table-cell".equals(xml.getAttributeValue(STYLE, "family"))) {
                        cells.put(
                                style,
                                new CellStyle(
                                        xml.getAttributeValue(STYLE, "parent-style-name"),
                                        xml.getAttributeValue(STYLE, "data-style-name")));
                    }
                }
                case "table-properties" -> {
                    if ("false".equals(xml.getAttributeValue(TABLE, "display"))) {
                        hidden.add(style);
                    }
                }
                case "map" -> {
                    String condition = String.valueOf(xml.getAttributeValue(STYLE, "condition"));
                    if (format != null && condition.matches("value\\(\\)\\s*>=?\\s*0")) {
                        positives.put(format, xml.getAttributeValue(STYLE, "apply-style-name"));
                    }
                }
                default -> {}
            }
        }

        private void readFormat(XMLStreamReader xml) throws XMLStreamException {
            String name = xml.getLocalName();
            if (name.endsWith("-style")) { // such as a date or currency style
                format = xml.getAttributeValue(STYLE, "name");
                codes.put(format, "");
            } else if (name.equals("number")) {
                addCode(digits(xml));
            } else if (name.endsWith("text")) { // also within the digits
                addCode(xml.getElementText().replaceAll("(?s)(.)", "\\\\$1"));
            } else if (name.equals("text-content")) {
                addCode("@");
            } else if (!name.equals("fill-character")) {
                addCode("?"); // more than zeros is shown
            }
        }

        private void addCode(String more) {
            codes.merge(format, more, String::concat);
        }

        private static String digits(XMLStreamReader xml) {
            String digits = xml.getAttributeValue(NUMBER, "min-integer-digits");
            String places = xml.getAttributeValue(NUMBER, "decimal-places");
            boolean isWhole = places == null || places.equals("0");
            boolean isZeros =
                    digits != null
                            && digits.matches("[2-9]|[12]\\d")
                            && isWhole
                            && !"true".equals(xml.getAttributeValue(NUMBER, "grouping"));
            return "0".repeat(isZeros ? Integer.parseInt(digits) : 1);
        }

        boolean isHidden(String table) {
            return hidden.contains(table);
        }

        FormatCode format(String cell) {
            return ofCells.computeIfAbsent(cell, this::find);
        }

        private FormatCode find(String cell) {
            CellStyle found = cells.get(cell);
            for (int i = 0; i < DEEPEST && found != null && found.format == null; i++) {
                found = cells.get(found.parent);
            }
            String own = found == null ? null : found.format;
            String positive = codes.get(positives.getOrDefault(own, own));
            return new FormatCode(
                    FormatCode.of(positive).ofNumber(), FormatCode.of(codes.get(own)).ofText());
        }
    }
}
