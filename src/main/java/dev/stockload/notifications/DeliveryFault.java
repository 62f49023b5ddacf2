package dev.stockload.notifications;

/**
 * Why a message did not arrive.
 *
 * @param words the end of a sentence about its recipient, without secrets
 * @param refused whether it was this message that was not taken; otherwise none would have been
 */
public record DeliveryFault(String words, boolean refused) {
    @Override
    public String toString() {
        return words;
    }
}
