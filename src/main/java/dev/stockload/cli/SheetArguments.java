package dev.stockload.cli;

import dev.stockload.sheet.CsvNames;
import dev.stockload.sheet.HeaderField;
import dev.stockload.sheet.SheetChoice;
import dev.stockload.sheet.SheetOptions;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

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

    SheetOptions options(CommandSpec spec) {
        return new SheetOptions(
                choice(spec), columns(spec), encoding, delimiter(spec), fillDown(spec));
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
                options.delimiter() == null
                        ? null
                        : options.delimiter() == '\t' ? "tab" : options.delimiter().toString();
        return typed.words();
    }

    private static void add(List<String> words, String option, String value) {
        if (value != null) {
            words.add(option);
            words.add(value);
        }
    }

    private SheetChoice choice(CommandSpec spec) {
        if (sheets == null) {
            return SheetChoice.valueOf(sheet);
        }
        if (sheet != null || !sheets.equalsIgnoreCase("all")) {
            throw new ParameterException(
                    spec.commandLine(),
                    sheet != null
                            ? "--sheet and --sheets exclude each other: name one sheet, or read all"
                            : "--sheets takes 'all', but this is '%s'; --sheet names one"
                                    .formatted(sheets));
        }
        return SheetChoice.ALL;
    }

    private Map<HeaderField, String> columns(CommandSpec spec) {
        Map<HeaderField, String> named = new EnumMap<>(HeaderField.class);
        for (String column : columns) {
            int equals = column.indexOf('=');
            if (equals < 1 || equals == column.length() - 1) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--columns takes FIELD=HEADER, such as stock=\"On hand\", but this is '%s'"
                                .formatted(column));
            }
            if (named.put(
                            field(spec, "--columns", column.substring(0, equals)),
                            column.substring(equals + 1))
                    != null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--columns names %s twice".formatted(column.substring(0, equals)));
            }
        }
        return named;
    }

    private Set<HeaderField> fillDown(CommandSpec spec) {
        Set<HeaderField> fields = EnumSet.noneOf(HeaderField.class);
        for (String name : fillDown) {
            HeaderField field = field(spec, "--fill-down", name);
            if (!Set.of(HeaderField.PRODUCT, HeaderField.ITEM, HeaderField.COLOUR)
                    .contains(field)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--fill-down takes product, item and colour, but this is '%s'"
                                .formatted(name));
            }
            fields.add(field);
        }
        return fields;
    }

    private static HeaderField field(CommandSpec spec, String option, String name) {
        return HeaderField.ofKey(name)
                .orElseThrow(
                        () -> {
                            String known =
                                    Arrays.stream(HeaderField.values())
                                            .map(HeaderField::key)
                                            .collect(Collectors.joining(", "));
                            return new ParameterException(
                                    spec.commandLine(),
                                    "%s knows the fields %s, but not '%s'"
                                            .formatted(option, known, name));
                        });
    }

    private Character delimiter(CommandSpec spec) {
        if (delimiter == null) {
            return null;
        }
        return CsvNames.delimiter(delimiter)
                .orElseThrow(
                        () ->
                                new ParameterException(
                                        spec.commandLine(),
                                        "--delimiter %s, but this is '%s'"
                                                .formatted(CsvNames.DELIMITERS, delimiter)));
    }
}
