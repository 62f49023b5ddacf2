package dev.stockload.jobs.define;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stockload.sheet.Correction;
import dev.stockload.sheet.header.HeaderField;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

class JobTextTest {
    private static final String TEXT =
            """
            # the supplier's sheets 😀
            read: /srv/in/*.csv   # by hand
            schedule: "30 1 * * *" # at night
            notify:
              - mailto:a@shop.example
              - "slack:https://chat.example/T"
            # the columns of the supplier
            columns:
              item: Article
            buffer: 2
            """;

    @TempDir Path home;
    private JobFolder folder;

    @BeforeEach
    void write() throws IOException {
        folder = new JobFolder(List.of(home), Set.of(), Set.of());
        Files.createDirectory(home.resolve("jobs"));
        Files.writeString(home.resolve("jobs/night.yml"), TEXT);
    }

    private JobText text() {
        return JobText.of(folder, "night");
    }

    @Test
    void a_changed_key_leaves_all_else_with_its_comments() {
        assertThat(text().with("schedule", "0 2 * * *").text())
                .isEqualTo(TEXT.replace("\"30 1 * * *\"", "0 2 * * *"));
        assertThat(text().with("notify", "mailto:b@shop.example").text())
                .isEqualTo(
                        TEXT.replaceFirst("(?s)notify:.*?/T\"", "notify: mailto:b@shop.example"));
        assertThat(text().with("buffer", "3").text()).isEqualTo(TEXT.replace(": 2", ": 3"));
    }

    @Test
    void an_unchanged_value_stays_as_it_was_written() {
        JobText same =
                text().with("schedule", "30 1 * * *")
                        .with("notify", "mailto:a@shop.example, slack:https://chat.example/T")
                        .with("zone", " ");
        assertThat(same.text()).isEqualTo(TEXT);
    }

    @Test
    void texts_that_are_read_so_always_join_those_of_the_job() throws IOException {
        Correction large = new Correction(HeaderField.SIZE, "XL", "44", null);
        Correction black = new Correction(HeaderField.COLOUR, "BLK", "Black", null);
        JobText first = text().withValues(folder.find("night"), Set.of(large));
        assertThat(first.text()).isEqualTo(TEXT + "values:\n  size:\n    XL: '44'\n");
        first.withText(first.text() + "# the end\n").save(folder, home.resolve("data"));
        JobDefinition job = folder.find("night");
        assertThat(JobText.lines(job, Set.of(large))).isEmpty();

        JobText both = text().withValues(job, Set.of(black));
        assertThat(both.text())
                .isEqualTo(
                        TEXT
                                + "values:\n  colour:\n    BLK: Black\n  size:\n    XL: '44'\n"
                                + "# the end\n");
    }

    @Test
    void keys_are_added_and_removed() throws IOException {
        JobText changed = text().with("paused", "true").with("schedule", "").with("notify", "");
        assertThat(changed.text())
                .isEqualTo(
                        TEXT.replaceFirst("schedule.*\n", "")
                                        .replaceFirst("(?s)notify:.*?/T\"\n", "")
                                + "paused: true\n");
        changed.save(folder, home.resolve("data"));
        assertThat(folder.find("night").paused()).isTrue();
        assertThat(JobText.added(folder, "new", "").with("read", "a.csv").text())
                .isEqualTo("read: a.csv\n");
    }

    @Test
    void several_recipients_are_a_list() {
        JobText two = text().with("notify", "mailto:a@x.example,b@x.example, https://x.example/y");
        assertThat(two.keys().value("notify"))
                .contains("mailto:a@x.example,b@x.example, https://x.example/y");
        assertThat(text().keys().value("columns")).as("no single line").isEmpty();
    }

    @Test
    void what_was_written_by_hand_may_stay_but_nothing_like_it_is_added() throws IOException {
        Path data = home.resolve("data");
        text().with("buffer", "3").save(folder, data);
        assertRefused(text().with("read", "/etc/*.csv"), "read");
        assertRefused(text().with("notify", "http://127.0.0.1:1/"), "notify");
        assertRefused(text().with("ping", "http://localhost:1/"), "ping");
        assertRefused(JobText.added(folder, "other", TEXT), "read");
        assertThat(text().text()).isEqualTo(TEXT.replace(": 2", ": 3"));
    }

    @Test
    void each_mistake_names_its_key() {
        assertThatExceptionOfType(JobRefusal.class)
                .isThrownBy(
                        () ->
                                text().with("schedule", "now")
                                        .with("expect", "late")
                                        .checked(folder, home))
                .satisfies(
                        e ->
                                assertThat(e.faults())
                                        .extracting(JobRefusal.Fault::key)
                                        .containsExactly("schedule", "expect"))
                .withMessageContaining("line 3: 'schedule' is not a cron line");
    }

    private void assertRefused(JobText text, String key) {
        assertThatExceptionOfType(JobRefusal.class)
                .isThrownBy(() -> text.save(folder, home.resolve("data")))
                .satisfies(e -> assertThat(e.faults().get(0).key()).isEqualTo(key))
                .withMessageContaining("A job saved here");
    }
}
