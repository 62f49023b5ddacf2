package dev.stockload.jobs.define;

import dev.stockload.book.rules.Work;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.problem.RowPlace;
import dev.stockload.sheet.Correction;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.SheetOptions.SheetChoice;
import dev.stockload.sheet.csv.CsvBook;
import dev.stockload.sheet.encoding.CsvEncoding;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.header.HeaderOptions;
import dev.stockload.sheet.header.HeaderOptions.Layout;
import dev.stockload.stock.MissingMode;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The options of an import, the same for commands, forms, uploads and job definitions. Each of
 * these supplies the words it was given, and reports faults in its own way.
 */
public enum ImportOption {
    SHEET("NAME", "The sheet of the workbook; otherwise the first visible one with a header."),
    SHEETS("all", "Read all visible sheets that have the same header as one."),
    COLUMNS("FIELD=HEADER", "Your own headers for product, item, colour, size, stock, barcode."),
    ENCODING(
            "NAME",
            "The encoding of a CSV file, such as UTF-8, GB18030 or windows-1252; otherwise it is"
                    + " detected."),
    DELIMITER("CHAR", "The delimiter of a CSV file: , ; | or tab; otherwise it is detected."),
    FILL_DOWN("FIELD", "Fields whose empty cells repeat the value above: product, item, colour."),
    HEADER("ROW|none", "The row of the header, or none: then columns are named by their letters."),
    LAYOUT("rows|matrix", "Where the sizes are: a row for each, or columns named by them."),
    UNUSED("HEADER", "A column that is left out, by its header or letter; may be repeated."),
    VALUES(
            "FIELD:FOUND=NEW",
            "How a text in the cells of a field is read, such as size:XL=44; may be repeated."),
    SEND(
            "all|changed|new",
            "changed: leave out colours that have not changed since they were sent; new: leave out"
                    + " products that have stock already (default: all)."),
    MISSING(
            "report|zero|keep",
            "What to do with stock that earlier imports sent and this file does not name:"
                    + " report counts it, zero sets it to 0 (default: keep)."),
    NEW_COLOURS(
            "send|hold",
            "hold: keep back a new colour whose name differs by one letter from another of its"
                    + " product, until you say that it is really new (default: send)."),
    VERIFY(
            "none|sample|all|store",
            "How much is read back once everything is sent; store: the whole store, weekly.");

    public static final Set<ImportOption> OF_SHEETS = EnumSet.range(SHEET, VALUES);

    public static final Set<ImportOption> BY_HAND = EnumSet.range(SHEET, NEW_COLOURS);

    /** Between the found and the new text, where a job tells them apart. */
    public static final char BECOMES = '\0';

    private static final int MOST_VALUES = 10_000;

    /** Before the row of a correction, and before its sheet. */
    private static final String ROW = "@";

    private static final Pattern VALUE =
            Pattern.compile(
                    "(?<field>[^:@]+)(?:@(?<row>[1-9]\\d{0,8})(?:@(?<sheet>[^:]+))?)?"
                            + ":(?<found>.*)=(?<new>[^=]*)",
                    Pattern.DOTALL);

    /** A job names no rows: each night they are others. */
    private static final Pattern VALUE_OF_A_JOB =
            Pattern.compile(
                    "(?<field>[^:]+)(?<row>(?<sheet>\0))?:(?<found>.*)\0(?<new>.*)",
                    Pattern.DOTALL);

    private static final String NO_HEADER = "none";

    static final List<String> FIELDS = keys(Arrays.asList(HeaderField.values()));

    private final String label;
    private final String words;

    ImportOption(String label, String words) {
        this.label = label;
        this.words = words;
    }

    /** The options that a user gave. */
    public interface Given {
        /** The words of an option, none if it was not given; a column is FIELD=HEADER. */
        List<String> words(ImportOption option);

        String name(ImportOption option);

        /** {@code what} is the end of a sentence. */
        RuntimeException fault(ImportOption option, String what);

        /** The value; a reader that collects faults notes them and uses the default. */
        default <T> T tried(Supplier<T> reading, T defaultValue) {
            return reading.get();
        }
    }

    public String key() {
        return switch (this) {
            case FILL_DOWN -> "fillDown";
            case NEW_COLOURS -> "newColours";
            default -> lower(this);
        };
    }

    public String label() {
        return label;
    }

    public String description() {
        return words;
    }

    public boolean isList() {
        return isSplit() || this == UNUSED || this == VALUES;
    }

    /** Whether a list may be given as one word with commas; a value may have commas itself. */
    public boolean isSplit() {
        return this == COLUMNS || this == FILL_DOWN;
    }

    /** The words that it accepts; none if it accepts any. */
    public List<String> choices() {
        return this == FILL_DOWN
                ? keys(HeaderField.FILLED)
                : label.contains("|") && this != HEADER ? List.of(label.split("\\|")) : List.of();
    }

    public static SheetOptions sheetOptions(Given given) {
        return new SheetOptions(
                given.tried(() -> sheet(given), null),
                new HeaderOptions(
                        given.tried(() -> columns(given), Map.of()),
                        given.tried(() -> headerRow(given), null),
                        given.tried(() -> LAYOUT.chosen(given, null, Layout.class), null),
                        Set.copyOf(given.words(UNUSED))),
                given.tried(() -> encoding(given), null),
                given.tried(() -> delimiter(given), null),
                given.tried(() -> fillDown(given), Set.of()),
                given.tried(() -> values(given), Set.of()));
    }

    /** The options of an import that a person or a program starts directly. */
    public static ImportOptions byHand(Given given) {
        return ImportOptions.of(
                        sheetOptions(given),
                        SEND.chosen(given, Work.ALL),
                        MISSING.chosen(given, MissingMode.KEEP))
                .newColours(NEW_COLOURS.chosen(given, NewColourMode.SEND));
    }

    /** The words that give these options, for each that is not the default. */
    public static Map<ImportOption, List<String>> words(SheetOptions options) {
        HeaderOptions header = options.header();
        Map<ImportOption, Stream<?>> all = new EnumMap<>(ImportOption.class);
        all.put(SHEET, Stream.ofNullable(options.sheet().name()));
        all.put(SHEETS, options.sheet().all() ? Stream.of("all") : Stream.empty());
        all.put(
                COLUMNS,
                options.columns().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(each -> each.getKey().key() + "=" + each.getValue()));
        all.put(ENCODING, Stream.ofNullable(options.encoding()));
        all.put(DELIMITER, Stream.ofNullable(options.delimiter()).map(CsvBook::nameOf));
        all.put(FILL_DOWN, options.fillDown().stream().sorted().map(HeaderField::key));
        all.put(
                HEADER,
                Stream.ofNullable(header.row())
                        .map(row -> row == HeaderOptions.NONE ? NO_HEADER : row));
        all.put(LAYOUT, Stream.ofNullable(header.layout()).map(ImportOption::lower));
        all.put(UNUSED, header.unused().stream().sorted());
        all.put(VALUES, options.values().stream().sorted().map(ImportOption::word));
        Map<ImportOption, List<String>> words = new EnumMap<>(ImportOption.class);
        all.forEach((option, each) -> words.put(option, each.map(String::valueOf).toList()));
        words.values().removeIf(List::isEmpty);
        return words;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** A correction as one word: {@code size:XL=44}, or {@code size@7:XL=44} for row 7. */
    static String word(Correction given) {
        return cells(given) + "=" + given.value();
    }

    /** The cells that a correction is about, as its word begins. */
    public static String cells(Correction given) {
        RowPlace place = given.place();
        String row = place == null ? "" : ROW + place.row();
        String sheet = place == null || place.sheet() == null ? "" : ROW + place.sheet();
        return given.field().key() + row + sheet + ":" + given.found();
    }

    private static List<String> keys(List<HeaderField> fields) {
        return fields.stream().map(HeaderField::key).toList();
    }

    <T extends Enum<T>> T chosen(Given given, T defaultValue) {
        return chosen(given, defaultValue, defaultValue.getDeclaringClass());
    }

    private <T extends Enum<T>> T chosen(Given given, T defaultValue, Class<T> type) {
        for (String written : given.words(this)) {
            String word = renamed(written);
            if (choices().stream().noneMatch(word::equalsIgnoreCase)) {
                throw unknown(given, word, choices());
            }
            return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
        }
        return defaultValue;
    }

    private static Integer headerRow(Given given) {
        for (String word : given.words(HEADER)) {
            if (!word.equals(NO_HEADER) && !word.matches("[1-9]\\d{0,6}")) {
                throw given.fault(
                        HEADER,
                        "takes the number of a row, or none, but this is '%s'".formatted(word));
            }
            return word.equals(NO_HEADER) ? HeaderOptions.NONE : Integer.valueOf(word);
        }
        return null;
    }

    private Optional<String> first(Given given) {
        return given.words(this).stream().findFirst().map(this::renamed);
    }

    private String renamed(String word) {
        return this == MISSING && word.equalsIgnoreCase("tell") ? "report" : word;
    }

    private RuntimeException unknown(Given given, String word, List<String> known) {
        return given.fault(this, WordSuggestion.refusal(word, known));
    }

    private static SheetChoice sheet(Given given) {
        Optional<String> all = SHEETS.first(given);
        Optional<String> one = SHEET.first(given);
        if (all.filter(word -> !word.equalsIgnoreCase("all")).isPresent()) {
            throw given.fault(
                    SHEETS,
                    "takes 'all', but this is '%s'; %s names one"
                            .formatted(all.get(), given.name(SHEET)));
        }
        if (all.isPresent() && one.isPresent()) {
            throw given.fault(
                    SHEETS,
                    "and %s exclude each other: name one sheet, or read all"
                            .formatted(given.name(SHEET)));
        }
        return all.isPresent() ? SheetChoice.ALL : SheetChoice.valueOf(one.orElse(null));
    }

    private static Map<HeaderField, String> columns(Given given) {
        Map<HeaderField, String> named = new EnumMap<>(HeaderField.class);
        for (String column : given.words(COLUMNS)) {
            int equals = column.indexOf('=');
            if (equals < 1 || equals == column.length() - 1) {
                throw given.fault(
                        COLUMNS,
                        "takes FIELD=HEADER, such as stock=\"On hand\", but this is '%s'"
                                .formatted(column));
            }
            String field = column.substring(0, equals);
            String header = column.substring(equals + 1);
            if (named.put(COLUMNS.field(given, field, FIELDS), header) != null) {
                throw given.fault(COLUMNS, "names %s twice".formatted(field));
            }
        }
        return named;
    }

    private static Set<HeaderField> fillDown(Given given) {
        Set<HeaderField> fields = EnumSet.noneOf(HeaderField.class);
        for (String name : given.words(FILL_DOWN)) {
            fields.add(FILL_DOWN.field(given, name, FILL_DOWN.choices()));
        }
        return fields;
    }

    /** How texts are read; the set may be changed. */
    public static Set<Correction> values(Given given) {
        Set<Correction> values = new TreeSet<>(Correction.OF_ONE_CELL);
        List<String> words = given.words(VALUES);
        if (words.size() > MOST_VALUES) {
            throw given.fault(
                    VALUES, "has %,d values; 10,000 are the most".formatted(words.size()));
        }
        for (String word : words) {
            Correction value = value(given, word);
            if (!values.add(value)) {
                throw given.fault(
                        VALUES,
                        "reads %s '%s' twice".formatted(value.field().key(), value.found()));
            }
        }
        return values;
    }

    private static Correction value(Given given, String word) {
        int becomes = word.indexOf(BECOMES);
        Matcher parts = (becomes < 0 ? VALUE : VALUE_OF_A_JOB).matcher(word);
        if (!parts.matches()
                || parts.group("new").isBlank()
                || parts.group("found").isBlank() && parts.group("row") == null) {
            throw given.fault(
                    VALUES,
                    "takes FIELD:FOUND=NEW, such as size:XL=44, but this is '%s'"
                            .formatted(word.replace(BECOMES, '=')));
        }
        HeaderField field = VALUES.field(given, parts.group("field"), FIELDS);
        RowPlace row =
                parts.group("row") == null
                        ? null
                        : new RowPlace(parts.group("sheet"), Integer.parseInt(parts.group("row")));
        return new Correction(field, parts.group("found"), parts.group("new"), row);
    }

    private HeaderField field(Given given, String name, List<String> known) {
        return HeaderField.ofKey(name)
                .filter(field -> known.contains(field.key()))
                .orElseThrow(() -> unknown(given, name, known));
    }

    private static String encoding(Given given) {
        Optional<String> name = ENCODING.first(given);
        if (name.filter(each -> !CsvEncoding.isEncoding(each)).isPresent()) {
            throw given.fault(
                    ENCODING,
                    "is '%s', which is not a known encoding; %s"
                            .formatted(name.get(), CsvEncoding.EXAMPLES));
        }
        return name.orElse(null);
    }

    private static Character delimiter(Given given) {
        Optional<String> text = DELIMITER.first(given);
        Optional<Character> delimiter = text.flatMap(CsvBook::delimiterNamed);
        if (text.isPresent() && delimiter.isEmpty()) {
            String what = "%s, but this is '%s'".formatted(CsvBook.DELIMITERS, text.get());
            throw given.fault(DELIMITER, what);
        }
        return delimiter.orElse(null);
    }
}
