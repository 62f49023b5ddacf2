package dev.stockload.stock;

import java.util.Arrays;

/** One of few values that is stored as a letter: its name and its place in the list may change. */
public interface StoredLetter {
    char letter();

    static <T extends StoredLetter> T of(char letter, T[] all) {
        return Arrays.stream(all).filter(each -> each.letter() == letter).findFirst().orElseThrow();
    }
}
