package dev.stockload.imports.order;

import dev.stockload.book.rules.Work;
import dev.stockload.runs.Run;
import dev.stockload.sheet.header.HeaderField;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import java.util.Map;

/**
 * The options of a run as the ledger stores them, so that another process can resume it.
 *
 * @param asked how its sheet is read and sent, as it was asked for; without a sheet, as none is
 * @param undo which run it undoes; null if it undoes none
 * @param resend what it sends again; null if it sends nothing again
 */
public record RunOptions(ImportOptions asked, UndoOrder undo, ResendOrder resend) {
    private static final JsonMapper JSON = JsonMapper.shared();

    public static RunOptions of(ImportOptions options) {
        return new RunOptions(options, null, null);
    }

    public static ImportOptions of(Run run) {
        return read(run.options()).asked();
    }

    public static RunOptions undoing(UndoOrder order) {
        UndoOrder undo = new UndoOrder(order.run(), order.products(), null);
        return new RunOptions(ImportOptions.withoutSheet(Work.UNDO), undo, null);
    }

    public static RunOptions resending(ResendOrder order) {
        ResendOrder resend =
                new ResendOrder(order.account(), order.products(), order.alsoLess(), null);
        return new RunOptions(ImportOptions.withoutSheet(Work.RESEND), null, resend);
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
