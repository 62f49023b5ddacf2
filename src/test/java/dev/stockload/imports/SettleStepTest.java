package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.check.StatusReport;
import dev.stockload.imports.Imports.Result;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is sent of a sheet, and in which order. */
class SettleStepTest extends InWarehouse {
    @Test
    void sends_only_what_changed_when_asked() throws IOException {
        warehouse.start(warehouse.sheet("a.csv", 3, 2));
        Path file =
                warehouse.write(
                        "b.csv",
                        "pid,colour,size,stock\n"
                                + "1,c1,36,2\n1,c1,37,2\n1,c1,38,2\n"
                                + "1,c2,36,3\n1,c2,37,4\n1,c2,38,3\n");
        Result result = warehouse.start(Warehouse.order(file, SendMode.CHANGED, false, null));
        assertThat(result.report().colours().unchanged()).isEqualTo(1);
        assertThat(lastCreate().colours()).containsExactly("1 c2");
        assertBalance(result);
    }

    @Test
    void sends_only_products_without_stock_when_asked_and_counts_the_others() throws IOException {
        warehouse.sheet("a.csv", 3, 2);
        warehouse.service.put(2, "by hand", "36", 1);
        Path file =
                warehouse.write(
                        "b.csv",
                        "pid,colour,size,stock\n1,c1,36,2\n2,c1,36,2\n2,c2,36,3\n3,c1,36,x\n");
        Result result = warehouse.start(Warehouse.order(file, SendMode.NEW, false, null));
        assertThat(lastCreate().colours()).containsExactly("1 c1");
        assertThat(result.report().colours())
                .isEqualTo(new StatusReport.Colours(4, 1, 0, 2, 1, 0, 0, 0));
        assertThat(result.report().rows()).isEqualTo(new StatusReport.Rows(4, 3, 1, 0));
        assertThat(warehouse.notices)
                .anyMatch(said -> said.startsWith("2 colours are left out: the product has stock"));
    }

    @Test
    void a_colour_that_was_corrected_later_is_not_of_a_new_product_and_the_report_says_so()
            throws IOException {
        warehouse.sheet("a.csv", 1, 2);
        Path bad = warehouse.write("b.csv", "pid,colour,size,stock\n1,c1,36,2\n1,c2,36,x\n");
        warehouse.start(Warehouse.order(bad, SendMode.NEW, false, null));
        Path mended = warehouse.write("c.csv", "pid,colour,size,stock\n1,c2,36,3\n");
        Result left = warehouse.start(Warehouse.order(mended, SendMode.NEW, false, null));
        assertThat(left.report().colours().leftOut()).isEqualTo(1);
        assertThat(Files.readString(folderOf(left).resolve("report.json")))
                .contains("product.stocked", "1 colour is left out", "--send changed");
    }

    @Test
    void goes_on_with_new_products_of_which_a_run_over_the_same_sheet_has_sent_a_part()
            throws IOException {
        Path file = warehouse.sheet("a.csv", 1, 310);
        warehouse.service.onCreate(warehouse.stop::ask);
        warehouse.start(Warehouse.order(file, SendMode.NEW, false, null));
        warehouse.service.onCreate(() -> {});
        warehouse.reopen();
        warehouse.start(warehouse.write("other.csv", "pid,colour,size,stock\n9,c1,36,2\n"));
        Result next = warehouse.start(Warehouse.order(file, SendMode.NEW, false, null));
        assertThat(next.report().colours().sent()).isEqualTo(10);
        assertThat(warehouse.service.applied()).hasSize(310);
    }

    @Test
    void sends_products_with_a_sold_out_size_first() throws IOException {
        for (int p = 1; p <= 4; p++) {
            warehouse.service.product(p, "A-" + p);
        }
        warehouse.start(
                warehouse.write(
                        "a.csv",
                        "pid,colour,size,stock\n"
                                + "4,b,36,1\n"
                                + "4,a,36,0\n"
                                + "1,z,36,1\n"
                                + "3,a,37,0\n"
                                + "2,a,36,9\n"));
        assertThat(lastCreate().colours()).containsExactly("3 a", "4 a", "4 b", "1 z", "2 a");
    }

    @Test
    void finds_products_by_item_number_and_rejects_what_the_list_does_not_have()
            throws IOException {
        warehouse.service.product(1, "A-1");
        warehouse.service.product(2, "B");
        warehouse.service.product(3, "B");
        Result result =
                started(
                        ",A-1,red,36,1",
                        "1,,red,37,2",
                        ",B,red,36,1",
                        "9,,red,36,1",
                        "2,A-1,green,36,1",
                        ",a1,red,36,1",
                        "3,B,blue,36,1");
        assertThat(lastCreate().colours()).containsExactly("1 red", "3 blue");
        assertThat(warehouse.service.stock().get("1 red")).containsOnlyKeys("36", "37");
        assertThat(warehouse.ledger.problems().inOrder(result.run().id()))
                .extracting(p -> p.row() + " " + p.column() + " " + p.found() + " " + p.code())
                .containsExactly(
                        "4 item no B product.ambiguous",
                        "5 pid 9 product.unknown",
                        "6 item no A-1 product.mismatch",
                        "7 item no a1 product.unknown");
        assertBalance(result);
    }

    @Test
    void holds_the_colours_that_a_row_with_an_unclear_product_may_belong_to() throws IOException {
        warehouse.service.product(1, "A-1");
        warehouse.service.product(2, "A-2");
        Result result = started("1,,red,36,1", "1,A-2,red,37,1", "2,A-2,red,36,1", "1,,blue,36,1");
        assertThat(lastCreate().colours()).containsExactly("1 blue");
        assertThat(result.report().rows().rejected()).isEqualTo(1);
        assertThat(result.report().rows().held()).isEqualTo(2);
        assertBalance(result);
    }

    @Test
    void rejects_a_colour_that_stands_there_by_id_and_by_item_with_one_size_twice()
            throws IOException {
        warehouse.service.product(1, "A-1");
        Result result = started(",A-1,red,36,1", "1,,red,36,2", "1,,red,37,2", "1,,blue,36,1");
        assertThat(lastCreate().colours()).containsExactly("1 blue");
        assertThat(result.report().rows().rejected()).isEqualTo(3);
        assertBalance(result);
    }

    @Test
    void holds_a_good_part_of_a_colour_whose_other_part_is_bad() throws IOException {
        warehouse.service.product(1, "A-1");
        Result result = started(",A-1,red,36,1", "1,,red,37,2", "1,,red,XL,2", "1,,blue,36,1");
        assertThat(lastCreate().colours()).containsExactly("1 blue");
        assertThat(result.report().rows()).isEqualTo(new StatusReport.Rows(4, 1, 1, 2));
        assertBalance(result);
    }

    /** Imports rows of these columns: pid, item no, colour, size, stock. */
    private Result started(String... rows) throws IOException {
        return warehouse.start(
                warehouse.write(
                        "a.csv",
                        "pid,item no,colour,size,stock\n" + String.join("\n", rows) + "\n"));
    }
}
