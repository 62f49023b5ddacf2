package dev.stockload.imports;

import dev.stockload.ledger.Run;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.header.HeaderField;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

import java.util.Map;
import java.util.Optional;

/**
 * What a run needs to know to go on in another process, as the ledger keeps it.
 *
 * @param undo which run it undoes; null for an import
 */
record RunOptions(
        SheetOptions sheet, Brake brake, VerifyMode verify, MissingMode missing, UndoOrder undo) {
    /** Runs that an earlier version began have fewer options. */
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .build();

    RunOptions {
        verify = verify == null ? VerifyMode.NONE : verify;
        missing = missing == null ? MissingMode.KEEP : missing;
    }

    static RunOptions of(ImportOptions options) {
        return new RunOptions(
                options.sheet(),
                options.brake().orElse(null),
                options.verify(),
                options.missing(),
                null);
    }

    /** How the sheet of a run was read and sent. */
    static ImportOptions of(Run run) {
        RunOptions kept = read(run.options());
        return new ImportOptions(
                kept.sheet(),
                SendMode.of(run.send()).orElseThrow(),
                kept.missing(),
                Optional.ofNullable(kept.brake()),
                kept.verify());
    }

    static RunOptions undoing(UndoOrder order) {
        return new RunOptions(SheetOptions.none(), null, VerifyMode.NONE, MissingMode.KEEP, order);
    }

    String write() {
        return JSON.writeValueAsString(this);
    }

    static RunOptions read(String text) {
        return JSON.readValue(text, RunOptions.class);
    }

    static String write(Map<HeaderField, String> columns) {
        return JSON.writeValueAsString(columns);
    }

    static Map<HeaderField, String> readColumns(String text) {
        return JSON.readValue(text, new TypeReference<Map<HeaderField, String>>() {});
    }
}
