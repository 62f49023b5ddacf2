package dev.stockload.imports.order;

import dev.stockload.book.rules.Work;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.runs.Run;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.header.HeaderField;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import java.util.Map;
import java.util.Optional;

/**
 * The options of a run as the ledger stores them, so that another process can resume it.
 *
 * @param asked what was to be sent: of a sheet that came before, less is sent; null if it was not
 *     stored
 * @param undo which run it undoes; null if it undoes none
 * @param resend what it sends again; null if it sends nothing again
 */
public record RunOptions(
        SheetOptions sheet,
        Work asked,
        NewColourMode newColours,
        StockRules rules,
        Brake brake,
        VerifyMode verify,
        UndoOrder undo,
        ResendOrder resend) {
    private static final JsonMapper JSON = JsonMapper.shared();

    public RunOptions {
        newColours = newColours == null ? NewColourMode.SEND : newColours;
        rules = rules == null ? StockRules.NONE : rules;
    }

    public static RunOptions of(ImportOptions options) {
        return new RunOptions(
                options.sheet(),
                options.send(),
                options.newColours(),
                options.rules(),
                options.brake().orElse(null),
                options.verify(),
                null,
                null);
    }

    /** As they were asked for. */
    public static ImportOptions of(Run run) {
        RunOptions stored = read(run.options());
        return new ImportOptions(
                stored.sheet(),
                stored.asked() == null ? run.work() : stored.asked(),
                run.input().missing(),
                stored.newColours(),
                stored.rules(),
                Optional.ofNullable(stored.brake()),
                stored.verify());
    }

    public static RunOptions undoing(UndoOrder order) {
        return withoutSheet(new UndoOrder(order.run(), order.products(), null), null);
    }

    public static RunOptions resending(ResendOrder order) {
        return withoutSheet(
                null, new ResendOrder(order.account(), order.products(), order.alsoLess(), null));
    }

    private static RunOptions withoutSheet(UndoOrder undo, ResendOrder resend) {
        return new RunOptions(
                SheetOptions.none(),
                null,
                null,
                StockRules.NONE,
                null,
                VerifyMode.NONE,
                undo,
                resend);
    }

    public String write() {
        return JSON.writeValueAsString(this);
    }

    public static RunOptions read(String text) {
        return JSON.readValue(text, RunOptions.class);
    }

    public static String write(Map<HeaderField, String> columns) {
        return JSON.writeValueAsString(columns);
    }

    public static Map<HeaderField, String> readColumns(String text) {
        return JSON.readValue(text, new TypeReference<Map<HeaderField, String>>() {});
    }
}
