package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.HandOver;
import dev.stockload.app.LocalApplication;
import dev.stockload.app.Settings;
import dev.stockload.imports.ImportQueue;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.StopSignal;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Commands beside a process that serves, and has the built-in sandbox. */
class BesideServeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @TempDir Path folder;
    private LocalApplication session;
    private ImportQueue queue;
    private HandOver served;

    @BeforeEach
    void serve() throws IOException {
        session =
                LocalApplication.open(
                        settings(),
                        ServeCommand.NAME,
                        false,
                        new StopSignal(),
                        RunListener.NOBODY,
                        new PrintWriter(new StringWriter()));
        queue = new ImportQueue(session.imports(), session.ledger(), PATIENCE);
        served = HandOver.start(session.office(queue), PATIENCE);
    }

    @AfterEach
    void end() {
        queue.stopAll();
        served.close();
        queue.close();
        session.close();
    }

    @Test
    void questions_are_answered_by_the_sandbox_that_is_there() throws IOException {
        assertThat(run("products").out()).as("before it has one").contains("220 products");
        Path sheet =
                Files.writeString(
                        folder.resolve("s.csv"), "pid,colour,size,stock\n10012,red,36,4\n");
        CommandRun imported = run("import", sheet.toString());
        assertThat(imported.exitCode()).as(imported.err()).isZero();
        assertThat(imported.err()).contains("Sending 1 colour in 1 request, until");

        CommandRun stock = run("stock", "10012");
        assertThat(stock.exitCode()).as(stock.err()).isZero();
        assertThat(stock.out()).contains("red");
        assertThat(run("products").out()).contains("220 products");
    }

    @Test
    void one_json_document_is_on_standard_output_whatever_else_is_going_on() {
        for (List<String> command :
                List.of(
                        List.of("status"),
                        List.of("products"),
                        List.of("stock", "10004"),
                        List.of("quota"))) {
            CommandRun run = run(withJson(command));
            assertThat(run.exitCode()).as("%s: %s", command, run.err()).isZero();
            assertThat(JsonMapper.shared().readTree(run.out()).isContainer()).isTrue();
        }
    }

    private static String[] withJson(List<String> command) {
        String[] words = command.toArray(new String[command.size() + 1]);
        words[command.size()] = "--json";
        return words;
    }

    private CommandRun run(String... arguments) {
        return CommandRun.of(this::settings, arguments);
    }

    private Settings settings() {
        return Settings.of(Map.of(), folder.resolve("data").toString(), Optional.empty());
    }
}
