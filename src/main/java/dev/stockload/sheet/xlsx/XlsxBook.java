package dev.stockload.sheet.xlsx;

import dev.stockload.sheet.markup.WorkbookParts;
import dev.stockload.sheet.markup.Xml;
import dev.stockload.sheet.rows.CellBuffer;
import dev.stockload.sheet.rows.CellFormats;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** An .xlsx workbook; parts are found by their relations, as in Excel. */
public final class XlsxBook extends SheetBook {
    private static final String USUAL_WORKBOOK = "xl/workbook.xml";

    /** The texts and formats that all sheets share. */
    final List<String> texts = new ArrayList<>();

    final CellFormats formats = new CellFormats();

    /** Whether formulas are to be calculated when it is opened. */
    boolean recalculates;

    private WorkbookParts parts;

    public XlsxBook(Path file) {
        super("Excel workbook (.xlsx)", file);
    }

    @Override
    protected void find() throws IOException, XMLStreamException {
        parts = new WorkbookParts(file);
        String named = Relations.of(parts, "").first("officeDocument");
        String workbook = named != null && parts.has(named) ? named : USUAL_WORKBOOK;
        Relations relations = Relations.of(parts, workbook);
        try (InputStream part = parts.open(workbook)) {
            if (part == null) {
                throw new IOException("The package has no workbook");
            }
            XMLStreamReader xml = Xml.open(part);
            while (Xml.nextElement(xml)) {
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
        }
        try (InputStream part = related(relations, "sharedStrings");
                InputStream styles = related(relations, "styles")) {
            readFormats(styles);
            readTexts(part);
        }
    }

    /** Reads the styles part; without one, all numbers are plain. */
    private void readFormats(InputStream part) throws XMLStreamException, IOException {
        XMLStreamReader xml = Xml.openOrNull(part);
        boolean inCells = false;
        while (Xml.nextElement(xml)) {
            switch (xml.getLocalName()) {
                case "numFmt" ->
                        formats.code(Xml.number(xml, "numFmtId"), Xml.attribute(xml, "formatCode"));
                case "cellXfs" -> inCells = true;
                case "cellStyleXfs" -> inCells = false;
                case "xf" -> {
                    if (inCells) {
                        formats.add(Xml.number(xml, "numFmtId"));
                    }
                }
                default -> {}
            }
        }
    }

    /** Whether the program that wrote it left formulas to be calculated on opening. */
    private static boolean isRecalculated(XMLStreamReader xml) {
        return Xml.isTrue(xml, "fullCalcOnLoad")
                || Xml.isTrue(xml, "forceFullCalc")
                || Xml.isFalse(xml, "calcCompleted");
    }

    /** Adds a sheet if it has cells; charts, dialogs and macros have none. */
    private void addTab(XMLStreamReader xml, Relations relations) {
        String part = relations.part(String.valueOf(Xml.attribute(xml, "id")), "worksheet");
        if (part == null) {
            return;
        }
        String name = String.valueOf(Xml.attribute(xml, "name"));
        if (!parts.has(part)) {
            throw new UnusableSheetException(
                    "is damaged: its sheet '%s' is missing; %s".formatted(name, ANOTHER_COPY));
        }
        String state = Xml.attribute(xml, "state");
        boolean isVisible = state == null || state.equals("visible");
        addTab(name, isVisible, () -> new XlsxRows(parts.open(part), this));
    }

    /** The part with this relation to the workbook; may be null. */
    private InputStream related(Relations relations, String type) throws IOException {
        String part = relations.first(type);
        return part == null ? null : parts.open(part);
    }

    @Override
    protected UnusableSheetException damaged(Throwable fault) {
        return new UnusableSheetException(
                "is damaged or incomplete and cannot be opened as an Excel workbook; "
                        + ANOTHER_COPY,
                fault);
    }

    @Override
    public void close() throws IOException {
        if (parts != null) {
            parts.close();
        }
    }

    /** The relations of a part: which other parts it refers to. */
    static final class Relations {
        /** The type is compared by its end only, since strict workbooks use other namespaces. */
        private record Relation(String type, String part) {}

        private final Map<String, Relation> byId = new LinkedHashMap<>();

        /** Reads the relations of a part; an empty name means the package. */
        static Relations of(WorkbookParts parts, String part)
                throws IOException, XMLStreamException {
            Relations found = new Relations();
            int folder = part.lastIndexOf('/') + 1;
            String name = part.substring(0, folder) + "_rels/" + part.substring(folder) + ".rels";
            try (InputStream in = parts.open(name)) {
                XMLStreamReader xml = Xml.openOrNull(in);
                while (Xml.nextElement(xml)) {
                    if (xml.getLocalName().equals("Relationship")
                            && !"External".equals(Xml.attribute(xml, "TargetMode"))) {
                        found.byId.put(
                                String.valueOf(Xml.attribute(xml, "Id")),
                                new Relation(
                                        String.valueOf(Xml.attribute(xml, "Type")),
                                        resolved(
                                                part.substring(0, folder),
                                                String.valueOf(Xml.attribute(xml, "Target")))));
                    }
                }
            }
            return found;
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

        String first(String type) {
            return byId.values().stream()
                    .filter(relation -> relation.type.endsWith("/" + type))
                    .map(Relation::part)
                    .findFirst()
                    .orElse(null);
        }

        /** The part with this id if it has this type, else null. */
        String part(String id, String type) {
            Relation found = byId.get(id);
            return found != null && found.type.endsWith("/" + type) ? found.part : null;
        }
    }

    /** Leaves out phonetic texts. POI's table is slow: it creates several XML objects per text. */
    private void readTexts(InputStream part) throws IOException {
        if (part == null) {
            return;
        }
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
                    texts.add(text.text());
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
