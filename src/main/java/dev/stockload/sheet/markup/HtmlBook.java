package dev.stockload.sheet.markup;

import dev.stockload.sheet.encoding.CsvEncoding;
import dev.stockload.sheet.rows.CellKind;
import dev.stockload.sheet.rows.FormatCode;
import dev.stockload.sheet.rows.ReadAhead;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.SheetBudget;
import dev.stockload.sheet.rows.SheetFacts;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.apache.commons.io.input.ProxyReader;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.parser.StreamParser;
import org.jsoup.select.Evaluator;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.QueryParser;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A web page, often named .xls; all its tables are read as one sheet, as Excel shows them. */
public final class HtmlBook extends SheetBook {
    private static final Pattern DECLARED =
            Pattern.compile("charset\\s*=\\s*[\"']?\\s*([\\w.:-]+)", Pattern.CASE_INSENSITIVE);

    /** The encoding that a person named or the page declares; may be null. */
    private final String named;

    private final CsvEncoding encoding;

    public HtmlBook(Path file, String given) throws IOException {
        super("Web page (HTML)", file);
        this.named = given == null ? declared(file) : given;
        this.encoding = CsvEncoding.named(named == null ? "UTF-8" : named, file);
        tabs.add(new Tab("Web page", true, this::page));
    }

    /** The encoding detected by the zeros of UTF-16, or declared in the page; may be null. */
    private static String declared(Path file) throws IOException {
        byte[] head = CsvEncoding.head(file);
        Charset wide = CsvEncoding.utf16WithoutMark(head);
        if (wide != null) {
            return wide.name();
        }
        Matcher found = DECLARED.matcher(new String(head, StandardCharsets.ISO_8859_1));
        // A declaration that is readable in 8 bits is not in UTF-16, whatever it says.
        boolean isNamed = found.find() && !found.group(1).matches("(?i)utf-16.*");
        // Browsers read this name as the larger encoding too, and pages rely on it.
        return !isNamed || !found.group(1).matches("(?i)iso-8859-1")
                ? isNamed ? found.group(1) : null
                : "windows-1252";
    }

    private RowSource page() throws IOException {
        InputStream in = Files.newInputStream(file);
        in.skipNBytes(encoding.markLength());
        return new Page(
                new InputStreamReader(
                        new ReadAhead.ReadAheadInput(in), CsvEncoding.strict(encoding.charset())));
    }

    @Override
    public SheetFacts facts() {
        return new SheetFacts("Web page (HTML)", null, encoding.label(), null, List.of());
    }

    @Override
    protected UnusableSheetException damaged(Throwable fault) {
        if (fault.getCause() instanceof CharacterCodingException) {
            return new UnusableSheetException(
                    named == null
                            ? "is a web page that does not say its encoding; name it"
                                    + " (--encoding, or encoding: in the job), or save the page"
                                    + " as .xlsx"
                            : "is a web page that is not in the encoding %s; name the right one (--encoding, or encoding: in the job), or save the page as .xlsx"
                                    .formatted(named),
                    fault);
        }
        return new UnusableSheetException(
                "is a web page that cannot be read; save it as .xlsx", fault);
    }

    private final class Page extends TableRows {
        /** Attributes in which Excel and LibreOffice store the number of a cell. */
        private static final List<String> STORED = List.of("x:num", "sdval");

        /** A CSS query would be parsed again for every row. */
        private static final Evaluator ROW = new Evaluator.Tag("tr");

        private static final Evaluator CHOSEN = QueryParser.parse("option[selected]");

        /** Elements that change the look of letters and do not separate words. */
        private static final Set<String> WITHIN_WORDS =
                Set.of(
                        "a abbr b big code em font i ins label mark nobr small span strong tt u wbr"
                                .split(" "));

        /** The letter that means the same as {@code <wbr>}: no digits are joined over it. */
        private static final char WORD_BREAK = '\u200B';

        private static final int MOST_FAULTS = 1000;
        private static final int LONGEST = 1_000_000; // the parser keeps a row in memory

        private final Reader page;
        private int sinceLastRow;
        private final Parser rules =
                Parser.htmlParser().setTrackPosition(true).setTrackErrors(MOST_FAULTS);
        private final StreamParser parser = new StreamParser(rules);
        private boolean isBegun;
        private Element table;
        private Element group;
        private boolean isGroupHidden;

        Page(Reader page) {
            super(HtmlBook.this);
            this.page =
                    new ProxyReader(page) {
                        @Override
                        protected void afterRead(int count) {
                            SheetBudget.ask();
                            sinceLastRow += count;
                            if (sinceLastRow > LONGEST) {
                                throw new UnusableSheetException(
                                        "has a row of more than a million characters");
                            }
                        }
                    };
        }

        @Override
        boolean readRow() throws IOException {
            if (!isBegun) {
                parser.parse(page, "");
                isBegun = true;
            }
            sinceLastRow = 0;
            Element next = parser.selectNext(ROW);
            if (next == null) {
                expectWhole();
                endGroup();
                return false;
            }
            rules.getErrors().clear();
            add(next);
            forget(next);
            return true;
        }

        /** At the end the parser closes open elements, which have no end tag in the source. */
        private void expectWhole() throws IOException {
            boolean isCut =
                    rules.getErrors().stream().anyMatch(e -> e.getErrorMessage().contains("EOF"))
                            || parser.document().select("html, body, table").stream()
                                    .filter(each -> !each.sourceRange().isImplicit())
                                    .anyMatch(each -> each.endSourceRange().isImplicit());
            if (isCut) {
                throw new UnusableSheetException(
                        "is a web page that is cut off: it ends within a tag, or does not close"
                                + " the page or a table that it opens; save or copy it again");
            }
        }

        /** Removes what was read, so that a long page does not fill the memory. */
        private static void forget(Element next) {
            while (next.previousSibling() != null) {
                next.previousSibling().remove();
            }
            next.empty();
        }

        private void add(Element next) {
            if (next.parent() != group) {
                enter(next.parent());
            }
            startRow(0, 1, isGroupHidden || isHidden(next));
            for (Element cell : next.children()) {
                if (cell.nameIs("td") || cell.nameIs("th")) {
                    startCell(0);
                    if (isHidden(cell) && cell.hasText()) {
                        hideColumns(column(), column());
                    }
                    addCell(cell);
                    pass(span(cell, "rowspan", MOST_ROWS), span(cell, "colspan", 1));
                }
            }
            endRow();
        }

        /** Begins a group of rows, such as a tbody, and its table, which may be in a cell. */
        private void enter(Element rows) {
            Element own = null;
            group = rows;
            isGroupHidden = false;
            for (Element each = rows; each != null && !each.nameIs("td"); each = each.parent()) {
                isGroupHidden |= isHidden(each);
                own = own == null && each.nameIs("table") ? each : own;
            }
            endGroup();
            if (own != null && own != table) {
                own.children().forEach(this::addColumns);
            }
            table = own;
        }

        /** A group without columns stands for as many as it spans. */
        private void addColumns(Element group) {
            if (!group.nameIs("colgroup")) {
                return;
            }
            List<Element> columns = group.childrenSize() > 0 ? group.children() : List.of(group);
            for (Element column : columns) {
                columns(0, span(column, "span", 1), null, isHidden(group) || isHidden(column));
            }
        }

        private static boolean isHidden(Element element) {
            String style = element.attr("style").replace(" ", "").toLowerCase(Locale.ROOT);
            return style.contains("display:none")
                    || style.contains("visibility:hidden")
                    || element.hasAttr("hidden");
        }

        /** The digits that it begins with, whatever follows them. */
        private static int span(Element cell, String name, int ofZero) {
            String value = cell.attr(name);
            int span = value.isEmpty() ? 1 : Xml.number(value.replaceFirst("(\\d)\\D.*", "$1"), 1);
            return span == 0 ? ofZero : span;
        }

        private void addCell(Element cell) {
            String shown = text(cell);
            for (String stored : STORED) {
                if (!cell.attr(stored).isBlank()) {
                    try {
                        addNumber(cell, shown, Double.parseDouble(cell.attr(stored).strip()));
                        return;
                    } catch (NumberFormatException e) {
                        // not a number: use the displayed text
                    }
                }
            }
            if (!shown.isEmpty()) {
                line.addText(column(), shown);
            }
        }

        /**
         * The digits to show are those on the page if they have leading zeros, or those of
         * LibreOffice's format, which is two languages and a code.
         */
        private void addNumber(Element cell, String shown, double value) {
            String[] format = cell.attr("sdnum").split(";", 3);
            String code = format.length == 3 ? format[2] : null;
            if (value == 0 && isError(shown)) {
                line.addError(column(), shown);
            } else if ("BOOLEAN".equals(code)) {
                line.addBoolean(column(), value != 0);
            } else {
                boolean hasZeros = shown.matches("0\\d{1,29}");
                String zeros = "0".repeat(hasZeros ? shown.length() : 0);
                line.addNumber(column(), value);
                line.format(column(), FormatCode.of(hasZeros ? zeros : code), false);
            }
        }

        /** LibreOffice stores an error as 0; ### is a number in a narrow column. */
        private static boolean isError(String shown) {
            return CellKind.isError(shown)
                    ? !shown.startsWith("##")
                    : shown.matches("\\p{L}+ ?:\\d{3}"); // Err:510 in its language
        }

        /**
         * The text as a browser shows it: white space becomes one space, and elements that separate
         * words, such as lists or superscripts, become lines.
         */
        private static String text(Element cell) {
            StringBuilder text = new StringBuilder();
            cell.filter(
                    new NodeFilter() {
                        @Override
                        public FilterResult head(Node node, int depth) {
                            if (node instanceof TextNode words) {
                                append(text, words.getWholeText());
                            } else if (node.normalName().equals("wbr")) {
                                text.append(WORD_BREAK);
                            }
                            return isPassed(node, text)
                                    ? FilterResult.SKIP_ENTIRELY
                                    : tail(node, depth);
                        }

                        @Override
                        public FilterResult tail(Node node, int depth) {
                            if (!(node instanceof Element element)) {
                                return FilterResult.CONTINUE;
                            }
                            if (!WITHIN_WORDS.contains(element.normalName())
                                    && text.length() > 0
                                    && text.charAt(text.length() - 1) != '\n') {
                                text.append('\n');
                            }
                            return element != cell && isHidden(element)
                                    ? FilterResult.SKIP_ENTIRELY
                                    : FilterResult.CONTINUE;
                        }
                    });
            return text.toString().strip();
        }

        /** The value of a form field is what it says, and of a choice what is chosen. */
        private static boolean isPassed(Node node, StringBuilder text) {
            String name = node.normalName();
            boolean isValue = name.equals("input") && !node.attr("type").matches("hidden|button");
            boolean isMark = node.attr("type").matches("checkbox|radio");
            if (isValue && !isMark) {
                append(text, node.attr("value"));
            }
            if (!name.equals("select")) {
                return false;
            }
            List<Element> chosen = ((Element) node).select(CHOSEN);
            chosen.forEach(each -> text.append('\n').append(text(each)).append('\n'));
            return !chosen.isEmpty();
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
