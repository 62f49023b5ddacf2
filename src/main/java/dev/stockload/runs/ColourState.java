package dev.stockload.runs;

/** How far a colour of a run has come. */
public enum ColourState {
    /** Checked and settled, to be sent. */
    READY('r'),
    /** In a request whose answer is not known yet. */
    SENDING('g'),
    SENT('s'),
    /** In a request of which nobody knows whether the service took it. */
    IN_DOUBT('d'),
    REJECTED('x'),
    HELD('h'),
    /** Left out, because the service has it already. */
    UNCHANGED('u'),
    /** Left out, because its product has stock and only new ones are sent. */
    LEFT_OUT('l'),
    /** Left out, because a newer run has settled it. */
    SUPERSEDED('o');

    private final char letter;

    ColourState(char letter) {
        this.letter = letter;
    }

    public char letter() {
        return letter;
    }

    public static ColourState of(char letter) {
        for (ColourState state : values()) {
            if (state.letter == letter) {
                return state;
            }
        }
        throw new IllegalArgumentException("No colour is in the state '" + letter + "'");
    }
}
