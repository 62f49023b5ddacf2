package dev.stockload.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.rules.SentColour;
import dev.stockload.book.rules.SentColour.DeliveryResult;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;

/** The ledgers that people have are full of these letters: none may change its meaning. */
class StoredLettersTest {
    @ParameterizedTest
    @CsvSource({
        "READY, r",
        "SENDING, g",
        "SENT, s",
        "IN_DOUBT, d",
        "REJECTED, x",
        "HELD, h",
        "UNCHANGED, u",
        "LEFT_OUT, l",
        "SUPERSEDED, o"
    })
    void aColourIsReadInTheStateItWasStoredIn(ColourState state, char letter) {
        assertThat(state.letter()).isEqualTo(letter);
        assertThat(ColourState.of(letter)).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource({
        "OPEN, o",
        "ACCEPTED, a",
        "READ_BACK, b",
        "TAKEN_AS_SENT, t",
        "NOT_SENT, n",
        "ENDED, e"
    })
    void aSentColourIsReadWithTheResultItWasStoredWith(DeliveryResult result, char letter) {
        PackedWriter out = new PackedWriter();
        SentColour sent = SentColour.toSend(1, 2, "red", "Red", Map.of()).with(result);
        sent.write(out);
        byte[] stored = out.bytes();
        assertThat((char) stored[0]).isEqualTo(letter);
        assertThat(SentColour.read(7, new PackedReader(stored)).result()).isEqualTo(result);
    }
}
