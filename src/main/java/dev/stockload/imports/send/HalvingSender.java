package dev.stockload.imports.send;

import dev.stockload.book.rules.SentColour;
import dev.stockload.imports.send.RequestDelivery.RefusedRequest;
import dev.stockload.process.RunFailedException;
import dev.stockload.service.RetryingClient;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sends parts of a refused request to find the colours at fault, so that all others are sent. */
record HalvingSender(Delivery delivery) {
    public interface Delivery {
        Optional<RefusedRequest> deliver(List<SentColour> colours);

        /** Whether the service accepts anything from us at all. */
        boolean acceptsCredentials();

        /** The service refused a colour by itself, with these words. */
        void rejected(SentColour colour, String words);
    }

    /** A request cut in two, between products if it has several. */
    private record Halves(List<SentColour> first, List<SentColour> second) {
        static Halves of(List<SentColour> colours) {
            List<Integer> products = colours.stream().map(SentColour::product).distinct().toList();
            if (products.size() == 1) {
                int middle = colours.size() / 2;
                return new Halves(
                        colours.subList(0, middle), colours.subList(middle, colours.size()));
            }
            List<Integer> firstHalf = products.subList(0, products.size() / 2);
            return new Halves(
                    colours.stream().filter(c -> firstHalf.contains(c.product())).toList(),
                    colours.stream().filter(c -> !firstHalf.contains(c.product())).toList());
        }

        static boolean severalProducts(List<SentColour> colours) {
            return colours.stream().mapToInt(SentColour::product).distinct().limit(2).count() > 1;
        }
    }

    void sendParts(RefusedRequest refused) {
        if (refused.bad()) {
            sendPartsOfBad(refused);
        } else {
            hunt(refused);
        }
    }

    /** If both halves of a bad request are bad, the data may not be the cause. */
    private void sendPartsOfBad(RefusedRequest refused) {
        if (refused.colours().size() == 1) {
            alone(refused);
            return;
        }
        Halves halves = Halves.of(refused.colours());
        Optional<RefusedRequest> first = delivery.deliver(halves.first());
        Optional<RefusedRequest> second = delivery.deliver(halves.second());
        boolean both =
                first.filter(RefusedRequest::bad).isPresent()
                        && second.filter(RefusedRequest::bad).isPresent();
        if (both && !delivery.acceptsCredentials()) {
            throw notTheData(second.get());
        }
        first.ifPresent(this::hunt);
        second.ifPresent(this::hunt);
    }

    /**
     * Finds the first product at fault, and its colours. What need not be known for that is set
     * aside and sent in one request: mostly a single product is at fault.
     */
    private void hunt(RefusedRequest refused) {
        RefusedRequest suspects = refused;
        List<SentColour> aside = new ArrayList<>();
        while (Halves.severalProducts(suspects.colours())) {
            Halves halves = Halves.of(suspects.colours());
            Optional<RefusedRequest> first = delivery.deliver(halves.first());
            if (first.isPresent()) {
                aside.addAll(halves.second());
            }
            suspects = first.orElseGet(() -> unsent(halves.second(), refused));
        }
        halve(suspects);
        if (!aside.isEmpty()) {
            delivery.deliver(aside).ifPresent(this::halve);
        }
    }

    /** Halves refused colours until those at fault are alone. */
    private void halve(RefusedRequest refused) {
        if (refused.colours().size() == 1) {
            alone(refused);
            return;
        }
        Halves halves = Halves.of(refused.colours());
        Optional<RefusedRequest> first = delivery.deliver(halves.first());
        first.ifPresent(this::halve);
        if (first.isEmpty()) {
            halve(unsent(halves.second(), refused));
        } else {
            delivery.deliver(halves.second()).ifPresent(this::halve);
        }
    }

    /**
     * A colour is rejected only if it was refused by itself, and not for a 400 with another cause:
     * our credentials may have expired during the search.
     */
    private void alone(RefusedRequest refused) {
        Optional<RefusedRequest> own =
                refused.words() == null
                        ? delivery.deliver(refused.colours())
                        : Optional.of(refused);
        if (own.filter(RefusedRequest::bad).isPresent() && !delivery.acceptsCredentials()) {
            throw notTheData(own.get());
        }
        own.ifPresent(refusal -> delivery.rejected(refusal.colours().get(0), refusal.words()));
    }

    /** The first half was accepted, so the fault is in this one: no need to send it whole. */
    private static RefusedRequest unsent(List<SentColour> second, RefusedRequest refused) {
        return new RefusedRequest(second, null, refused.bad());
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
