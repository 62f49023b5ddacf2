package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.imports.report.RunText;
import dev.stockload.imports.report.Status;
import dev.stockload.queue.Ended;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Files that cannot be used as a stock sheet: their runs stay, and do not block later ones. */
class UnusableSheetTest extends InWarehouse {
    private static final String LETTER = "Dear Sir,\nplease find enclosed\n";

    @Test
    void a_run_with_an_unusable_file_stays_failed_with_its_reason() throws IOException {
        Path file = warehouse.write("letter.csv", LETTER);
        assertThatThrownBy(() -> warehouse.start(file))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageContaining("letter.csv")
                .hasMessageNotContaining("reports");
        Run run = only();
        assertThat(run.state()).isEqualTo(Run.State.FAILED);
        assertThat(run.message()).contains("letter.csv").doesNotContain("reports");
        assertThat(run.endedAt()).isNotNull();
        Status status = Status.of(warehouse.ledger, null, false);
        assertThat(status.runs()).singleElement().extracting("id").isEqualTo(run.id());
        assertThat(status.runs().get(0).message()).isEqualTo(run.message());
        assertThat(new RunText(status.runs().get(0)).over()).isPresent();
        assertThat(status.runs().get(0).state()).isEqualTo(Run.State.FAILED);
        RunFolder folder = RunFolder.of(warehouse.data, run.id());
        assertThat(folder.path().resolve("report.json")).exists();
        assertThat(folder.sheet(run.file())).as("a person may say how it is read").exists();
    }

    @Test
    void resume_skips_it_and_says_what_to_do_if_it_is_named() {
        Path file = warehouse.write("letter.csv", LETTER);
        assertThatThrownBy(() -> warehouse.start(file)).isInstanceOf(UnusableSheetException.class);
        assertThat(warehouse.unfinished()).isEmpty();
        Run run = only();
        assertThatThrownBy(() -> warehouse.resume(run, ResumeOptions.forced(false)))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageContaining(run.message())
                .hasMessageContaining("stockload import " + file);
        assertThat(warehouse.ledger.runs().get(run.id())).isEqualTo(run);
    }

    @Test
    void the_same_content_can_be_read_with_other_options() throws IOException {
        warehouse.service.product(1, "A-1");
        Path file = warehouse.write("odd.csv", "pid,Farbton,size,stock\n1,red,36,3\n");
        assertThatThrownBy(() -> warehouse.start(file)).isInstanceOf(UnusableSheetException.class);
        assertThatThrownBy(() -> warehouse.start(file)).isInstanceOf(UnusableSheetException.class);
        assertThat(warehouse.ledger.runs().size("")).isEqualTo(2);
        ImportOrder read = Warehouse.orderWithColour(file, "Farbton");
        assertThat(warehouse.start(read).run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(warehouse.service.creates()).hasSize(1);
        assertThat(warehouse.start(read).alreadyDone()).isTrue();
    }

    @Test
    void sheets_imported_before_it_stay_imported() throws IOException {
        Path good = warehouse.sheet("a.csv", 2, 1);
        warehouse.start(good);
        Path letter = warehouse.write("letter.csv", LETTER);
        assertThatThrownBy(() -> warehouse.start(letter))
                .isInstanceOf(UnusableSheetException.class);
        assertThat(warehouse.start(good).alreadyDone()).isTrue();
        assertThat(warehouse.service.creates()).hasSize(1);
    }

    @Test
    void a_queue_reports_it_and_refuses_to_resume_it() throws IOException {
        Path file = warehouse.write("letter.csv", LETTER);
        try (ImportQueue queue = warehouse.queue(Duration.ofSeconds(5))) {
            ImportTicket ticket = queue.submit(Orders.byHand("default", file));
            assertThat(Ended.run(warehouse.ledger, ticket).isUnusable()).isTrue();
            String id = only().id();
            assertThat(warehouse.ledger.waitingRuns().seen(only()).state())
                    .isEqualTo(Run.State.FAILED);
            assertThatThrownBy(() -> queue.resume(id, ResumeOptions.forced(false)))
                    .isInstanceOf(UnusableSheetException.class)
                    .hasMessageContaining("Correct that");
        }
        assertThat(only().state()).isEqualTo(Run.State.FAILED);
    }

    private Run only() {
        assertThat(warehouse.ledger.runs().size("")).isOne();
        return warehouse.ledger.runs().page("", 0, 1).get(0);
    }
}
