package dev.stockload.sheet;

import dev.stockload.stock.Code;
import dev.stockload.stock.Problem;

/** What reading has to tell: nothing of a file is guessed or left out in silence. */
final class ReadingWarnings {
    private ReadingWarnings() {}

    /** The name of a file promises another kind than it is. */
    static Problem otherKind(String ending, String kind) {
        return Problem.ofFile(
                Code.FILE_KIND,
                "The name of the file ends in .%s, but it is %s: it is read as such"
                        .formatted(ending, kind));
    }

    /**
     * The encoding of a text file is a guess, and another reads other words.
     *
     * @param chosen the one it is read in, and how that reads the first word that differs
     */
    static Problem encodingGuess(String chosen, String chosenWord, String other, String otherWord) {
        return Problem.ofFile(
                Code.FILE_ENCODING,
                "The encoding of the file is a guess: it is read as %s ('%s'), but may be %s ('%s'): name the right one as its encoding"
                        .formatted(chosen, chosenWord, other, otherWord));
    }

    /** Rows that the sheet does not show were read like the others. */
    static Problem hiddenRows(int count, int first) {
        return Problem.ofFile(
                Code.ROW_HIDDEN,
                count == 1
                        ? "Row %d is hidden, but was read: delete it if it should not be imported"
                                .formatted(first)
                        : "%,d rows are hidden, the first is row %d, but were read: delete them if they should not be imported"
                                .formatted(count, first));
    }
}
