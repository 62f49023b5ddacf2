package dev.stockload.details;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.details.table.DetailTable.Wanted;
import dev.stockload.details.table.DetailsRequest;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

class DetailsTest extends InStore {
    @Test
    @Tag("soak")
    void fetches_400_products_in_two_days_though_it_is_killed_twice() throws Exception {
        sandbox.close();
        start(400);
        Path out = folder.resolve("all.csv");

        dieAfter = 120;
        assertThatThrownBy(() -> all(out)).isInstanceOf(Exception.class);
        reopen();
        Fetched first = all(out);
        assertThat(first.run().state()).isEqualTo(Run.State.STOPPED);
        assertThat(first.fetched()).isEqualTo(300);
        assertThat(first.refused()).isEmpty();
        assertThat(first.run().message())
                .contains("300 a day", "100 of 400 products are left", "2026-11-16 00:00 UTC")
                .contains("200 more of the 300 fetched products must be published");
        assertThat(first.run().resumeAt()).isEqualTo(Instant.parse("2026-11-16T00:00:00Z"));
        assertThat(products(out)).hasSize(300);

        assertThat(goOn()).as("not before the next day").isEmpty();

        nextDay();
        publish(FIRST, 199);
        assertThat(goOn()).hasSize(1);
        assertThat(goOn()).as("not before enough are published").isEmpty();
        Fetched lacking = all(out);
        assertThat(lacking.fetched()).isEqualTo(300);
        assertThat(lacking.run().message())
                .contains("of 300 products fetched before today 199 are published", "Publish 1");
        assertThat(lacking.run().resumeAt()).isNull();

        publish(FIRST + 199, 1);
        dieAfter = 77;
        assertThatThrownBy(() -> all(out)).isInstanceOf(Exception.class);
        reopen();
        List<Run> unfinished = ledger.runs().unfinished();
        assertThat(unfinished).extracting(Run::state).containsExactly(Run.State.FAILED);
        Fetched second = resume(unfinished.get(0));
        assertThat(second.run().run()).isEqualTo(first.run().run());
        assertThat(second.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(second.fetched()).isEqualTo(400);
        assertThat(products(out)).hasSize(400);
        assertThat(ledger.details().products("shop")).hasSize(400);
        assertThat(ledger.details().counted("shop", Instant.EPOCH))
                .as("nothing was fetched twice")
                .hasSize(400);
        assertThat(ledger.runs().unfinished()).isEmpty();
    }

    @Test
    void fetches_nothing_again_without_refresh() throws IOException {
        fetch(FIRST, FIRST + 1);
        Fetched again = fetch(FIRST + 1, FIRST, FIRST + 2);
        assertThat(again.fetched()).isEqualTo(3);
        assertThat(counted()).isEqualTo(3);
        refresh(FIRST, FIRST + 1);
        assertThat(counted()).isEqualTo(5);
        assertThat(details.quota("shop").stores().get(0).products()).isEqualTo(3);

        // Here H2 writes the stack traces of failures that callers do not see.
        assertThat(folder.resolve("data/stockload.trace.db")).doesNotExist();
    }

    @Test
    void an_interrupted_refresh_resumes() throws Exception {
        List<Integer> ten = IntStream.range(FIRST, FIRST + 10).boxed().toList();
        DetailsRequest refresh = new DetailsRequest("shop", ten, true, Optional.empty());
        fetch(new DetailsRequest("shop", ten, false, Optional.empty()), dying);
        dieAfter = 4;
        assertThatThrownBy(() -> fetch(refresh, dying)).isInstanceOf(Exception.class);
        reopen();
        assertThat(fetch(refresh, dying).run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(counted()).isEqualTo(20);
    }

    @Test
    void each_account_has_its_own_limits() throws IOException {
        fetch(FIRST);
        assertThat(details.quota("shop").left()).isEqualTo(299);
        assertThat(details.quota("other").left()).isEqualTo(300);
    }

    @Test
    void a_full_store_has_room_when_its_first_products_stop_counting() throws Exception {
        fill(5000, Instant.parse("2026-09-01T10:00:00Z"));
        Fetched full = fetch(FIRST);
        assertThat(full.run().message())
                .contains("5,000 products of store riverside", "1 of 1 products are left")
                .contains("2026-12-01 10:00 UTC");
        assertThat(counted()).as("no request was made").isZero();

        time.set(Duration.between(time.instant(), Instant.parse("2026-12-01T09:59:59Z")));
        assertThat(fetch(FIRST).fetched()).isZero();
        time.set(Duration.ofSeconds(1));
        assertThat(fetch(FIRST).fetched()).isEqualTo(1);
        Fetched next = fetch(FIRST + 1);
        assertThat(next.fetched()).as("one left, one came").isZero();
        assertThat(next.run().resumeAt()).isEqualTo(Instant.parse("2026-12-01T10:00:01Z"));
    }

    @Test
    void an_unknown_product_is_refused_with_the_message_of_the_service() throws IOException {
        Fetched result = fetch(FIRST, 5, 6, 7, FIRST + 1);
        assertThat(result.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(result.fetched()).isEqualTo(2);
        assertThat(result.refused()).extracting(Wanted::product).containsExactly(5, 6, 7);
        assertThat(result.refused().get(0).words()).contains("The product does not exist: 5");
    }

    @Test
    void stops_if_the_service_counts_differently() throws Exception {
        fetch(FIRST);
        nextDay();
        details.publish("shop", List.of(FIRST), true);
        // The sandbox does not know that it was published.
        Fetched result = fetch(FIRST + 1, FIRST + 2);
        assertThat(result.run().state()).isEqualTo(Run.State.STOPPED);
        assertThat(result.run().message())
                .contains("Of 1 products fetched before today 0 are published")
                .contains("treated as a limit", "2 of 2 products are left");
        assertThat(result.run().resumeAt()).isEqualTo(time.instant().plus(Duration.ofHours(1)));
        assertThat(counted()).isEqualTo(1);
        publish(FIRST, 1);
        assertThat(fetch(FIRST + 1, FIRST + 2).run().state()).isEqualTo(Run.State.COMPLETED);
    }
}
