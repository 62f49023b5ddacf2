package dev.stockload.web.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.Requests.SentRequest;
import dev.stockload.merchant.Outcome;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

class TimelineTest {
    private static final Instant START = Instant.parse("2026-11-15T01:30:00Z");

    @Test
    void draws_each_request_at_its_time_with_its_outcome() {
        Timeline timeline =
                Timeline.of(
                        List.of(
                                request(0, 1, Outcome.Kind.ACCEPTED, 1),
                                request(3, 1, Outcome.Kind.IN_DOUBT, 1),
                                request(6, 4, Outcome.Kind.REFUSED, 2)),
                        START.plusSeconds(60));
        assertThat(timeline.marks())
                .extracting(Timeline.Mark::key)
                .containsExactly("accepted", "doubt", "refused");
        assertThat(timeline.marks())
                .extracting(Timeline.Mark::again)
                .containsExactly(false, false, true);
        assertThat(timeline.marks().get(1).x())
                .isEqualTo(timeline.marks().get(2).x() / 2, within(0.1));
        assertThat(timeline.marks().get(2).title()).contains("try 2: refused, the words");
        assertThat(timeline.sentence())
                .isEqualTo("3 requests: 1 accepted, 1 refused, 1 in doubt, 1 of them retries");
        assertThat(timeline.ticks()).extracting(Timeline.Tick::words).contains("2 s", "4 s");
    }

    @Test
    void cuts_a_long_pause_short() {
        Timeline timeline =
                Timeline.of(
                        List.of(
                                request(0, 1, Outcome.Kind.ACCEPTED, 1),
                                request(7200, 1, Outcome.Kind.ACCEPTED, 1)),
                        START);
        assertThat(timeline.cuts()).hasSize(1);
        assertThat(timeline.marks().get(0).width()).isGreaterThan(50);
    }

    @Test
    void stays_small_however_many_requests_there_were() {
        List<SentRequest> requests = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            requests.add(request(i * 2, 0, Outcome.Kind.ACCEPTED, 1));
        }
        Timeline timeline = Timeline.of(requests, START);
        assertThat(timeline.marks()).hasSizeBetween(900, 1300);
        assertThat(timeline.ticks()).hasSizeLessThan(30);
        assertThat(timeline.marks()).allMatch(mark -> mark.x() + mark.width() <= Timeline.WIDTH);
    }

    @Test
    void draws_a_request_in_flight_until_now() {
        SentRequest open = new SentRequest(300, 1, START, null, null, null);
        Timeline timeline = Timeline.of(List.of(open), START.plusSeconds(10));
        assertThat(timeline.marks().get(0).key()).isEqualTo("open");
        assertThat(timeline.marks().get(0).width()).isGreaterThan(900);
        assertThat(Timeline.of(List.of(), START).marks()).isEmpty();
    }

    private static org.assertj.core.data.Offset<Double> within(double distance) {
        return org.assertj.core.data.Offset.offset(distance);
    }

    private static SentRequest request(int at, int took, Outcome.Kind outcome, int attempt) {
        Instant start = START.plusSeconds(at);
        return new SentRequest(300, attempt, start, start.plusSeconds(took), outcome, "the words");
    }
}
