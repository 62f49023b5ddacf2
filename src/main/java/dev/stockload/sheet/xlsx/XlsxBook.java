package dev.stockload.sheet.xlsx;

import dev.stockload.sheet.markup.WorkbookParts;
import dev.stockload.sheet.markup.Xml;
import dev.stockload.sheet.rows.CellBuffer;
import dev.stockload.sheet.rows.CellFormats;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.SafeText;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** An .xlsx workbook; parts are found by their relations, as in Excel. */
public final class XlsxBook extends SheetBook {
    private static final String USUAL_WORKBOOK = "xl/workbook.xml";

    /** The texts and formats that all sheets share. */
    final SharedTexts texts = new SharedTexts();

    final CellFormats formats = new CellFormats();

    /** Whether formulas are to be calculated when it is opened. */
    boolean recalculates;

    private WorkbookParts parts;
    private boolean inCellFormats;

    public XlsxBook(Path file) {
        super("Excel workbook (.xlsx)", file);
    }

    @Override
    protected void find() throws IOException, XMLStreamException {
        parts = opened(new WorkbookParts(file));
        String workbook = first(relations(""), "officeDocument").orElse(USUAL_WORKBOOK);
        Map<String, Relation> relations = relations(workbook);
        if (!parts.readTags(workbook, xml -> readWorkbook(xml, relations))) {
            throw new IOException("The package has no workbook");
        }
        Optional<String> styles = first(relations, "styles");
        if (styles.isPresent()) {
            parts.readTags(styles.get(), this::readFormats);
        }
        Optional<String> shared = first(relations, "sharedStrings");
        if (shared.isPresent()) {
            try (InputStream part = parts.open(shared.get())) {
                readTexts(part);
            }
        }
    }

    private void readWorkbook(XMLStreamReader xml, Map<String, Relation> relations) {
        switch (xml.getLocalName()) {
            case "sheet" -> addTab(xml, relations);
            case "workbookPr" -> {
                if (Xml.isTrue(xml, "date1904")) {
                    formats.since1904();
                }
            }
            case "calcPr" -> recalculates |= isRecalculated(xml);
            default -> {}
        }
    }

    /** Reads the styles part; without one, all numbers are plain. */
    private void readFormats(XMLStreamReader xml) {
        switch (xml.getLocalName()) {
            case "numFmt" ->
                    formats.code(Xml.number(xml, "numFmtId"), Xml.attribute(xml, "formatCode"));
            case "cellXfs" -> inCellFormats = true;
            case "cellStyleXfs" -> inCellFormats = false;
            case "xf" -> {
                if (inCellFormats) {
                    formats.add(Xml.number(xml, "numFmtId"));
                }
            }
            default -> {}
        }
    }

    /** Whether the program that wrote it left formulas to be calculated on opening. */
    private static boolean isRecalculated(XMLStreamReader xml) {
        return Xml.isTrue(xml, "fullCalcOnLoad")
                || Xml.isTrue(xml, "forceFullCalc")
                || Xml.isFalse(xml, "calcCompleted");
    }

    /** Adds a sheet if it has cells; charts, dialogs and macros have none. */
    private void addTab(XMLStreamReader xml, Map<String, Relation> relations) {
        Relation sheet = relations.get(String.valueOf(Xml.attribute(xml, "id")));
        if (sheet == null || !sheet.is("worksheet")) {
            return;
        }
        String name = String.valueOf(Xml.attribute(xml, "name"));
        if (!parts.has(sheet.part)) {
            throw new UnusableSheetException(
                    "is damaged: its sheet '%s' is missing; %s".formatted(name, ANOTHER_COPY));
        }
        String state = Xml.attribute(xml, "state");
        boolean isVisible = state == null || state.equals("visible");
        addTab(name, isVisible, () -> new XlsxRows(parts.open(sheet.part), this));
    }

    @Override
    protected UnusableSheetException damaged(Throwable fault) {
        return new UnusableSheetException(
                "is damaged or incomplete and cannot be opened as an Excel workbook; "
                        + ANOTHER_COPY,
                fault);
    }

    /**
     * A part that another one refers to. The type is compared by its end only, since strict
     * workbooks use other namespaces.
     */
    private record Relation(String type, String part) {
        boolean is(String wanted) {
            return type.endsWith("/" + wanted);
        }
    }

    /** The relations of a part by their ids; an empty name means the package. */
    private Map<String, Relation> relations(String part) throws IOException, XMLStreamException {
        Map<String, Relation> found = new LinkedHashMap<>();
        int name = part.lastIndexOf('/') + 1;
        String folder = part.substring(0, name);
        parts.readTags(
                folder + "_rels/" + part.substring(name) + ".rels",
                xml -> {
                    if (xml.getLocalName().equals("Relationship")
                            && !"External".equals(Xml.attribute(xml, "TargetMode"))) {
                        String type = String.valueOf(Xml.attribute(xml, "Type"));
                        String target = String.valueOf(Xml.attribute(xml, "Target"));
                        found.put(
                                String.valueOf(Xml.attribute(xml, "Id")),
                                new Relation(type, resolved(folder, target)));
                    }
                });
        return found;
    }

    /** The first part of this type, if the workbook has it. */
    private Optional<String> first(Map<String, Relation> relations, String type) {
        return relations.values().stream()
                .filter(relation -> relation.is(type))
                .map(Relation::part)
                .findFirst()
                .filter(parts::has);
    }

    private static String resolved(String folder, String target) {
        String path = target.replace('\\', '/');
        if (path.indexOf('%') >= 0) {
            try {
                path = URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                // not an escape: use the name as it is
            }
        }
        path = path.startsWith("/") ? path.substring(1) : folder + path;
        return path.replaceAll("(?<=^|/)\\./", "").replaceAll("(?<=^|/)[^/]+/\\.\\./", "");
    }

    /** Leaves out phonetic texts. POI's table is slow: it creates several XML objects per text. */
    private void readTexts(InputStream part) throws IOException {
        CellBuffer text = new CellBuffer();
        SheetXml xml = new SheetXml(Xml.utf8(part), text);
        XmlTag tag = xml.tag();
        int phonetic = 0;
        while (xml.next()) {
            boolean isText = tag.is('t');
            if (!tag.isEnd()) {
                if (isText) {
                    xml.capture(phonetic == 0);
                } else if (tag.is("si")) {
                    text.clear();
                } else if (tag.is("rPh")) {
                    phonetic++;
                }
            }
            if (tag.isEnd() || tag.isEmpty()) {
                if (isText) {
                    xml.capture(false);
                } else if (tag.is("si")) {
                    texts.add(SafeText.repaired(text.text()));
                } else if (tag.is("rPh")) {
                    phonetic--;
                }
            }
        }
        if (!xml.isWhole()) {
            throw new IOException("The tags of the shared texts are not nested");
        }
    }
}
