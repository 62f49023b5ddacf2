package dev.stockload.sheet;

import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.parser.StreamParser;
import org.jsoup.select.NodeVisitor;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Locale;

/** The rows of the tables of a web page, each taken from the page as soon as it is read. */
final class HtmlRows implements RowSource {
    private static final int LAST_COLUMN = 1 << 14;

    /** Numbers as stored, which Excel and LibreOffice write beside what is displayed. */
    private static final List<String> STORED = List.of("x:num", "sdval");

    private final Reader page;
    private final StreamParser parser;
    private final HiddenAndMerged hiddenAndMerged = new HiddenAndMerged();
    private final CoveredColumns covered = new CoveredColumns();
    private int row;
    private Element table;

    HtmlRows(Reader page) {
        this.page = page;
        this.parser = new StreamParser(Parser.htmlParser()).parse(page, "");
    }

    @Override
    public boolean fill(RowBlock block) throws IOException {
        try {
            while (!block.isFull()) {
                Element next = parser.selectNext("tr");
                if (next == null) {
                    return false;
                }
                add(block, next);
                forget(next);
            }
            return true;
        } catch (CharacterCodingException | UncheckedIOException e) {
            throw new UnusableSheetException(
                    "is a web page that is not in the encoding it says; name the right one"
                            + " (--encoding, or encoding: in the job)",
                    e);
        }
    }

    /** What was read goes, so that a long page does not stay in memory. */
    private static void forget(Element next) {
        for (Node before = next.previousSibling(); before != null; ) {
            Node earlier = before.previousSibling();
            before.remove();
            before = earlier;
        }
        next.empty();
    }

    private void add(RowBlock block, Element next) {
        Element own = next.closest("table");
        if (own != table) {
            table = own;
            covered.clear();
        }
        row++;
        int column = 0;
        for (Element cell : next.children()) {
            if (!cell.nameIs("td") && !cell.nameIs("th")) {
                continue;
            }
            column = covered.free(column);
            int columns = span(cell, "colspan");
            int rows = span(cell, "rowspan");
            if (column + columns > LAST_COLUMN) {
                throw new UnusableSheetException(
                        "has more columns in row %d than a sheet can have".formatted(row));
            }
            addCell(block, column, cell);
            covered.cover(column, columns, rows);
            hiddenAndMerged.merge(row, column, rows, columns);
            column += columns;
        }
        covered.down(1);
        if (block.endRow(row) && isHidden(next)) {
            hiddenAndMerged.hideRow(row);
        }
    }

    private static int span(Element cell, String name) {
        String value = cell.attr(name).strip();
        return value.matches("[1-9]\\d{0,3}") ? Integer.parseInt(value) : 1;
    }

    private static boolean isHidden(Element next) {
        String style = next.attr("style").replace(" ", "").toLowerCase(Locale.ROOT);
        return style.contains("display:none") || next.hasAttr("hidden");
    }

    private static void addCell(RowBlock block, int column, Element cell) {
        for (String stored : STORED) {
            if (!cell.attr(stored).isBlank()) {
                try {
                    double value = Double.parseDouble(cell.attr(stored).strip());
                    addNumber(block, column, value, format(cell));
                    return;
                } catch (NumberFormatException e) {
                    // no number, then: what is displayed
                }
            }
        }
        block.addText(column, text(cell));
    }

    /** The format of a number, in LibreOffice's way: language, language, code. */
    private static String format(Element cell) {
        String[] parts = cell.attr("sdnum").split(";", 3);
        return parts.length == 3 ? parts[2] : null;
    }

    private static void addNumber(RowBlock block, int column, double value, String format) {
        if (FormatCode.isDate(format)) {
            block.addDate(column, value);
        } else {
            block.addNumber(column, value, FormatCode.zeros(format));
        }
    }

    /** As a page shows it: white space is one space, line breaks are kept. */
    private static String text(Element cell) {
        StringBuilder text = new StringBuilder();
        cell.traverse(
                (NodeVisitor)
                        (node, depth) -> {
                            if (node instanceof TextNode words) {
                                append(text, words.getWholeText());
                            } else if (node instanceof Element element
                                    && text.length() > 0
                                    && (element.nameIs("br")
                                            || element.nameIs("p")
                                            || element.nameIs("div"))) {
                                text.append('\n');
                            }
                        });
        return text.toString().strip();
    }

    private static void append(StringBuilder text, String words) {
        for (int i = 0; i < words.length(); i++) {
            char c = words.charAt(i);
            boolean isSpace = c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f';
            if (!isSpace) {
                text.append(c);
            } else if (text.length() > 0
                    && !Character.isWhitespace(text.charAt(text.length() - 1))) {
                text.append(' ');
            }
        }
    }

    @Override
    public HiddenAndMerged hiddenAndMerged() {
        return hiddenAndMerged;
    }

    @Override
    public void close() throws IOException {
        parser.close();
        page.close();
    }
}
