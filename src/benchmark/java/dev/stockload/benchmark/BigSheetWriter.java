package dev.stockload.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes the big sheet once as .csv and as .xlsx. The workbook is spelled as Excel spells its own,
 * since the writers at hand differ in what costs readers time: 39.0 for 39, no shared strings.
 */
final class BigSheetWriter {
    private static final String MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    private static final String RELATIONS =
            "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    private static final String TYPE =
            "application/vnd.openxmlformats-officedocument.spreadsheetml.";

    private final BigSheet sheet;

    BigSheetWriter(BigSheet sheet) {
        this.sheet = sheet;
    }

    Path csv(Path folder) throws IOException {
        return once(folder.resolve(sheet.name() + ".csv"), this::writeCsv);
    }

    Path xlsx(Path folder) throws IOException {
        return once(folder.resolve(sheet.name() + ".xlsx"), this::writeXlsx);
    }

    private interface Writing {
        void to(Path file) throws IOException;
    }

    /** Under another name until it is whole, so that a broken-off run leaves no half file. */
    private static Path once(Path file, Writing writing) throws IOException {
        if (!Files.exists(file)) {
            Path part = file.resolveSibling(file.getFileName() + ".part");
            writing.to(part);
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }

    private void writeCsv(Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, UTF_8)) {
            out.write(String.join(",", BigSheet.HEADER));
            out.write("\r\n");
            for (int i = 0; i < sheet.rows(); i++) {
                Object[] row = sheet.row(i);
                for (int column = 0; column < row.length; column++) {
                    String text = row[column] == null ? "" : row[column].toString();
                    out.write(column == 0 ? "" : ",");
                    out.write(text.indexOf(',') < 0 ? text : '"' + text + '"');
                }
                out.write("\r\n");
            }
        }
    }

    private void writeXlsx(Path file) throws IOException {
        try (var zip = new ZipOutputStream(Files.newOutputStream(file));
                var out = new BufferedWriter(new OutputStreamWriter(zip, UTF_8), 1 << 16)) {
            part(zip, out, "[Content_Types].xml", CONTENT_TYPES);
            part(zip, out, "_rels/.rels", relations("officeDocument", "xl/workbook.xml"));
            part(
                    zip,
                    out,
                    "xl/_rels/workbook.xml.rels",
                    relations(
                            "worksheet", "worksheets/sheet1.xml",
                            "styles", "styles.xml",
                            "sharedStrings", "sharedStrings.xml"));
            part(zip, out, "xl/workbook.xml", WORKBOOK);
            part(zip, out, "xl/styles.xml", STYLES);
            var strings = new LinkedHashMap<String, Integer>();
            part(
                    zip,
                    out,
                    "xl/worksheets/sheet1.xml",
                    "<worksheet xmlns=\"" + MAIN + "\"><sheetData>");
            writeRow(out, 1, BigSheet.HEADER.toArray(), strings);
            for (int i = 0; i < sheet.rows(); i++) {
                writeRow(out, i + 2, sheet.row(i), strings);
            }
            out.write("</sheetData></worksheet>");
            part(zip, out, "xl/sharedStrings.xml", "<sst xmlns=\"" + MAIN + "\">");
            for (String text : strings.keySet()) {
                out.write("<si><t>" + text + "</t></si>");
            }
            out.write("</sst>");
        }
    }

    private static void part(ZipOutputStream zip, Writer out, String name, String xml)
            throws IOException {
        out.flush();
        zip.putNextEntry(new ZipEntry(name));
        out.write("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\r\n");
        out.write(xml);
    }

    private static void writeRow(Writer out, int number, Object[] row, Map<String, Integer> strings)
            throws IOException {
        out.write("<row r=\"" + number + "\" spans=\"1:5\">");
        for (int column = 0; column < row.length; column++) {
            if (row[column] == null) {
                continue;
            }
            // Barcodes have the format 0: readers that give what is displayed lose the digits else.
            String style = column == 4 ? " s=\"1\"" : "";
            out.write("<c r=\"" + (char) ('A' + column) + number + "\"" + style);
            if (row[column] instanceof String text) {
                int index = strings.computeIfAbsent(text, t -> strings.size());
                out.write(" t=\"s\"><v>" + index + "</v></c>");
            } else {
                out.write("><v>" + row[column] + "</v></c>");
            }
        }
        out.write("</row>");
    }

    private static String relations(String... typesAndTargets) {
        var xml = new StringBuilder();
        for (int i = 0; i < typesAndTargets.length; i += 2) {
            xml.append(
                    "<Relationship Id=\"rId%d\" Type=\"%s/%s\" Target=\"%s\"/>"
                            .formatted(
                                    i / 2 + 1,
                                    RELATIONS,
                                    typesAndTargets[i],
                                    typesAndTargets[i + 1]));
        }
        return "<Relationships"
                + " xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
                + xml
                + "</Relationships>";
    }

    private static final String CONTENT_TYPES =
            "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default"
                    + " Extension=\"rels\""
                    + " ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
                    + override("/xl/workbook.xml", "sheet.main+xml")
                    + override("/xl/worksheets/sheet1.xml", "worksheet+xml")
                    + override("/xl/styles.xml", "styles+xml")
                    + override("/xl/sharedStrings.xml", "sharedStrings+xml")
                    + "</Types>";

    private static final String WORKBOOK =
            "<workbook xmlns=\"%s\" xmlns:r=\"%s\"><sheets><sheet name=\"Stock\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
                    .formatted(MAIN, RELATIONS);

    private static final String STYLES =
            ("<styleSheet xmlns=\"%s\"><fonts count=\"1\"><font><sz val=\"11\"/><name"
                 + " val=\"Calibri\"/></font></fonts><fills count=\"1\"><fill><patternFill"
                 + " patternType=\"none\"/></fill></fills><borders"
                 + " count=\"1\"><border/></borders><cellStyleXfs"
                 + " count=\"1\"><xf/></cellStyleXfs><cellXfs count=\"2\"><xf numFmtId=\"0\""
                 + " xfId=\"0\"/><xf numFmtId=\"1\" xfId=\"0\""
                 + " applyNumberFormat=\"1\"/></cellXfs></styleSheet>")
                    .formatted(MAIN);

    private static String override(String part, String type) {
        return "<Override PartName=\"%s\" ContentType=\"%s%s\"/>".formatted(part, TYPE, type);
    }
}
