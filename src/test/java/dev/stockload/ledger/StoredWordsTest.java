package dev.stockload.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.rules.SentColour.DeliveryResult;
import dev.stockload.book.rules.StockChanges;
import dev.stockload.book.rules.StoreDifference;
import dev.stockload.book.rules.UndoRules.UndoDecision;
import dev.stockload.book.rules.Work;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.merchant.Outcome;
import dev.stockload.runs.Run;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.MissingMode;
import dev.stockload.stock.Standing;
import dev.stockload.stock.StoredLetter;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Renaming or moving a value must not change what is stored already, or what it means. */
class StoredWordsTest {
    @Test
    void results_of_colours_and_sizes_are_stored_as_these_letters() {
        assertThat(words(ColourState.values(), each -> each + " " + each.letter()))
                .containsExactlyInAnyOrder(
                        "READY r",
                        "SENDING g",
                        "SENT s",
                        "IN_DOUBT d",
                        "REJECTED x",
                        "HELD h",
                        "UNCHANGED u",
                        "LEFT_OUT l",
                        "SUPERSEDED o");
        assertThat(words(DeliveryResult.values(), each -> each + " " + each.letter()))
                .containsExactlyInAnyOrder(
                        "OPEN o",
                        "ACCEPTED a",
                        "READ_BACK b",
                        "TAKEN_AS_SENT t",
                        "NOT_SENT n",
                        "ENDED e");
        assertThat(words(UndoDecision.values(), each -> each + " " + each.letter()))
                .containsExactlyInAnyOrder(
                        "RESTORED r",
                        "ZEROED z",
                        "IN_DOUBT d",
                        "UNREADABLE u",
                        "CHANGED c",
                        "NEWER n",
                        "UNKNOWN_BEFORE b");
        assertThat(words(StockChanges.Cause.values(), each -> each + " " + each.letter()))
                .containsExactlyInAnyOrder(
                        "SHEET S",
                        "MISSING M",
                        "UNDO U",
                        "ACCEPTED A",
                        "READ_BACK B",
                        "TAKEN_AS_SENT T",
                        "HELD h",
                        "REJECTED x",
                        "LEFT_OUT l",
                        "SUPERSEDED o");
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
        assertThat(words(Run.State.values(), Run.State::name))
                .containsExactlyInAnyOrder("RUNNING", "COMPLETED", "STOPPED", "FAILED");
        assertThat(words(Standing.values(), Standing::name))
                .containsExactlyInAnyOrder(
                        "OPEN", "DONE", "UNUSABLE", "UNDONE", "EXPIRED", "OVERTAKEN");
        assertThat(words(Run.Cause.values(), Run.Cause::name))
                .containsExactlyInAnyOrder("NONE", "WAITS", "ON_REQUEST", "BRAKE", "OTHER_SHAPE");
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

    private static <T> List<String> words(T[] all, Function<T, String> word) {
        return Arrays.stream(all).map(word).toList();
    }
}
