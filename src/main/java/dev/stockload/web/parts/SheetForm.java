package dev.stockload.web.parts;

import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.ImportOption;
import dev.stockload.merchant.Account;
import dev.stockload.sheet.Correction;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.csv.CsvBook;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.Uploads.Upload;

import org.springframework.util.MultiValueMap;
import org.springframework.util.MultiValueMapAdapter;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The choices on the import page, or the parts of an upload to the HTTP interface. */
public record SheetForm(ImportOptions options, String account, boolean again) {
    private static final String ALL_SHEETS = "all-sheets";

    public static SheetForm of(MultiValueMap<String, String> given, List<String> accounts) {
        Parts parts = new Parts(given);
        return new SheetForm(
                ImportOption.byHand(parts),
                account(text(given, "account"), accounts),
                isYes(given, "again"));
    }

    private record Parts(MultiValueMap<String, String> given) implements ImportOption.Given {
        @Override
        public List<String> words(ImportOption option) {
            boolean all = isYes(given, ALL_SHEETS);
            return switch (option) {
                case SHEET -> all ? List.of() : word("sheet");
                case SHEETS -> all ? List.of("all") : List.of();
                case COLUMNS ->
                        Arrays.stream(HeaderField.values())
                                .flatMap(
                                        field ->
                                                word(column(field)).stream()
                                                        .map(head -> field.key() + "=" + head))
                                .toList();
                case FILL_DOWN, UNUSED, VALUES -> given.getOrDefault(name(option), List.of());
                default -> word(name(option));
            };
        }

        private List<String> word(String part) {
            return Optional.ofNullable(text(given, part)).stream().toList();
        }

        @Override
        public String name(ImportOption option) {
            return part(option);
        }

        @Override
        public Refusal fault(ImportOption option, String what) {
            return Refusal.badRequest(part(option) + " " + what);
        }
    }

    /** How texts are read, as the words of a form say. */
    static Set<Correction> corrections(List<String> words) {
        return ImportOption.values(
                new Parts(new MultiValueMapAdapter<>(Map.of(part(ImportOption.VALUES), words))));
    }

    /** The part of the form for an option; columns have one part each. */
    static String part(ImportOption option) {
        return switch (option) {
            case SHEETS -> ALL_SHEETS;
            case FILL_DOWN -> "fill";
            default -> option.key();
        };
    }

    static String column(HeaderField field) {
        return "column-" + field.key();
    }

    /** The names of all parts. */
    public static Set<String> parts() {
        Set<String> parts = new LinkedHashSet<>(List.of("file", "account", "again"));
        for (ImportOption option : ImportOption.BY_HAND) {
            if (option == ImportOption.COLUMNS) {
                Arrays.stream(HeaderField.values()).map(SheetForm::column).forEach(parts::add);
            } else {
                parts.add(part(option));
            }
        }
        return parts;
    }

    /** Whether a box is ticked: without a value, or with one that means yes. */
    private static boolean isYes(MultiValueMap<String, String> given, String name) {
        String value = given.getFirst(name);
        if (value == null || value.matches("(?i)false|no|off|0")) {
            return false;
        }
        if (!value.matches("(?i)|true|yes|on|1")) {
            throw Refusal.badRequest("%s is '%s': use true or false".formatted(name, value));
        }
        return true;
    }

    private static String account(String given, List<String> accounts) {
        if (given != null && !accounts.contains(given) && !given.equals(Account.SANDBOX)) {
            throw Refusal.badRequest(
                    "There is no account '%s'; choose among %s"
                            .formatted(given, String.join(", ", accounts)));
        }
        return given == null ? accounts.get(0) : given;
    }

    public SheetOptions sheet() {
        return options.sheet();
    }

    public ImportOrder order(Upload upload, WebContext console) {
        return new ImportOrder(
                        ImportOrder.NO_JOB,
                        console.workspace().account(account),
                        upload.file(),
                        options,
                        again,
                        true)
                .named(upload.name());
    }

    /** Equal for the same request, in any process; the same sheet may have another name. */
    public String asked(Upload upload) {
        return "%s %s %s %s %s %s %s"
                .formatted(
                        upload.content(),
                        account,
                        again,
                        options.send(),
                        options.missing(),
                        options.newColours(),
                        sheet().identity());
    }

    public String delimiterKey() {
        Character delimiter = sheet().delimiter();
        return delimiter == null ? "" : CsvBook.nameOf(delimiter);
    }

    public String header(HeaderField field) {
        return sheet().columns().getOrDefault(field, "");
    }

    public static String text(MultiValueMap<String, String> given, String name) {
        if (given.getOrDefault(name, List.of()).size() > 1) {
            throw Refusal.badRequest("%s is given more than once".formatted(name));
        }
        String text = given.getFirst(name);
        return text == null || text.isBlank() ? null : text.strip();
    }
}
