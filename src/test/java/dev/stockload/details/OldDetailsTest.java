package dev.stockload.details;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.details.table.FetchedProduct;
import dev.stockload.runs.OldRuns;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

/** Old requests are deleted, except those that the limits need. */
class OldDetailsTest extends InStore {
    private static final int NO_SUCH = 99_999;

    @Test
    void deletes_the_fetches_of_a_product_between_the_first_and_the_last() throws Exception {
        fetch(FIRST, FIRST + 1);
        for (int day = 1; day <= 3; day++) {
            publish(FIRST, 2);
            nextDay();
            refresh(FIRST);
        }
        fetch(NO_SUCH);
        List<FetchedProduct> before = ledger.details().products("shop");
        assertThat(count("detail_fetch")).isEqualTo(6);

        time.set(OldRuns.KEPT.plusDays(1));
        fetch(FIRST);

        assertThat(count("detail_fetch where product = " + FIRST)).isEqualTo(2);
        assertThat(count("detail_fetch where product = " + (FIRST + 1))).isOne();
        assertThat(count("detail_fetch where product = " + NO_SUCH)).isZero();
        assertThat(ledger.details().products("shop")).isEqualTo(before);
        DetailQuota left = details.quota("shop");
        DetailQuota counted = new DetailQuota(left.now(), left.zone(), List.of(), before);
        assertThat(left.publishing()).isEqualTo(counted.publishing());
        assertThat(left.publishing().published()).isEqualTo(2);
    }

    @Test
    void keeps_recent_requests() throws Exception {
        fetch(FIRST);
        publish(FIRST, 1);
        nextDay();
        refresh(FIRST);
        nextDay();
        refresh(FIRST);
        fetch(NO_SUCH);
        time.set(OldRuns.KEPT.minus(Duration.ofDays(5)));
        fetch(FIRST);
        assertThat(count("detail_fetch")).isEqualTo(4);
        assertThat(count("run")).isEqualTo(5);
    }

    private int count(String from) {
        return ledger.database().sql("select count(*) from " + from).query(Integer.class).single();
    }
}
