package dev.stockload.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.rules.MissingMode;
import dev.stockload.book.rules.ProductEntry.Changes;
import dev.stockload.book.rules.RunFacts;
import dev.stockload.book.rules.SentColour.DeliveryResult;
import dev.stockload.book.rules.StoreDifference;
import dev.stockload.book.rules.Undoing.UndoDecision;
import dev.stockload.book.rules.Work;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.merchant.Outcome;
import dev.stockload.runs.RunCause;
import dev.stockload.runs.RunState;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.StoredLetter;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Renaming or moving a value must not change what is stored already, or what it means. */
class StoredWordsTest {
    @Test
    void results_of_colours_and_sizes_are_stored_as_these_letters() {
        assertThat(letters(ColourState.values())).isEqualTo("rgsdxhulo");
        assertThat(letters(DeliveryResult.values())).isEqualTo("oabtne");
        assertThat(letters(UndoDecision.values())).isEqualTo("rzducnb");
        assertThat(letters(Changes.Cause.values())).isEqualTo("SMUABThxlo");
    }

    @Test
    void a_letter_is_read_as_what_was_written() {
        for (UndoDecision each : UndoDecision.values()) {
            assertThat(StoredLetter.of(each.letter(), UndoDecision.values())).isEqualTo(each);
        }
        for (ColourState each : ColourState.values()) {
            assertThat(ColourState.of(each.letter())).isEqualTo(each);
        }
    }

    @Test
    void runs_and_requests_are_stored_as_these_words() {
        assertThat(words(RunState.values(), RunState::name))
                .containsExactlyInAnyOrder("RUNNING", "COMPLETED", "STOPPED", "FAILED");
        assertThat(words(RunFacts.Standing.values(), RunFacts.Standing::name))
                .containsExactlyInAnyOrder(
                        "OPEN", "DONE", "UNUSABLE", "UNDONE", "EXPIRED", "OVERTAKEN");
        assertThat(words(RunCause.values(), RunCause::word))
                .containsExactlyInAnyOrder("", "waits", "on request", "brake", "other shape");
        assertThat(words(Work.values(), Work::name))
                .containsExactlyInAnyOrder(
                        "ALL", "CHANGED", "NEW", "UNDO", "RESEND", "RESEND_SOLD", "DETAILS");
        assertThat(words(MissingMode.values(), MissingMode::name))
                .containsExactlyInAnyOrder("REPORT", "ZERO", "KEEP");
        assertThat(words(Outcome.Kind.values(), Outcome.Kind::name))
                .containsExactlyInAnyOrder(
                        "ACCEPTED", "REFUSED", "MALFORMED", "POSTPONED", "UNREACHED", "IN_DOUBT");
    }

    @Test
    void options_of_runs_are_stored_with_these_words() {
        assertThat(words(HeaderField.values(), HeaderField::name))
                .containsExactlyInAnyOrder("PRODUCT", "ITEM", "COLOUR", "SIZE", "STOCK", "BARCODE");
        assertThat(words(NewColourMode.values(), NewColourMode::name))
                .containsExactlyInAnyOrder("SEND", "HOLD");
        assertThat(words(VerifyMode.values(), VerifyMode::name))
                .containsExactlyInAnyOrder("NONE", "SAMPLE", "ALL", "STORE");
    }

    @Test
    void differences_of_a_store_are_stored_as_these_words() {
        assertThat(words(StoreDifference.Kind.values(), StoreDifference.Kind::toString))
                .containsExactlyInAnyOrder(
                        "doubt", "gone", "more", "less", "unknown", "not in sheet", "as sent");
    }

    private static String letters(StoredLetter[] all) {
        StringBuilder letters = new StringBuilder();
        Arrays.stream(all).forEach(each -> letters.append(each.letter()));
        return letters.toString();
    }

    private static <T> List<String> words(T[] all, Function<T, String> word) {
        return Arrays.stream(all).map(word).toList();
    }
}
