package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.order.Brake;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** A job asks before it sends a sheet of another shape than before. */
class KeptShapeTest extends Nights {
    private static final Brake ASK = new Brake(1, 0, 1, true);

    @Test
    void another_column_of_stock_waits_for_a_yes_and_is_known_then() throws IOException {
        night("nightly", "pid,colour,size,stock,Price", "1,red,36,5,9");
        assertSent("the same columns in another order", "stock,pid,colour,size", "4,1,red,36");
        Result braked = night("nightly", "pid,colour,size,Qty", "1,red,36,3");
        assertThat(braked.run().message())
                .startsWith(
                        "The brake: the sheet has another shape than before: stock was 'stock' and"
                                + " is 'Qty'. Nothing was sent");
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 4));

        warehouse.resume(ResumeOptions.forced(true));
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 3));
        assertSent("accepted before", "pid,colour,size,Qty", "1,red,36,2");
        assertSent("the first shape stays known", "pid,colour,size,stock", "1,red,36,1");
    }

    @Test
    void another_layout_waits_and_other_sizes_do_not() throws IOException {
        night("nightly", "pid,colour,36,37", "1,red,5,6");
        assertSent("a size comes", "pid,colour,36,37,38", "1,red,5,6,7");
        assertThat(night("nightly", "pid,colour,size,stock", "1,red,36,3").run().message())
                .contains("layout was 'a row per colour' and is 'a row per size'");
    }

    @Test
    void a_column_that_is_gone_and_a_second_one_of_stock_wait() throws IOException {
        night("nightly", "pid,colour,size,stock,ean", "1,red,36,5,4006381333931");
        assertThat(night("nightly", "pid,colour,size,stock", "1,red,36,4").run().message())
                .contains("barcode was 'ean' and is none");
        assertThat(
                        night("nightly", "pid,colour,size,stock,ean,Stock Graz", "1,red,36,4,,9")
                                .run()
                                .message())
                .contains("other stock columns was none and is 'Stock Graz'");
    }

    @Test
    void the_job_that_takes_over_knows_the_shapes() throws IOException {
        night("nightly", "pid,colour,size,stock", "1,red,36,5");
        warehouse.imports.forgetJob("nightly", "other");
        Result braked = night("other", "pid,colour,size,Qty", "1,red,36,3");
        assertThat(braked.run().message()).contains("another shape");
    }

    private void assertSent(String why, String... lines) throws IOException {
        assertThat(night("nightly", lines).run().message()).as(why).isNull();
    }

    private Result night(String job, String... lines) throws IOException {
        warehouse.time.rest(Duration.ofHours(20), warehouse.stop);
        String text = String.join("\n", lines) + "\n";
        return warehouse.start(
                Orders.nightly(
                        job,
                        warehouse.write("%08x.csv".formatted(text.hashCode()), text),
                        MissingMode.REPORT,
                        ASK));
    }
}
