package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.pipeline.SendMode;
import dev.stockload.sheet.Field;
import dev.stockload.sheet.SheetChoice;
import dev.stockload.sheet.SheetOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

class JobDraftTest {
    private static final SheetOptions SHEET =
            new SheetOptions(
                    SheetChoice.valueOf("Stock: all"),
                    Map.of(Field.ITEM, "Article #", Field.STOCK, "库存 'now'"),
                    "GB18030",
                    '\t',
                    Set.of(Field.COLOUR));

    @TempDir Path home;

    @Test
    void is_read_back_as_it_was_meant() throws IOException {
        JobFolder folder = new JobFolder(List.of(home));
        draft("nightly-stock", Optional.of("30 1 * * *"), Optional.of("Asia/Shanghai"))
                .save(folder);
        JobDefinition job = folder.find("nightly-stock");
        assertThat(job.sheet()).isEqualTo(SHEET);
        assertThat(job.read()).isEqualTo("incoming/*.csv");
        assertThat(job.send()).isEqualTo(SendMode.CHANGED);
        assertThat(job.schedule()).contains("30 1 * * *");
        assertThat(job.zone().orElseThrow()).hasToString("Asia/Shanghai");
    }

    @Test
    void leaves_nothing_behind_where_it_cannot_be_used() throws IOException {
        JobFolder folder = new JobFolder(List.of(home));
        draft("good", Optional.empty(), Optional.empty()).save(folder);
        assertThatThrownBy(() -> draft("good", Optional.empty(), Optional.empty()).save(folder))
                .isInstanceOf(UnusableJobException.class)
                .hasMessage("There is a job 'good' already: take another name");
        assertThatThrownBy(() -> draft("../up", Optional.empty(), Optional.empty()).save(folder))
                .isInstanceOf(UnusableJobException.class)
                .hasMessageContaining("'../up'");
        assertThatThrownBy(
                        () ->
                                draft("odd", Optional.of("now and then"), Optional.empty())
                                        .save(folder))
                .isInstanceOf(UnusableJobException.class)
                .hasMessageContaining("odd.yml")
                .hasMessageContaining("schedule");
        try (var files = Files.list(home.resolve("jobs"))) {
            assertThat(files).containsExactly(home.resolve("jobs/good.yml"));
        }
    }

    private static JobDraft draft(String name, Optional<String> schedule, Optional<String> zone) {
        return new JobDraft(
                name, "incoming/*.csv", "default", SHEET, SendMode.CHANGED, schedule, zone);
    }
}
