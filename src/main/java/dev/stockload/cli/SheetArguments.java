package dev.stockload.cli;

import dev.stockload.sheet.CsvNames;
import dev.stockload.sheet.HeaderField;
import dev.stockload.sheet.SheetChoice;
import dev.stockload.sheet.SheetOptions;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a person can say about a sheet on the command line. */
final class SheetArguments {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--sheet",
            paramLabel = "NAME",
            description =
                    "The sheet of the workbook; otherwise the first visible one with a header.")
    private String sheet;

    @Option(
            names = "--sheets",
            paramLabel = "all",
            description = "Read all visible sheets that have the same header as one.")
    private String sheets;

    @Option(
            names = "--columns",
            paramLabel = "FIELD=HEADER",
            split = ",",
            description = "Headers of your own for product, item, colour, size, stock, barcode.")
    private List<String> columns = List.of();

    @Option(
            names = "--fill-down",
            paramLabel = "FIELD",
            split = ",",
            description = "Fields whose empty cells repeat the value above: product, item, colour.")
    private List<String> fillDown = List.of();

    @Option(
            names = "--encoding",
            paramLabel = "NAME",
            description =
                    "The encoding of a CSV file, such as UTF-8, GB18030 or windows-1252; otherwise"
                            + " it is detected.")
    private String encoding;

    @Option(
            names = "--delimiter",
            paramLabel = "CHAR",
            description =
                    "What stands between the cells of a CSV file: , ; | or tab; otherwise it is"
                            + " detected.")
    private String delimiter;

    SheetOptions options() {
        return new SheetOptions(choice(), columns(), encoding, delimiter(), fillDown());
    }

    /** The options as they were given, to be typed again. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        add(words, "--sheet", sheet);
        add(words, "--sheets", sheets);
        add(words, "--columns", columns.isEmpty() ? null : String.join(",", columns));
        add(words, "--fill-down", fillDown.isEmpty() ? null : String.join(",", fillDown));
        add(words, "--encoding", encoding);
        add(words, "--delimiter", delimiter);
        return words;
    }

    /** Options as they are typed. */
    static List<String> words(SheetOptions options) {
        SheetArguments typed = new SheetArguments();
        if (options.sheet() == SheetChoice.ALL) {
            typed.sheets = "all";
        } else {
            typed.sheet = options.sheet().name();
        }
        typed.columns =
                new TreeMap<>(options.columns())
                        .entrySet().stream()
                                .map(each -> each.getKey().key() + "=" + each.getValue())
                                .toList();
        typed.fillDown = options.fillDown().stream().sorted().map(HeaderField::key).toList();
        typed.encoding = options.encoding();
        typed.delimiter =
                options.delimiter() == null ? null : CsvNames.written(options.delimiter());
        return typed.words();
    }

    private static void add(List<String> words, String option, String value) {
        if (value != null) {
            words.add(option);
            words.add(value);
        }
    }

    private SheetChoice choice() {
        if (sheets == null) {
            return SheetChoice.valueOf(sheet);
        }
        if (sheet != null || !sheets.equalsIgnoreCase("all")) {
            throw misused(
                    sheet != null
                            ? "--sheet and --sheets exclude each other: name one sheet, or read all"
                            : "--sheets takes 'all', but this is '%s'; --sheet names one"
                                    .formatted(sheets));
        }
        return SheetChoice.ALL;
    }

    private Map<HeaderField, String> columns() {
        Map<HeaderField, String> named = new EnumMap<>(HeaderField.class);
        for (String column : columns) {
            int equals = column.indexOf('=');
            if (equals < 1 || equals == column.length() - 1) {
                throw misused(
                        "--columns takes FIELD=HEADER, such as stock=\"On hand\", but this is '%s'"
                                .formatted(column));
            }
            if (named.put(
                            field("--columns", column.substring(0, equals)),
                            column.substring(equals + 1))
                    != null) {
                throw misused("--columns names %s twice".formatted(column.substring(0, equals)));
            }
        }
        return named;
    }

    private Set<HeaderField> fillDown() {
        Set<HeaderField> fields = EnumSet.noneOf(HeaderField.class);
        for (String name : fillDown) {
            HeaderField field = field("--fill-down", name);
            if (!HeaderField.FILLED.contains(field)) {
                throw misused(
                        "--fill-down takes product, item and colour, but this is '%s'"
                                .formatted(name));
            }
            fields.add(field);
        }
        return fields;
    }

    private HeaderField field(String option, String name) {
        return HeaderField.ofKey(name)
                .orElseThrow(
                        () -> {
                            String known =
                                    Arrays.stream(HeaderField.values())
                                            .map(HeaderField::key)
                                            .collect(Collectors.joining(", "));
                            return misused(
                                    "%s knows the fields %s, but not '%s'"
                                            .formatted(option, known, name));
                        });
    }

    private Character delimiter() {
        if (delimiter == null) {
            return null;
        }
        return CsvNames.delimiter(delimiter)
                .orElseThrow(
                        () ->
                                misused(
                                        "--delimiter %s, but this is '%s'"
                                                .formatted(CsvNames.DELIMITERS, delimiter)));
    }

    private ParameterException misused(String words) {
        return new ParameterException(command.commandLine(), words);
    }
}
