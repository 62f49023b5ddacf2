package dev.stockload.sheet;

import dev.stockload.sheet.SheetOracle.Cell;
import dev.stockload.sheet.rows.NumberText;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Writes workbooks with each row and cell in another form that the format allows. */
public final class RawXlsxWriter {
    private static final List<String> FORMATS =
            List.of("0", "000000", "\"S-\"0000", "yyyy-mm-dd hh:mm:ss", "@");

    private final Random random;
    private final boolean strict;
    private final boolean since1904;
    private final String prefix;
    private final Map<String, Integer> shared = new HashMap<>();
    private final StringBuilder texts = new StringBuilder();

    public RawXlsxWriter(Random random) {
        this.random = random;
        this.strict = random.nextBoolean();
        this.since1904 = random.nextBoolean();
        this.prefix = random.nextBoolean() ? "x:" : "";
    }

    public Map<String, byte[]> parts(List<List<Cell>> rows) {
        StringBuilder xml = new StringBuilder();
        for (int row = 0; row < rows.size(); row++) {
            boolean isEmpty = rows.get(row).stream().allMatch(cell -> cell == null);
            if (isEmpty && random.nextBoolean()) {
                xml.append("<row r=\"").append(row + 1).append("\"/>");
            } else if (!isEmpty) {
                xml.append(row(rows.get(row), row + 1));
            }
        }
        XlsxPackage made = new XlsxPackage();
        if (strict) {
            made.strict();
        }
        made.properties(since1904 ? "date1904=\"1\"" : "");
        String all = "<sheetData>" + xml + "</sheetData>";
        if (!prefix.isEmpty()) {
            all = all.replaceAll("<(/?)(row|c|v|is|t|f|sheetData)\\b", "<$1" + prefix + "$2");
        }
        String names =
                prefix.isEmpty()
                        ? "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\""
                        : "xmlns:x=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
        made.sheet(
                "Stock",
                "<%1$sworksheet %2$s>%3$s</%1$sworksheet>".formatted(prefix, names, all),
                "",
                "worksheet");
        made.texts(texts.toString());
        StringBuilder formats = new StringBuilder();
        int[] ids = new int[FORMATS.size() + 1];
        for (int i = 0; i < FORMATS.size(); i++) {
            ids[i + 1] = 50 + i; // as Gnumeric numbers its own
            formats.append(
                    "<numFmt numFmtId=\"%d\" formatCode=\"%s\"/>"
                            .formatted(50 + i, escaped(FORMATS.get(i))));
        }
        made.styles(formats.toString(), ids);
        Map<String, byte[]> parts = made.parts();
        if (random.nextBoolean()) {
            parts.computeIfPresent(
                    "xl/sheets/sheet1.xml",
                    (name, bytes) ->
                            new String(bytes, StandardCharsets.UTF_8)
                                    .getBytes(StandardCharsets.UTF_16));
        }
        return parts;
    }

    private String row(List<Cell> cells, int number) {
        StringBuilder xml = new StringBuilder();
        boolean rowNamed = random.nextBoolean();
        boolean cellsNamed = !rowNamed || random.nextBoolean() || cells.contains(null);
        for (int column = 0; column < cells.size(); column++) {
            if (cells.get(column) != null) {
                String reference = (char) ('A' + column) + "" + number;
                String spelled =
                        switch (random.nextInt(4)) {
                            case 0 -> reference.toLowerCase();
                            case 1 -> "$" + reference.charAt(0) + "$" + number;
                            default -> reference;
                        };
                xml.append(cell(cells.get(column), cellsNamed ? "r=\"" + spelled + "\"" : ""));
            }
        }
        return (rowNamed ? "<row spans='1:9' r=\"" + number + "\">" : "<row>") + xml + "</row>";
    }

    private String cell(Cell cell, String reference) {
        String style =
                cell.format() == null ? "" : " s='" + (FORMATS.indexOf(cell.format()) + 1) + "'";
        String head = "<c " + reference + style;
        double days = since1904 ? cell.number() - 1462 : cell.number();
        return switch (cell.kind()) {
            case DATE, TIME ->
                    strict && random.nextBoolean()
                            ? head + " t=\"d\"><v>" + cell.text().replace(' ', 'T') + "</v></c>"
                            : head + "><v>" + days + "</v></c>";
            case BOOLEAN -> head + " t=\"b\"><v>" + (int) cell.number() + "</v></c>";
            case ERROR -> head + " t=\"e\"><v>" + cell.text() + "</v></c>";
            case NUMBER_FORMULA -> head + "><f>1+1</f><v>" + cell.number() + "</v></c>";
            case TEXT_FORMULA ->
                    head + " t=\"str\"><f t=\"shared\" si=\"0\"/><v>" + text(cell) + "</v></c>";
            case TEXT, NUMERIC_TEXT, WIDE_TEXT -> text(cell, head);
            default -> head + "><v>" + number(cell.number()) + "</v></c>";
        };
    }

    private String number(double value) {
        return random.nextBoolean() ? NumberText.unformatted(value) : Double.toString(value);
    }

    private String text(Cell cell, String head) {
        return switch (random.nextInt(3)) {
            case 0 -> head + " t=\"inlineStr\"><is><t>" + text(cell) + "</t></is></c>";
            case 1 -> {
                int cut = cell.text().length() / 2;
                cut -= Character.isLowSurrogate(cell.text().charAt(cut)) ? 1 : 0;
                yield head
                        + " t=\"inlineStr\"><is><r><t>%s</t></r><r><rPr/><t><![CDATA[%s]]></t></r></is></c>"
                                .formatted(
                                        escaped(cell.text().substring(0, cut)),
                                        cell.text().substring(cut));
            }
            default -> {
                Integer index = shared.get(cell.text());
                if (index == null) {
                    index = shared.size();
                    shared.put(cell.text(), index);
                    texts.append("<si><t>" + text(cell) + "</t><rPh><t>no</t></rPh></si>");
                }
                yield head + " t=\"s\"><v>" + index + "</v></c>";
            }
        };
    }

    private String text(Cell cell) {
        return escaped(cell.text());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("\"", "&quot;")
                .replace("\n", "&#10;");
    }
}
