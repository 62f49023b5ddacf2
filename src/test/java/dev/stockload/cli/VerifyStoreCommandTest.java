package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.imports.StrictService;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

/** {@code verify --all} as people and schedules type it. */
@Tag("soak")
class VerifyStoreCommandTest {
    @AutoClose private final StrictService service;

    @TempDir Path folder;

    VerifyStoreCommandTest() throws IOException {
        service = new StrictService(InstantSource.system(), false);
    }

    @BeforeEach
    void start() throws IOException {
        service.product(7, "AB-100");
        service.product(8, "AB-200");
        send("7,red,36,5\n7,red,37,5\n8,red,36,5\n");
    }

    @Test
    void sends_only_after_a_yes_and_shows_colours_without_rows() {
        service.put(7, "red", "36", 90);

        CommandRun asked = run("verify", "--all", "--send");
        assertThat(asked.exitCode()).as(asked.err()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(asked.out())
                .contains("7 (AB-100): changed elsewhere in 1 check since ")
                .contains("1 size to be sent again, as the newest sheets want");
        assertThat(asked.err()).endsWith("Nothing was sent. --yes sends it without asking\n");
        assertThat(service.pieces("7 red", "36")).isEqualTo(90);

        CommandRun sent = run("verify", "store", "--send", "-y");
        assertThat(sent.exitCode()).as(sent.out() + sent.err()).isZero();
        assertThat(service.pieces("7 red", "36")).isEqualTo(5);
        assertThat(sent.out())
                .contains("       Colours\nSent         1\nTotal        1\nReport: ")
                .doesNotContain("Rows", "Held", "Unchanged");
    }

    @Test
    void what_it_could_send_is_sent_though_more_was_sold_or_is_in_no_sheet() {
        service.put(7, "red", "36", 90);
        service.put(7, "red", "37", 2);
        service.put(8, "green", "40", 3);

        assertThat(run("verify", "--all").exitCode()).isEqualTo(ExitCode.REJECTS);
        assertThat(run("verify", "--all", "--send", "--yes").exitCode()).isZero();
        assertThat(service.pieces("7 red", "36")).isEqualTo(5);
        assertThat(service.pieces("7 red", "37")).isEqualTo(2);
        assertThat(run("verify", "--all", "--send", "--yes").exitCode())
                .as("nothing to send")
                .isZero();
        assertThat(run("verify", "--all").exitCode()).isEqualTo(ExitCode.REJECTS);
    }

    @Test
    void what_is_gone_and_cannot_be_sent_is_for_a_person_to_look_at() {
        service.lose(7, "red");
        service.put(7, "Red (new)", "36-37", 5);
        service.put(8, "red", "36", 90);

        CommandRun sent = run("verify", "--all", "--send", "--yes");
        assertThat(service.pieces("8 red", "36")).isEqualTo(5);
        assertThat(sent.exitCode()).as(sent.out() + sent.err()).isEqualTo(ExitCode.REJECTS);
        assertThat(sent.out())
                .endsWith(
                        "2 sizes changed there, gone or in doubt cannot be sent again: see those"
                                + " without"
                                + " Wanted in %s\n"
                                        .formatted(folder.resolve("data/store/default.csv")));
    }

    private void send(String rows) throws IOException {
        Path sheet = folder.resolve("%d.csv".formatted(service.creates().size()));
        Files.writeString(sheet, "pid,colour,size,stock\n" + rows);
        CommandRun run = run("import", sheet.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    private CommandRun run(String... args) {
        return CommandRun.in(folder, service, args);
    }
}
