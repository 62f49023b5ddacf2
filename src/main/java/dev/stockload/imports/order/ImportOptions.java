package dev.stockload.imports.order;

import dev.stockload.book.rules.Work;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.stock.MissingMode;

import java.util.Optional;
import java.util.OptionalInt;

/** How a sheet is read and sent; without a brake if a person watches. */
public record ImportOptions(
        SheetOptions sheet,
        Work send,
        MissingMode missing,
        NewColourMode newColours,
        StockRules rules,
        Optional<Brake> brake,
        VerifyMode verify) {
    /** For a person who watches: there is no brake, and nothing is read back. */
    public static ImportOptions of(SheetOptions sheet, Work send, MissingMode missing) {
        return new ImportOptions(
                sheet,
                send,
                missing,
                NewColourMode.SEND,
                StockRules.NONE,
                Optional.empty(),
                VerifyMode.NONE);
    }

    static ImportOptions withoutSheet(Work send) {
        return of(SheetOptions.none(), send, MissingMode.KEEP);
    }

    public ImportOptions newColours(NewColourMode mode) {
        return new ImportOptions(sheet, send, missing, mode, rules, brake, verify);
    }

    public ImportOptions reading(SheetOptions other) {
        return new ImportOptions(other, send, missing, newColours, rules, brake, verify);
    }

    /** What becomes of a colour whose name is near that of another of its product. */
    public enum NewColourMode {
        SEND,
        /** A person has to say that it is really new. */
        HOLD
    }

    /** How much of a run is read back after sending. */
    public enum VerifyMode {
        NONE,
        /** Some products, chosen at random. */
        SAMPLE,
        ALL,
        /** The whole store instead of a run, every few days. */
        STORE;

        public static final int USUAL_SAMPLE = 20;

        public OptionalInt sample() {
            return this == SAMPLE ? OptionalInt.of(USUAL_SAMPLE) : OptionalInt.empty();
        }
    }
}
