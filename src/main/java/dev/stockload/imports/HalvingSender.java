package dev.stockload.imports;

import dev.stockload.imports.RequestDelivery.Refusal;
import dev.stockload.ledger.Outgoing;
import dev.stockload.runs.RetryingClient;
import dev.stockload.runs.RunFailedException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sends colours and, where the service refuses a request, finds the ones at fault by sending parts
 * of it, so that all others go out.
 */
final class HalvingSender {
    private final Delivery delivery;

    /** Brings colours to the service, one request at a time. */
    interface Delivery {
        /** Sends a request, and tells what of it is refused. */
        Optional<Refusal> deliver(List<Outgoing> colours);

        /** Whether the service takes anything from us at all. */
        boolean knowsUs();

        /** A colour is refused by itself, with the service's words. */
        void rejected(Outgoing colour, String words);
    }

    HalvingSender(Delivery delivery) {
        this.delivery = delivery;
    }

    void send(List<Outgoing> colours) {
        Optional<Refusal> whole = delivery.deliver(colours);
        if (whole.isEmpty()) {
            return;
        }
        if (whole.get().bad()) {
            sendPartsOfBad(whole.get());
        } else {
            hunt(whole.get());
        }
    }

    /** When both halves of a bad request are bad, it may not be the data that is. */
    private void sendPartsOfBad(Refusal whole) {
        if (whole.colours().size() == 1) {
            alone(whole);
            return;
        }
        RequestHalves halves = RequestHalves.of(whole.colours());
        Optional<Refusal> first = delivery.deliver(halves.first());
        Optional<Refusal> second = delivery.deliver(halves.second());
        boolean both =
                first.filter(Refusal::bad).isPresent() && second.filter(Refusal::bad).isPresent();
        if (both && !delivery.knowsUs()) {
            throw notTheData(second.get());
        }
        first.ifPresent(this::hunt);
        second.ifPresent(this::hunt);
    }

    /**
     * Finds the first product at fault, and its colours. What need not be known for that is left
     * aside and goes out in one request: mostly one product alone is at fault.
     */
    private void hunt(Refusal whole) {
        Refusal suspects = whole;
        List<Outgoing> aside = new ArrayList<>();
        while (RequestHalves.severalProducts(suspects.colours())) {
            RequestHalves halves = RequestHalves.of(suspects.colours());
            Optional<Refusal> first = delivery.deliver(halves.first());
            if (first.isPresent()) {
                aside.addAll(halves.second());
            }
            suspects = first.orElseGet(() -> unsent(halves.second(), whole));
        }
        halve(suspects);
        if (!aside.isEmpty()) {
            delivery.deliver(aside).ifPresent(this::halve);
        }
    }

    /** Halves what was refused until the colours at fault stand alone. */
    private void halve(Refusal refused) {
        if (refused.colours().size() == 1) {
            alone(refused);
            return;
        }
        RequestHalves halves = RequestHalves.of(refused.colours());
        Optional<Refusal> first = delivery.deliver(halves.first());
        first.ifPresent(this::halve);
        if (first.isEmpty()) {
            halve(unsent(halves.second(), refused));
        } else {
            delivery.deliver(halves.second()).ifPresent(this::halve);
        }
    }

    /**
     * Nothing is rejected that was not refused by itself, nor for a 400 that is not about it: our
     * credentials may have ended in the middle of the search.
     */
    private void alone(Refusal refused) {
        Optional<Refusal> own =
                refused.words() == null
                        ? delivery.deliver(refused.colours())
                        : Optional.of(refused);
        if (own.filter(Refusal::bad).isPresent() && !delivery.knowsUs()) {
            throw notTheData(own.get());
        }
        own.ifPresent(refusal -> delivery.rejected(refusal.colours().get(0), refusal.words()));
    }

    /** The first half went out, so the fault is in this one: no need to send it whole. */
    private static Refusal unsent(List<Outgoing> second, Refusal whole) {
        return new Refusal(second, null, whole.bad());
    }

    private static RunFailedException notTheData(Refusal refusal) {
        return new RunFailedException(
                RetryingClient.notTheData(
                        "The merchant service does not understand our requests, whatever is in"
                                + " them: "
                                + (refusal.words() == null || refusal.words().isBlank()
                                        ? "400"
                                        : refusal.words())));
    }
}
