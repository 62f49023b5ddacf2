package dev.stockload.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.SentColour.Fate;
import dev.stockload.book.rules.Sending;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Set;
import java.util.TreeMap;

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
    void aSentColourIsReadWithTheFateItWasStoredWith(Fate fate, char letter) {
        Sending.Sent sent = new Sending.Sent("red", new TreeMap<>(), new TreeMap<>(), Set.of());
        PackedWriter out = new PackedWriter();
        new SentColour(1, 2, "Red", sent, null, fate).write(out);
        byte[] stored = out.bytes();
        assertThat((char) stored[0]).isEqualTo(letter);
        assertThat(SentColour.read(new PackedReader(stored)).fate()).isEqualTo(fate);
    }
}
