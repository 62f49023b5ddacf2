package dev.stockload.sheet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Builds small .xlsx packages from hand-written parts, including ones that no program would write.
 */
public final class XlsxPackage {
    private static final String RELATIONS =
            "<Relationships"
                    + " xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">";

    private final Map<String, byte[]> parts = new LinkedHashMap<>();
    private final StringBuilder types = new StringBuilder();
    private final StringBuilder tabs = new StringBuilder();
    private final StringBuilder relations = new StringBuilder();
    private String properties = "";
    private String calculation = "";
    private String words = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    private String relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    private int count;

    /** A workbook of one sheet with these rows. */
    public static XlsxPackage of(String rows) {
        return new XlsxPackage().rows("Stock", rows);
    }

    /** Uses the names of strict OOXML; call it before parts are added. */
    public XlsxPackage strict() {
        words = "http://purl.oclc.org/ooxml/spreadsheetml/main";
        relation = "http://purl.oclc.org/ooxml/officeDocument/relationships";
        return this;
    }

    public XlsxPackage properties(String attributes) {
        properties = "<workbookPr " + attributes + "/>";
        return this;
    }

    /** Sets how formulas are calculated. */
    public XlsxPackage calculation(String attributes) {
        calculation = "<calcPr " + attributes + "/>";
        return this;
    }

    /** A row of texts. */
    public static String row(String... texts) {
        StringBuilder cells = new StringBuilder();
        for (String text : texts) {
            cells.append("<c t=\"str\"><v>").append(text).append("</v></c>");
        }
        return "<row>" + cells + "</row>";
    }

    public XlsxPackage rows(String name, String rows) {
        return rows(name, rows, "");
    }

    public XlsxPackage rows(String name, String rows, String attributes) {
        String xml =
                "<worksheet xmlns=\"%s\"><sheetData>%s</sheetData></worksheet>"
                        .formatted(words, rows);
        return sheet(name, xml, attributes, "worksheet");
    }

    /** Adds a sheet of any kind with its whole XML. */
    public XlsxPackage sheet(String name, String xml, String attributes, String kind) {
        String id = "rId" + ++count;
        tabs.append(
                "<sheet name=\"%s\" sheetId=\"%d\" r:id=\"%s\" %s/>"
                        .formatted(name, count, id, attributes));
        return part("xl/sheets/sheet%d.xml".formatted(count), kind, id, xml);
    }

    public XlsxPackage texts(String items) {
        return part(
                "xl/sharedStrings.xml",
                "sharedStrings",
                "rIdTexts",
                "<sst xmlns=\"%s\">%s</sst>".formatted(words, items));
    }

    /** Adds styles: custom number formats, then the format ids of the cell styles. */
    public XlsxPackage styles(String formats, int... ids) {
        StringBuilder xml = new StringBuilder("<styleSheet xmlns=\"" + words + "\"><numFmts>");
        xml.append(formats).append("</numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs>");
        xml.append("<cellXfs>");
        for (int id : ids) {
            xml.append("<xf numFmtId=\"%d\"/>".formatted(id));
        }
        return part("xl/styles.xml", "styles", "rIdStyles", xml + "</cellXfs></styleSheet>");
    }

    private XlsxPackage part(String path, String kind, String id, String xml) {
        types.append(
                "<Override PartName=\"/%s\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.%s+xml\"/>"
                        .formatted(path, kind));
        relations.append(
                "<Relationship Id=\"%s\" Type=\"%s/%s\" Target=\"%s\"/>"
                        .formatted(id, relation, kind, path.substring("xl/".length())));
        parts.put(path, xml.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** All parts by their paths, for tests that change them before they are zipped. */
    public Map<String, byte[]> parts() {
        Map<String, String> others =
                Map.of(
                        "[Content_Types].xml",
                        "<Types"
                            + " xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default"
                            + " Extension=\"rels\""
                            + " ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default"
                            + " Extension=\"xml\" ContentType=\"application/xml\"/><Override"
                            + " PartName=\"/xl/workbook.xml\""
                            + " ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml\"/>"
                                + types
                                + "</Types>",
                        "_rels/.rels",
                        RELATIONS
                                + "<Relationship Id=\"rId1\" Type=\"%s/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
                                        .formatted(relation),
                        "xl/_rels/workbook.xml.rels",
                        RELATIONS + relations + "</Relationships>",
                        "xl/workbook.xml",
                        "<workbook xmlns=\"%s\" xmlns:r=\"%s\">%s<sheets>%s</sheets>%s</workbook>"
                                .formatted(words, relation, properties, tabs, calculation));
        Map<String, byte[]> all = new LinkedHashMap<>();
        others.keySet().stream()
                .sorted()
                .forEach(path -> all.put(path, others.get(path).getBytes(StandardCharsets.UTF_8)));
        all.putAll(parts);
        return all;
    }

    public static byte[] zip(Map<String, byte[]> parts) throws IOException {
        return zip(parts, Deflater.DEFAULT_COMPRESSION);
    }

    /** An archive without compression, whose parts can be found in the bytes. */
    public static byte[] stored(Map<String, byte[]> parts) throws IOException {
        return zip(parts, Deflater.NO_COMPRESSION);
    }

    private static byte[] zip(Map<String, byte[]> parts, int level) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.setLevel(level);
            for (Map.Entry<String, byte[]> part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue());
            }
        }
        return bytes.toByteArray();
    }

    public Path write(Path file) throws IOException {
        return Files.write(file, zip(parts()));
    }
}
