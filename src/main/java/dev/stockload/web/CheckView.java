package dev.stockload.web;

import dev.stockload.app.TimeWords;
import dev.stockload.check.CheckedColour.State;
import dev.stockload.check.CheckedSheet;
import dev.stockload.sheet.SheetPreview;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.header.Layout;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.Count;
import dev.stockload.stock.CreateLimits;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A dropped sheet as it was understood.
 *
 * @param preview the top of the sheet, null where the file is none
 * @param checked null where it cannot be used as it stands
 * @param fault why it cannot
 */
record CheckView(SheetForm form, SheetPreview preview, CheckedSheet checked, String fault) {
    private static final int ROWS_SHOWN = 6;

    /** A field and the column that it is read from. */
    record Choice(HeaderField field, String chosen, String found, boolean missing) {
        public String key() {
            return field.key();
        }

        /** What the select says where nothing is chosen by hand. */
        public String byItself() {
            if (found != null) {
                return "found: " + found;
            }
            boolean either = field == HeaderField.PRODUCT || field == HeaderField.ITEM;
            return !missing ? "none" : either ? "choose one of two" : "choose a column";
        }
    }

    static CheckView of(Uploads.Upload upload, SheetForm form, UploadChecks checks)
            throws IOException {
        CheckedSheet checked = null;
        String fault = null;
        try {
            checked = checks.check(upload, form.sheet());
        } catch (UnusableSheetException e) {
            fault = e.getMessage();
        }
        SheetPreview preview = null;
        try {
            preview = SheetPreview.read(upload.file(), form.sheet());
        } catch (UnusableSheetException e) {
            // The check has said why.
        }
        return new CheckView(form, preview, checked, fault);
    }

    public boolean usable() {
        return checked != null;
    }

    /** What was understood of the file; its columns are shown as choices. */
    public Map<String, String> understood() {
        Map<String, String> facts = checked.summary();
        facts.remove("Columns");
        return facts;
    }

    public List<Choice> choices() {
        boolean matrix = usable() && checked.header().layout() == Layout.MATRIX;
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

    /** Whether a sheet needs this column and nobody has said which it is; one names the product. */
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

    /** The header row of the preview and some rows below it. */
    public List<SheetPreview.Line> rows() {
        int from = usable() ? headerAt(checked.header().row()) : preview.header();
        int first = usable() ? from : Math.max(0, from - 2);
        return preview.rows().subList(first, Math.min(preview.rows().size(), first + ROWS_SHOWN));
    }

    public int headerRow() {
        return usable() ? checked.header().row() : preview.rows().get(preview.header()).number();
    }

    public List<String> columns() {
        return usable()
                ? checked.header().names().stream()
                        .filter(name -> !name.isBlank())
                        .distinct()
                        .toList()
                : preview.columns();
    }

    public boolean hasDelimiter() {
        return preview != null && preview.sheets().isEmpty();
    }

    public CreateLimits.Plan plan() {
        return CreateLimits.Plan.of(checked.colourCount(State.READY));
    }

    public String time() {
        return plan().requests() <= 1 ? "seconds" : TimeWords.duration(plan().leastTime());
    }

    public String number(long number) {
        return Count.of(number);
    }

    private int headerAt(int row) {
        for (int i = 0; i < preview.rows().size(); i++) {
            if (preview.rows().get(i).number() == row) {
                return i;
            }
        }
        return 0;
    }
}
