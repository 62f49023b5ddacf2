package dev.stockload.stock;

/** The state of a colour in a run. */
public enum ColourState implements StoredLetter {
    /** Checked and settled, to be sent. */
    READY('r'),
    /** In a request that has no answer yet. */
    SENDING('g'),
    SENT('s'),
    /** In a request whose outcome is unknown. */
    IN_DOUBT('d'),
    REJECTED('x'),
    HELD('h'),
    /** Not sent, because the service already has these values. */
    UNCHANGED('u'),
    /** Not sent, because its product has stock and only new products are sent. */
    LEFT_OUT('l'),
    /** Not sent, because a newer run has settled it. */
    SUPERSEDED('o');

    private static final ColourState[] ALL = values();

    private final char letter;

    ColourState(char letter) {
        this.letter = letter;
    }

    @Override
    public char letter() {
        return letter;
    }

    public static ColourState of(char letter) {
        return StoredLetter.of(letter, ALL);
    }
}
