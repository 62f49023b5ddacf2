package dev.stockload.web.console;

import dev.stockload.check.CheckedColour;
import dev.stockload.check.CheckedSheet;
import dev.stockload.check.ProblemGroup;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.imports.read.NewColours.NewColour;
import dev.stockload.imports.report.RunText;
import dev.stockload.jobs.define.ImportOption;
import dev.stockload.merchant.CreateLimits;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.RowPlace;
import dev.stockload.process.TimeWords;
import dev.stockload.sheet.Correction;
import dev.stockload.sheet.SheetPreview;
import dev.stockload.sheet.SheetPreview.Line;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;
import dev.stockload.stock.SafeText;
import dev.stockload.web.parts.SheetChoices;
import dev.stockload.web.parts.SheetForm;
import dev.stockload.web.parts.UploadReadLimit;
import dev.stockload.web.parts.Uploads;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How an uploaded sheet was read, and what can be chosen about it.
 *
 * @param preview null if the file is not a sheet
 * @param checked null if it cannot be used
 */
record CheckView(SheetForm form, SheetPreview preview, CheckedSheet checked, String fault) {
    private static final int ROWS_SHOWN = 6;
    private static final int MOST_PRODUCTS = 100;

    /** An input for how the text of some cells is read. */
    record Input(String name, String id, String label) {
        static Input of(ProblemGroup group, RowPlace place) {
            Correction any = new Correction(group.field(), group.found(), "-", place);
            String name = SheetChoices.READ_AS + ImportOption.cells(any);
            String text = group.found().isEmpty() ? "the empty cell" : "'" + group.found() + "'";
            return new Input(
                    name,
                    "as-" + Integer.toHexString(name.hashCode()),
                    "Read %s %s%s as"
                            .formatted(group.column(), text, place == null ? "" : " in " + place));
        }
    }

    /** The problems that one correction can cure; the inputs are empty where none can. */
    record Group(ProblemGroup problem, Input all, List<Input> rows) {
        static Group of(ProblemGroup problem) {
            return of(problem, !problem.found().isEmpty());
        }

        static Group of(ProblemGroup problem, boolean alike) {
            boolean correctable = problem.field() != null;
            return new Group(
                    problem,
                    correctable && alike ? Input.of(problem, null) : null,
                    correctable
                            ? problem.first().stream()
                                    .map(place -> Input.of(problem, place))
                                    .toList()
                            : List.of());
        }
    }

    /**
     * New colours of one name, which may mean the same.
     *
     * @param group as problems are corrected; its inputs are for single rows if other products of
     *     the sheet have this name too
     * @param confirms the input that says that it is really new
     */
    record NewColourView(Group group, Input confirms) {
        private static final int MOST_ROWS = 100;

        /**
         * All of a sheet.
         *
         * @param near those that may be misspelt
         */
        record NewColourViews(List<NewColourView> near, List<NewColourView> others) {
            public int size() {
                return near.size() + others.size();
            }

            public String namesOfOthers() {
                String names =
                        Count.some(
                                others.stream().map(each -> each.group.problem().found()).toList());
                return "%s like no other of its product: %s"
                        .formatted(Count.of(others.size()), names);
            }
        }

        static NewColourViews of(List<NewColour> colours, CheckedSheet sheet) {
            record Name(String name, String near) {}
            Map<Name, List<NewColour>> groups = new LinkedHashMap<>();
            Map<String, Integer> inSheet = new HashMap<>();
            for (NewColour each : colours) {
                groups.computeIfAbsent(
                                new Name(each.color(), each.near()), name -> new ArrayList<>())
                        .add(each);
                inSheet.put(each.color(), 0);
            }
            if (!groups.isEmpty()) {
                for (CheckedColour each : sheet.colours()) {
                    inSheet.computeIfPresent(each.name(), (name, count) -> count + 1);
                }
            }
            String column = sheet.header().columnNames().get(HeaderField.COLOUR);
            Map<Boolean, List<NewColourView>> all =
                    groups.values().stream()
                            .map(
                                    same ->
                                            of(
                                                    same,
                                                    column,
                                                    inSheet.get(same.get(0).color())
                                                            == same.size()))
                            .collect(
                                    Collectors.partitioningBy(
                                            each -> each.group.problem().offered() != null));
            return new NewColourViews(all.get(true), all.get(false));
        }

        private static NewColourView of(List<NewColour> same, String column, boolean isWhole) {
            NewColour first = same.get(0);
            List<RowPlace> rows = same.stream().flatMap(each -> each.rows().stream()).toList();
            String others =
                    same.size() == 1 ? "" : " and " + Count.of(same.size() - 1, "more product");
            ProblemGroup problem =
                    new ProblemGroup(
                            ProblemCode.COLOUR_NEW,
                            HeaderField.COLOUR,
                            column,
                            first.color(),
                            first.advice() + others,
                            first.near(),
                            rows.size(),
                            rows.subList(0, Math.min(rows.size(), MOST_ROWS)));
            return new NewColourView(Group.of(problem, isWhole), Input.of(problem, null));
        }
    }

    /** How some cells are read, and what removes that. */
    record Given(Correction correction, String cells) {}

    record Choice(HeaderField field, String chosen, String found, boolean missing) {
        /** The text of the select while nothing is chosen. */
        public String byItself() {
            if (found != null) {
                return "found: " + found;
            }
            boolean either = field == HeaderField.PRODUCT || field == HeaderField.ITEM;
            return !missing ? "none" : either ? "choose one of two" : "choose a column";
        }
    }

    static CheckView of(Uploads.Upload upload, SheetForm form, UploadReadLimit readLimit)
            throws IOException {
        UploadReadLimit.Looked looked = readLimit.look(upload, form.sheet());
        return new CheckView(form, looked.preview(), looked.checked(), looked.fault());
    }

    public boolean usable() {
        return checked != null;
    }

    /** What is sent to whom, in a line. */
    public String sending() {
        String colours =
                switch (form.options().send()) {
                    case CHANGED -> "Changed colours only";
                    case NEW -> "Products without stock only";
                    default -> "All colours";
                };
        boolean holds = form.options().newColours() == NewColourMode.HOLD;
        return "%s to account %s%s"
                .formatted(colours, form.account(), holds ? "; misspelt new ones wait" : "");
    }

    public boolean holdsNewColours() {
        return usable() && checked.header().holdsNewColours();
    }

    /** Whether a person has said how the sheet is to be read, beside single texts. */
    public boolean isChosen() {
        return !ImportOption.words(form.sheet()).keySet().stream()
                .allMatch(ImportOption.VALUES::equals);
    }

    public List<Choice> choices() {
        boolean matrix = usable() && checked.header().isMatrix();
        Map<HeaderField, String> found =
                usable() ? checked.header().columnNames() : preview.known();
        List<Choice> choices = new ArrayList<>();
        for (HeaderField field : HeaderField.values()) {
            if (matrix && field.compareTo(HeaderField.COLOUR) > 0) {
                continue;
            }
            boolean chosen = !form.header(field).isEmpty();
            choices.add(
                    new Choice(
                            field,
                            form.header(field),
                            chosen ? null : found.get(field),
                            !usable() && isMissing(field, found)));
        }
        return choices;
    }

    /** Whether a needed column is neither found nor chosen; one of two names the product. */
    private boolean isMissing(HeaderField field, Map<HeaderField, String> found) {
        return switch (field) {
            case PRODUCT, ITEM -> !has(HeaderField.PRODUCT, found) && !has(HeaderField.ITEM, found);
            case COLOUR, SIZE, STOCK -> !has(field, found);
            case BARCODE -> false;
        };
    }

    private boolean has(HeaderField field, Map<HeaderField, String> found) {
        return found.containsKey(field) || !form.header(field).isEmpty();
    }

    public List<Line> rows() {
        List<Integer> numbers = preview.rows().stream().map(Line::number).toList();
        int from = usable() ? numbers.indexOf(checked.header().row()) : preview.header() - 2;
        int first = Math.max(0, from);
        return preview.rows().subList(first, Math.min(numbers.size(), first + ROWS_SHOWN));
    }

    /** A row in the list of those that may be the header. */
    public String shown(Line row) {
        String texts =
                row.texts().stream()
                        .filter(text -> !text.isBlank())
                        .collect(Collectors.joining(", "));
        return "row %d: %s".formatted(row.number(), SafeText.cut(texts, 40));
    }

    /** A column in the list of those that can be chosen; without a header by its first value. */
    public String shown(String column) {
        int at = preview.columns().indexOf(column);
        return headerRow() > 0 || at < 0
                ? column
                : preview.rows().stream()
                        .flatMap(row -> row.texts().stream().skip(at).limit(1))
                        .filter(text -> !text.isBlank())
                        .findFirst()
                        .map(first -> column + ": " + SafeText.cut(first, 40))
                        .orElse(column);
    }

    /** Also those that are not used. */
    public List<String> allColumns() {
        Set<String> all = new LinkedHashSet<>(columns());
        all.addAll(form.sheet().header().unused());
        return List.copyOf(all);
    }

    /** Empty if the sheet has no header. */
    Optional<List<String>> headerTexts() {
        int row = headerRow();
        return preview.rows().stream()
                .filter(line -> line.number() == row)
                .map(Line::texts)
                .findFirst();
    }

    public int headerRow() {
        if (usable()) {
            return checked.header().row();
        }
        return preview.header() < 0 ? 0 : preview.rows().get(preview.header()).number();
    }

    public List<String> columns() {
        return usable() && preview.header() >= 0
                ? checked.header().names().stream()
                        .filter(name -> !name.isBlank())
                        .distinct()
                        .toList()
                : preview.columns();
    }

    public List<Group> groups() {
        return checked.groups().stream()
                .filter(each -> each.code() != ProblemCode.COLOUR_HELD)
                .map(Group::of)
                .toList();
    }

    public boolean hasOffers() {
        return checked.groups().stream().anyMatch(each -> each.offered() != null);
    }

    public List<Given> given() {
        return new TreeSet<>(form.sheet().values())
                .stream().map(each -> new Given(each, ImportOption.cells(each))).toList();
    }

    public int toCorrect() {
        return checked.rejected() + checked.held();
    }

    /** One sentence, also for screen readers. */
    public String left() {
        if (!usable()) {
            return "";
        }
        if (toCorrect() == 0) {
            return "Every row is good";
        }
        return RunText.toCorrect(checked.rejected(), checked.held());
    }

    /** Whether so much would stay behind that a person is asked. */
    public boolean asks() {
        return toCorrect() * 10L > checked.rows();
    }

    /** Whether the service is asked without waiting for a person. */
    public boolean comparesAtOnce() {
        return checked.products().distinct().limit(MOST_PRODUCTS + 1).count() <= MOST_PRODUCTS;
    }

    public boolean hasDelimiter() {
        return preview != null && preview.sheets().isEmpty();
    }

    public int colours() {
        return checked.colourCount(ColourState.READY);
    }

    public int requests() {
        return CreateLimits.requests(colours());
    }

    public String time() {
        return requests() <= 1 ? "seconds" : TimeWords.duration(CreateLimits.leastTime(requests()));
    }
}
