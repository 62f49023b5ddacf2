package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.Imports.Result;
import dev.stockload.stock.Problem;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;

/** A product list of many pages is read to its end only where it may tell something new. */
@Tag("soak")
class ProductListCacheTest extends InWarehouse {
    private static final int PAGES = 6;
    private static final int PRODUCTS = PAGES * 40;

    private int sheets;

    /** The first run reads all, since nobody knows the store yet. */
    @BeforeEach
    void runOnce() throws IOException {
        for (int product = 1; product <= PRODUCTS; product++) {
            warehouse.service.product(product, "A-" + product);
        }
        assertThat(send("pid", "100").report().colours().sent()).isOne();
        assertThat(warehouse.service.pages()).isEqualTo(PAGES);
    }

    @Test
    void two_pages_show_that_nothing_has_changed() throws IOException {
        assertSent(send("pid", "1", "100", "240"), "1 red", "240 red", "100 red");
        assertThat(warehouse.service.pages()).isEqualTo(2);
        warehouse.reopen();
        warehouse.time.set(Duration.ofDays(5));
        assertSent(send("pid", "3"), "3 red");
        assertThat(warehouse.service.pages()).isEqualTo(2);
    }

    @Test
    void a_diff_and_the_plan_of_an_undo_read_two_pages_too() throws IOException {
        Result sent = send("pid", "1", "100");
        Path sheet = warehouse.write("d.csv", "pid,colour,size,stock\n3,red,36,7\n");
        warehouse.service.pages();
        warehouse
                .diffs()
                .of(Warehouse.order(sheet, SendMode.ALL, false, null), false, (product, all) -> {});
        assertThat(warehouse.service.pages()).isEqualTo(2);
        warehouse.undoPlan(sent.run());
        assertThat(warehouse.service.pages()).isEqualTo(2);
    }

    @Test
    void a_diff_at_another_store_does_not_change_what_is_remembered() throws IOException {
        Path sheet = warehouse.write("d.csv", "pid,colour,size,stock\n3,red,36,7\n");
        warehouse.service.token("other");
        warehouse.token = "other";
        warehouse.service.forgetProducts();
        warehouse.service.product(3, "A-3");
        warehouse
                .diffs()
                .of(Warehouse.order(sheet, SendMode.ALL, false, null), false, (product, all) -> {});
        assertThat(warehouse.ledger.productLists().find("default").orElseThrow().products())
                .hasSize(PRODUCTS);
    }

    @Test
    void a_product_that_was_added_is_found() throws IOException {
        warehouse.service.product(2000, "A-2000");
        assertSent(send("item number", "A-2000", "A-7"), "2000 red", "7 red");
        assertThat(warehouse.service.pages()).isEqualTo(2 + PAGES + 1);
    }

    @Test
    void a_product_that_was_removed_moves_the_others() throws IOException {
        warehouse.service.remove(100);
        Result result = send("pid", "100", "101");
        assertThat(problems(result)).containsExactly("product.unknown");
        assertThat(warehouse.service.pages()).isEqualTo(2 + PAGES);
        assertThat(lastCreate().colours()).containsExactly("101 red");
    }

    @Test
    void an_item_number_that_a_remembered_list_does_not_have_is_looked_up() throws IOException {
        warehouse.service.product(100, "B-100");
        assertSent(send("item number", "B-100"), "100 red");
        assertThat(warehouse.service.pages()).isEqualTo(2 + PAGES);
        assertThat(problems(send("item number", "A-100", "A-1")))
                .containsExactly("product.unknown");
        assertThat(lastCreate().colours()).containsExactly("1 red");
    }

    @Test
    void an_item_number_that_two_products_exchanged_goes_to_the_right_one() throws IOException {
        warehouse.service.product(100, "A-101");
        warehouse.service.product(101, "A-100");
        assertSent(send("item number", "A-100"), "101 red");
        assertThat(warehouse.service.pages()).isEqualTo(2 + PAGES);
    }

    @Test
    void a_list_is_not_remembered_for_ever() throws IOException {
        warehouse.time.set(ProductListCache.KNOWS_IDS.plusSeconds(1));
        assertSent(send("pid", "100"), "100 red");
        assertThat(warehouse.service.pages()).isEqualTo(PAGES);
        warehouse.time.set(Duration.ofDays(-2));
        assertSent(send("pid", "100"), "100 red");
        assertThat(warehouse.service.pages()).as("a clock that was turned back").isEqualTo(PAGES);
    }

    @Test
    void another_token_reads_the_list_for_itself() throws IOException {
        warehouse.service.token("renewed");
        warehouse.token = "renewed";
        assertSent(send("pid", "100"), "100 red");
        assertThat(warehouse.service.pages())
                .as("to compare, and for the run")
                .isEqualTo(2 * PAGES);
        assertSent(send("pid", "100"), "100 red");
        assertThat(warehouse.service.pages()).isEqualTo(2);
    }

    @Test
    void what_moved_takes_no_list_along() throws IOException {
        assertThat(warehouse.ledger.accounts().moved("default")).isTrue();
        assertThat(warehouse.ledger.productLists().find("default")).isEmpty();
    }

    @Test
    void a_list_that_has_become_short_is_read_whole() throws IOException {
        warehouse.service.forgetProducts();
        warehouse.service.product(100, "A-100");
        assertSent(send("pid", "100"), "100 red");
        warehouse.service.pages();
        assertSent(send("pid", "100"), "100 red");
        assertThat(warehouse.service.pages()).isOne();
    }

    private Result send(String column, String... products) throws IOException {
        StringBuilder rows = new StringBuilder(column + ",colour,size,stock\n");
        for (String product : products) {
            rows.append("%s,red,36,%d%n".formatted(product, ++sheets));
        }
        Path file = warehouse.write("sheet%d.csv".formatted(sheets), rows.toString());
        return warehouse.start(file);
    }

    private void assertSent(Result result, String... colours) {
        assertThat(problems(result)).isEmpty();
        assertThat(lastCreate().colours()).containsExactlyInAnyOrder(colours);
    }

    private List<String> problems(Result result) {
        return StreamSupport.stream(
                        warehouse.ledger.problems().inOrder(result.run().id()).spliterator(), false)
                .map((Problem problem) -> problem.code().toString())
                .toList();
    }
}
