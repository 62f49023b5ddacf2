package dev.stockload.imports.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stockload.book.rules.SentColour;
import dev.stockload.imports.send.RequestDelivery.RefusedRequest;
import dev.stockload.process.RunFailedException;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

class HalvingSenderTest {
    private final List<SentColour> sent = new ArrayList<>();
    private final List<SentColour> rejected = new ArrayList<>();
    private final Set<Integer> atFault = new HashSet<>();
    private int requests;
    private boolean bad;
    private boolean knowsUs = true;

    private final HalvingSender sender =
            new HalvingSender(
                    new HalvingSender.Delivery() {
                        @Override
                        public Optional<RefusedRequest> deliver(List<SentColour> colours) {
                            return HalvingSenderTest.this.deliver(colours);
                        }

                        @Override
                        public boolean acceptsCredentials() {
                            return knowsUs;
                        }

                        @Override
                        public void rejected(SentColour colour, String words) {
                            rejected.add(colour);
                        }
                    });

    @Test
    void finds_any_product_of_a_hundred_in_at_most_twenty_requests() {
        for (int colours : new int[] {1, 2, 3}) {
            for (int product = 0; product < 100; product++) {
                start(colours(100, colours), product, colours);
                assertThat(requests)
                        .as("product %d of %d colours", product, colours)
                        .isLessThanOrEqualTo(20);
            }
        }
    }

    @Test
    void finds_a_product_of_six_colours_among_fifty_in_at_most_twenty_requests() {
        for (int product = 0; product < 50; product++) {
            start(colours(50, 6), product, 6);
            assertThat(requests).isLessThanOrEqualTo(20);
        }
    }

    @Test
    void sends_all_good_colours_and_rejects_only_those_refused_alone() {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            List<SentColour> colours = colours(1 + random.nextInt(50), 1 + random.nextInt(6));
            clear();
            int faults = random.nextInt(1 + random.nextInt(colours.size()));
            random.ints(faults, 0, colours.size()).forEach(atFault::add);
            send(colours);
            assertThat(positions(rejected)).isEqualTo(atFault);
            assertThat(sent).doesNotHaveDuplicates().hasSize(colours.size() - atFault.size());
        }
    }

    @Test
    void stops_if_both_halves_of_a_bad_request_and_the_product_list_are_bad() {
        bad = true;
        knowsUs = false;
        List<SentColour> colours = colours(50, 6);
        colours.forEach(colour -> atFault.add(colour.position()));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> send(colours))
                .withMessageContaining("not the data");
        assertThat(requests).isEqualTo(3);
        assertThat(rejected).isEmpty();
    }

    @Test
    void goes_on_halving_if_both_halves_are_bad_but_the_product_list_is_not() {
        bad = true;
        atFault.addAll(List.of(0, 299));
        send(colours(50, 6));
        assertThat(positions(rejected)).containsExactlyInAnyOrder(0, 299);
        assertThat(sent).doesNotHaveDuplicates().hasSize(298);
    }

    @Test
    void checks_our_credentials_if_a_bad_request_cannot_be_split() {
        bad = true;
        atFault.add(0);
        send(colours(1, 1));
        assertThat(rejected).hasSize(1);
        knowsUs = false;
        assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> send(colours(1, 1)));
    }

    @Test
    void isolates_a_bad_colour() {
        bad = true;
        atFault.add(17);
        send(colours(10, 6));
        assertThat(positions(rejected)).containsExactly(17);
        assertThat(sent).hasSize(59);
    }

    private void start(List<SentColour> colours, int product, int each) {
        clear();
        for (int c = 0; c < each; c++) {
            atFault.add(product * each + c);
        }
        send(colours);
        assertThat(positions(rejected)).isEqualTo(atFault);
        assertThat(sent).hasSize(colours.size() - each);
    }

    private void send(List<SentColour> colours) {
        deliver(colours).ifPresent(sender::sendParts);
    }

    private void clear() {
        sent.clear();
        rejected.clear();
        atFault.clear();
        requests = 0;
    }

    private Optional<RefusedRequest> deliver(List<SentColour> colours) {
        requests++;
        if (colours.stream().anyMatch(colour -> atFault.contains(colour.position()))) {
            return Optional.of(new RefusedRequest(colours, "no", bad));
        }
        sent.addAll(colours);
        return Optional.empty();
    }

    private static Set<Integer> positions(List<SentColour> colours) {
        return colours.stream().map(each -> each.position()).collect(Collectors.toSet());
    }

    private static List<SentColour> colours(int products, int each) {
        List<SentColour> colours = new ArrayList<>();
        for (int i = 0; i < products * each; i++) {
            colours.add(
                    SentColour.toSend(
                            i,
                            1 + i / each,
                            "c" + i,
                            "c" + i,
                            Map.of(new Size(36, 36), new Stock(1, null))));
        }
        return colours;
    }
}
