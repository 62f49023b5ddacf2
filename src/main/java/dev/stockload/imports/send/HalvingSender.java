package dev.stockload.imports.send;

import dev.stockload.book.Outgoing;
import dev.stockload.imports.send.RequestDelivery.RefusedRequest;
import dev.stockload.process.RunFailedException;
import dev.stockload.service.RetryingClient;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sends colours and, where the service refuses a request, finds the ones at fault by sending parts
 * of it, so that all others go out.
 */
public final class HalvingSender {
    private final Delivery delivery;

    /** Brings colours to the service, one request at a time. */
    public interface Delivery {
        /** Sends a request, and tells what of it is refused. */
        Optional<RefusedRequest> deliver(List<Outgoing> colours);

        /** Whether the service takes anything from us at all. */
        boolean knowsUs();

        /** A colour is refused by itself, with the service's words. */
        void rejected(Outgoing colour, String words);
    }

    public HalvingSender(Delivery delivery) {
        this.delivery = delivery;
    }

    public void send(List<Outgoing> colours) {
        Optional<RefusedRequest> whole = delivery.deliver(colours);
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
    private void sendPartsOfBad(RefusedRequest whole) {
        if (whole.colours().size() == 1) {
            alone(whole);
            return;
        }
        RequestHalves halves = RequestHalves.of(whole.colours());
        Optional<RefusedRequest> first = delivery.deliver(halves.first());
        Optional<RefusedRequest> second = delivery.deliver(halves.second());
        boolean both =
                first.filter(RefusedRequest::bad).isPresent()
                        && second.filter(RefusedRequest::bad).isPresent();
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
    private void hunt(RefusedRequest whole) {
        RefusedRequest suspects = whole;
        List<Outgoing> aside = new ArrayList<>();
        while (RequestHalves.severalProducts(suspects.colours())) {
            RequestHalves halves = RequestHalves.of(suspects.colours());
            Optional<RefusedRequest> first = delivery.deliver(halves.first());
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
    private void halve(RefusedRequest refused) {
        if (refused.colours().size() == 1) {
            alone(refused);
            return;
        }
        RequestHalves halves = RequestHalves.of(refused.colours());
        Optional<RefusedRequest> first = delivery.deliver(halves.first());
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
    private void alone(RefusedRequest refused) {
        Optional<RefusedRequest> own =
                refused.words() == null
                        ? delivery.deliver(refused.colours())
                        : Optional.of(refused);
        if (own.filter(RefusedRequest::bad).isPresent() && !delivery.knowsUs()) {
            throw notTheData(own.get());
        }
        own.ifPresent(refusal -> delivery.rejected(refusal.colours().get(0), refusal.words()));
    }

    /** The first half went out, so the fault is in this one: no need to send it whole. */
    private static RefusedRequest unsent(List<Outgoing> second, RefusedRequest whole) {
        return new RefusedRequest(second, null, whole.bad());
    }

    private static RunFailedException notTheData(RefusedRequest refusal) {
        return new RunFailedException(
                RetryingClient.notTheData(
                        "The merchant service does not understand our requests, whatever is in"
                                + " them: "
                                + (refusal.words() == null || refusal.words().isBlank()
                                        ? "400"
                                        : refusal.words())));
    }
}
