package dev.stockload.stock;

/** The state of a colour in a run. */
public enum ColourState {
    /** Checked and settled, to be sent. */
    READY,
    /** In a request that has no answer yet. */
    SENDING,
    SENT,
    /** In a request whose outcome is unknown. */
    IN_DOUBT,
    REJECTED,
    HELD,
    /** Not sent, because the service already has these values. */
    UNCHANGED,
    /** Not sent, because its product has stock and only new products are sent. */
    LEFT_OUT,
    /** Not sent, because a newer run has settled it. */
    SUPERSEDED;

    /** How the states are stored, in their order. */
    private static final String LETTERS = "rgsdxhulo";

    public char letter() {
        return LETTERS.charAt(ordinal());
    }

    public static ColourState of(char letter) {
        return values()[LETTERS.indexOf(letter)];
    }
}
