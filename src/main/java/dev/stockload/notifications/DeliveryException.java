package dev.stockload.notifications;

/** A message did not arrive; the words end a sentence about its recipient, and hold no secret. */
public final class DeliveryException extends Exception {
    private final boolean refused;

    private DeliveryException(String words, boolean refused) {
        super(words);
        this.refused = refused;
    }

    /** The recipient cannot be reached now, whatever the message. */
    static DeliveryException away(String words) {
        return new DeliveryException(words, false);
    }

    /** The recipient does not take this message. */
    static DeliveryException refused(String words) {
        return new DeliveryException(words, true);
    }

    /** Whether it was this message that was not taken; otherwise none would have been. */
    boolean isRefused() {
        return refused;
    }

    /** The end of a sentence about the recipient. */
    @Override
    public String toString() {
        return getMessage();
    }
}
