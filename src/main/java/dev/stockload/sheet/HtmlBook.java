package dev.stockload.sheet;

import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.parser.StreamParser;
import org.jsoup.select.Evaluator;
import org.jsoup.select.NodeVisitor;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A web page with tables, which many programs write and call .xls. Excel shows the rows of all its
 * tables in one sheet, one below the other, and so they are read.
 */
final class HtmlBook implements Book {
    private static final Pattern DECLARED =
            Pattern.compile("charset\\s*=\\s*[\"']?\\s*([\\w.:-]+)", Pattern.CASE_INSENSITIVE);

    private final Path file;
    private final CsvEncoding encoding;

    private HtmlBook(Path file, CsvEncoding encoding) {
        this.file = file;
        this.encoding = encoding;
    }

    /** Opens a page that is whole and whose bytes are all of its encoding. */
    static Book open(Path file, SheetOptions options) throws IOException {
        String named = options.encoding() == null ? declared(file) : options.encoding();
        HtmlBook book =
                new HtmlBook(file, CsvEncoding.named(named == null ? "UTF-8" : named, file));
        try (Reader reader = book.reader()) {
            OpenTables tables = new OpenTables();
            reader.transferTo(tables);
            if (tables.areOpen()) {
                throw new UnusableSheetException(
                        "is a web page that is cut off: it ends within a table or a tag; save or"
                                + " copy it again");
            }
            return book;
        } catch (CharacterCodingException e) {
            throw new UnusableSheetException(
                    named == null
                            ? "is a web page that does not say its encoding; name it (--encoding,"
                                    + " or encoding: in the job), or save the page as .xlsx"
                            : "is a web page that is not in the encoding %s; name the right one (--encoding, or encoding: in the job), or save the page as .xlsx"
                                    .formatted(named),
                    e);
        }
    }

    /** The encoding by how the page looks, or by what it says of itself; null for neither. */
    private static String declared(Path file) throws IOException {
        byte[] head = CsvEncoding.head(file);
        Charset wide = CsvEncoding.utf16WithoutMark(head);
        if (wide != null) {
            return wide.name();
        }
        Matcher found = DECLARED.matcher(new String(head, StandardCharsets.ISO_8859_1));
        // A page whose plain letters can be read is not in 16 bits a letter, whatever it says.
        return found.find() && !found.group(1).matches("(?i)utf-16.*") ? found.group(1) : null;
    }

    private Reader reader() throws IOException {
        InputStream in = Files.newInputStream(file);
        in.skipNBytes(encoding.markLength());
        return new InputStreamReader(
                new ReadAhead.ReadAheadInput(in), CsvEncoding.strict(encoding.charset()));
    }

    @Override
    public List<Tab> tabs() {
        return List.of(new Tab("Web page", true));
    }

    @Override
    public RowSource rows(int tab) throws IOException {
        return new Page(reader());
    }

    @Override
    public SheetFacts facts() {
        return new SheetFacts("Web page (HTML)", null, encoding.label(), null, List.of());
    }

    @Override
    public void close() {}

    /**
     * Counts the tables that a page opens and does not close: parsers of web pages do not say where
     * one was cut off.
     */
    private static final class OpenTables extends Writer {
        private static final int LONGEST = 7;

        /** The first letters of the tag at hand. */
        private final StringBuilder tag = new StringBuilder();

        private boolean inTag;
        private int dashes;
        private int tables;

        boolean areOpen() {
            return inTag || tables > 0;
        }

        @Override
        public void write(char[] chars, int from, int length) {
            for (int i = from; i < from + length; i++) {
                take(Character.toLowerCase(chars[i]));
            }
        }

        private void take(char c) {
            if (!inTag) {
                inTag = c == '<';
                tag.setLength(0);
            } else if (c == '>') {
                inTag = starts("!--") && dashes < 2;
                tables += starts("table") ? 1 : starts("/table") ? -1 : 0;
            } else if (tag.length() < LONGEST) {
                tag.append(c);
                inTag = tag.length() > 1 || c >= 'a' && c <= 'z' || "/!?".indexOf(c) >= 0;
            }
            dashes = c == '-' ? dashes + 1 : 0;
        }

        private boolean starts(String name) {
            int length = name.length();
            return tag.indexOf(name) == 0
                    && (tag.length() == length || !Character.isLetter(tag.charAt(length)));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** The rows of all tables, each taken from the page as soon as it is read. */
    private static final class Page extends TableRows {
        /** Numbers as stored, which Excel and LibreOffice write beside what is displayed. */
        private static final List<String> STORED = List.of("x:num", "sdval");

        /** A query in words would be parsed for every row. */
        private static final Evaluator ROW =
                new Evaluator() {
                    @Override
                    public boolean matches(Element root, Element element) {
                        return element.nameIs("tr");
                    }
                };

        private final Reader page;
        private final StreamParser parser;
        private Element table;

        Page(Reader page) {
            this.page = page;
            this.parser = new StreamParser(Parser.htmlParser()).parse(page, "");
        }

        @Override
        UnusableSheetException damaged(Throwable fault) {
            return new UnusableSheetException(
                    "is a web page that cannot be read; save it as .xlsx", fault);
        }

        @Override
        boolean readRow() throws IOException {
            Element next = parser.selectNext(ROW);
            if (next == null) {
                return false;
            }
            add(next);
            forget(next);
            return true;
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

        private void add(Element next) {
            Element own = next.closest("table");
            if (own != table) {
                table = own;
                startTable();
            }
            String style = next.attr("style").replace(" ", "").toLowerCase(Locale.ROOT);
            startRow(0, 1, style.contains("display:none") || next.hasAttr("hidden"));
            for (Element cell : next.children()) {
                if (cell.nameIs("td") || cell.nameIs("th")) {
                    startCell(0);
                    addCell(cell);
                    pass(span(cell, "rowspan"), span(cell, "colspan"));
                }
            }
            endRow();
        }

        private static int span(Element cell, String name) {
            String value = cell.attr(name).strip();
            return !value.isEmpty() && value.matches("[1-9]\\d{0,3}") ? Integer.parseInt(value) : 1;
        }

        private void addCell(Element cell) {
            for (String stored : STORED) {
                if (!cell.attr(stored).isBlank()) {
                    try {
                        double value = Double.parseDouble(cell.attr(stored).strip());
                        line.addNumber(column(), value, FormatCode.pad(format(cell)));
                        return;
                    } catch (NumberFormatException e) {
                        // no number, then: what is displayed
                    }
                }
            }
            String text = text(cell);
            if (!text.isEmpty()) {
                line.addText(column(), text);
            }
        }

        /** The format of a number, in LibreOffice's way: language, language, code. */
        private static String format(Element cell) {
            String[] parts = cell.attr("sdnum").split(";", 3);
            return parts.length == 3 ? parts[2] : null;
        }

        /** As a page shows it: white space is one space, and what is a block is a line. */
        private static String text(Element cell) {
            StringBuilder text = new StringBuilder();
            cell.traverse(
                    new NodeVisitor() {
                        @Override
                        public void head(Node node, int depth) {
                            if (node instanceof TextNode words) {
                                append(text, words.getWholeText());
                            } else {
                                endLine(node);
                            }
                        }

                        @Override
                        public void tail(Node node, int depth) {
                            endLine(node);
                        }

                        private void endLine(Node node) {
                            if (node instanceof Element element
                                    && (element.isBlock() || element.nameIs("br"))
                                    && text.length() > 0
                                    && text.charAt(text.length() - 1) != '\n') {
                                text.append('\n');
                            }
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
        public void close() throws IOException {
            parser.close();
            page.close();
        }
    }
}
