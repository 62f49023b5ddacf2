package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.AcknowledgedStock.Entry;
import dev.stockload.ledger.ReplacedColour;
import dev.stockload.ledger.Run;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.SizeStock;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** What the ledger keeps of each acknowledgement, in every database. */
class AcknowledgedStockTest extends InWarehouse {
    @Test
    void keeps_what_was_replaced_for_thirty_days_and_whose_it_is() throws IOException {
        warehouse.service.product(1, "A-1");
        Run first = send("1,red,36,5", "1,red,37,2");
        Run second = send("1,red,36,4", "1,blue,36,1");

        assertThat(warehouse.ledger.acknowledged().replaced().of(first.id()))
                .extracting(ReplacedColour::before)
                .as("seen, and nothing was there")
                .containsExactly(PackedSizes.of(List.of()));
        assertThat(warehouse.ledger.acknowledged().replaced().of(second.id()))
                .extracting(each -> each.key().colour() + words(each.before()) + words(each.sent()))
                .containsExactly("blue[][36:1]", "red[36:5, 37:2][36:4]");
        Entry red = red();
        assertThat(red.job()).isEqualTo(ImportOrder.NO_JOB);
        assertThat(words(red.sizes())).isEqualTo("[36:4]");
        assertThat(words(red.earlier())).isEqualTo("[37:2]");
        assertThat(warehouse.ledger.acknowledged().products("default", ImportOrder.NO_JOB))
                .containsExactly(1);

        send("1,red,36,4", "1,red,37,3");
        assertThat(red().earlier()).isNull();

        warehouse.time.rest(Duration.ofDays(31), warehouse.stop);
        send("1,red,36,1");
        assertThat(warehouse.ledger.acknowledged().replaced().of(second.id())).isEmpty();
        assertThat(words(red().earlier())).as("what is known stays").isEqualTo("[37:3]");
    }

    private Run send(String... rows) throws IOException {
        warehouse.time.rest(Duration.ofHours(20), warehouse.stop);
        String sheet = "pid,colour,size,stock\n" + String.join("\n", rows) + "\n";
        return warehouse
                .start(warehouse.write("%08x.csv".formatted(sheet.hashCode()), sheet))
                .run();
    }

    private Entry red() {
        return warehouse
                .ledger
                .acknowledged()
                .of("default", List.of(1))
                .get(new AcknowledgedStock.Key(1, "red"));
    }

    private static String words(PackedSizes sizes) {
        List<SizeStock> all = sizes == null ? List.of() : sizes.unpack();
        return all.stream().map(each -> each.size() + ":" + each.stock()).toList().toString();
    }
}
