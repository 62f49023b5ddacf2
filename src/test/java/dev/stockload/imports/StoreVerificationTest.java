package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.order.MissingMode;
import dev.stockload.process.RunFailedException;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The whole store is compared with what it accepted, size by size. */
class StoreVerificationTest extends Nights {
    @Test
    void says_what_was_sold_changed_removed_or_is_in_no_sheet() throws IOException {
        night(
                MissingMode.TELL,
                "1,red,36,5",
                "1,red,37,5",
                "1,red,38,5",
                "1,blue,36,5",
                "2,red,36,0");
        warehouse.service.put(1, "red", "36", 3);
        warehouse.service.put(1, "red", "37", 9);
        warehouse.service.lose(1, "blue");
        warehouse.service.put(2, "green", "40", 7);

        StoreVerification.Result result = verify();

        assertThat(result.differences())
                .extracting(
                        each ->
                                each.pid()
                                        + " "
                                        + each.color()
                                        + " "
                                        + each.size()
                                        + " "
                                        + each.kind())
                .containsExactly(
                        "1 blue 36 gone", "1 red 36 less", "1 red 37 more", "2 green 40 unknown");
        assertThat(result.differences().get(1).item()).isEqualTo("A-1");
        assertThat(result.differences().get(1).known()).isEqualTo(5);
        assertThat(result.differences().get(1).shown()).isEqualTo(3);
        assertThat(result.differences().get(3).known()).isNull();
        assertThat(result.asSent()).isEqualTo(2);
        assertThat(result.sizes()).isEqualTo(6);
        assertThat(Path.of(result.file())).content().contains("1,A-1,red,36,less,5,3");
    }

    @Test
    void changes_nothing_and_is_equal_where_nothing_happened() throws IOException {
        night(MissingMode.TELL, "1,red,36,5", "2,red,36,0");

        assertThat(verify().differences()).isEmpty();
        assertThat(verify().asSent()).isEqualTo(2);
        assertThat(warehouse.service.creates()).hasSize(1);
    }

    @Test
    void a_check_that_was_stopped_continues_also_after_a_line_was_cut_off() throws IOException {
        night(MissingMode.TELL, "1,red,36,5", "2,red,36,5");
        warehouse.service.onList(list -> warehouse.stop.ask());
        assertThatThrownBy(this::verify)
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("the same command continues it");
        Path part = warehouse.data.resolve("store").resolve("default.part");
        Files.writeString(part, Files.readString(part) + "{\"pid\":2,\"rea");
        warehouse.reopen();
        int[] lists = {0};
        warehouse.service.onList(list -> lists[0]++);

        assertThat(verify().asSent()).isEqualTo(2);

        assertThat(lists[0]).as("product 1 is not read again").isOne();
        assertThat(part).doesNotExist();
    }

    @Test
    @Timeout(60)
    void does_not_wait_for_a_run_whose_process_was_killed() throws IOException {
        Run run = night(MissingMode.TELL, "1,red,36,5").run();
        warehouse
                .ledger
                .database()
                .sql("update run set state = 'RUNNING', owner = 'killed' where id = :id")
                .param("id", run.id())
                .update();

        assertThat(verify().asSent()).isOne();
    }

    private StoreVerification.Result verify() throws IOException {
        return warehouse.storeVerification().verify("default", (product, products) -> {});
    }
}
