package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.book.rules.Work;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.runs.Run;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;

/** Sheets that look wrong as a whole. */
class BrakeTest extends InEachWarehouse {
    @Test
    void brakes_if_many_rows_are_rejected_and_sends_with_force() throws IOException {
        StringBuilder rows = new StringBuilder("pid,colour,size,stock\n");
        warehouse.service.product(1, "A-1");
        for (int i = 0; i < 100; i++) {
            rows.append("1,c%d,%s,1%n".formatted(i, i < 34 ? "XL" : "36"));
        }
        Path file = warehouse.write("a.csv", rows.toString());
        ImportOrder order = Warehouse.order(file, Work.ALL, false, Brake.USUAL);
        Result braked = warehouse.start(order);
        assertThat(braked.run().state()).isEqualTo(Run.State.FAILED);
        assertThat(braked.run().message()).contains("34 of 100 rows", "--force");
        assertThat(warehouse.service.creates()).isEmpty();
        assertThat(warehouse.resume().run().state()).isEqualTo(Run.State.FAILED);

        ImportOrder forced =
                new ImportOrder(order.job(), order.account(), file, order.options(), false, true);
        assertThat(warehouse.start(forced).report().colours().sent()).isEqualTo(66);
    }

    @Test
    void brakes_if_a_sheet_has_shrunk_to_a_tenth() throws IOException {
        warehouse.start(
                Warehouse.order(warehouse.sheet("a.csv", 100, 1), Work.ALL, false, Brake.USUAL));
        Path small = warehouse.sheet("b.csv", 10, 1);
        Result braked = warehouse.start(Warehouse.order(small, Work.ALL, false, Brake.USUAL));
        assertThat(braked.run().message()).contains("30 rows", "300");
        assertThat(warehouse.service.creates()).hasSize(1);
        assertThat(warehouse.start(small).run().state()).isEqualTo(Run.State.COMPLETED);
    }

    @Test
    void a_guessed_encoding_stops_an_unattended_import() throws IOException {
        warehouse.service.product(1, "A-1");
        Path file = warehouse.write("a.csv", "");
        Files.write(
                file,
                "pid,colour,size,stock\n1,bőr,36,5\n".getBytes(Charset.forName("windows-1250")));
        assertThatThrownBy(
                        () -> warehouse.start(Warehouse.order(file, Work.ALL, false, Brake.USUAL)))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageContaining("a.csv is not imported unattended")
                .hasMessageContaining("windows-1250 ('bőr')")
                .hasMessageContaining("with encoding: in the job");
        assertThat(warehouse.service.creates()).isEmpty();

        Result watched = warehouse.start(Warehouse.order(file, Work.ALL, false, null));
        assertThat(watched.run().state()).isEqualTo(Run.State.COMPLETED);
    }
}
