package dev.stockload.sheet;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Which other parts a part of an .xlsx workbook refers to. */
final class Relations {
    /** Strict workbooks name the same types by other addresses, so only their ends are compared. */
    private record Relation(String type, String part) {}

    private final Map<String, Relation> byId = new LinkedHashMap<>();

    /** Reads the relations of a part; those of the package have no part. */
    static Relations of(ZipParts parts, String part) throws IOException, XMLStreamException {
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
                // not an escape, then: the name as it stands
            }
        }
        path = path.startsWith("/") ? path.substring(1) : folder + path;
        return path.replaceAll("(?<=^|/)\\./", "").replaceAll("(?<=^|/)[^/]+/\\.\\./", "");
    }

    /** The first part of a type, or null. */
    String first(String type) {
        return byId.values().stream()
                .filter(relation -> relation.type.endsWith("/" + type))
                .map(Relation::part)
                .findFirst()
                .orElse(null);
    }

    /** The part that this id refers to, where it is of this type; else null. */
    String part(String id, String type) {
        Relation found = byId.get(id);
        return found != null && found.type.endsWith("/" + type) ? found.part : null;
    }
}
