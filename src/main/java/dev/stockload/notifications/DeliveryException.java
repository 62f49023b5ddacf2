package dev.stockload.notifications;

/** A message did not arrive; the words end a sentence about its recipient, and hold no secret. */
final class DeliveryException extends Exception {
    DeliveryException(String words) {
        super(words);
    }

    DeliveryException(String words, Throwable cause) {
        super(words, cause);
    }
}
