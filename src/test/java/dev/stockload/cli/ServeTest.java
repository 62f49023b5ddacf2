package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.database.LedgerAddress;
import dev.stockload.imports.StrictService;
import dev.stockload.ledger.Ledger;
import dev.stockload.stock.Refusal;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** A real {@code serve} process, and other commands while it runs. */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("soak")
class ServeTest {
    private Path folder;
    @AutoClose private StrictService service;
    @AutoClose private Program program;
    private Process serve;

    @BeforeAll
    void start(@TempDir Path shared) throws Exception {
        folder = shared;
        service = new StrictService(InstantSource.system(), false);
        program = new Program(folder, service);
        serve = program.serve();
    }

    @Test
    void other_commands_work_while_it_runs() throws Exception {
        Path sheet = program.sheet("stock.csv", 500);

        CommandRun first = program.command("import", sheet.toString());
        CommandRun second = program.command("import", sheet.toString());
        CommandRun status = program.command("status", "--wide");
        CommandRun resume = program.command("resume");

        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.err()).contains("reading " + sheet, "Sending 500 colours in 2 requests");
        assertThat(first.out()).contains("Sent           500   500", "everything was sent");
        assertThat(second.exitCode()).isZero();
        assertThat(second.out()).contains("was already imported by run");
        assertThat(status.out()).contains("Finished").contains(sheet.toString());
        assertThat(resume.out()).contains("Nothing to resume");
        assertThat(service.applied().values()).hasSize(500).containsOnly(1);
        assertThat(service.shortestGap()).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void an_unusable_file_is_refused_with_the_same_message() throws Exception {
        Path letter = Files.writeString(folder.resolve("letter.csv"), "Dear Sir\n");

        CommandRun run = program.command("import", letter.toString());
        CommandRun other = program.command("import", letter.toString(), "--account", "nobody");

        assertThat(run.exitCode()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(run.err()).contains("has no header");
        assertThat(other.exitCode()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(other.err()).contains("There is no account 'nobody'");
    }

    @Test
    void only_the_owner_of_the_data_folder_may_use_the_database_that_is_lent() throws Exception {
        Path file = folder.resolve("data/serve.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        JsonNode lent = JsonMapper.shared().readTree(Files.readString(file));
        int port = lent.get("port").asInt();
        Duration patience = Duration.ofSeconds(10);
        assertThatThrownBy(() -> Ledger.openToRead(LedgerAddress.lent(port, "x", patience)))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("Wrong user name or password");
        for (String other :
                List.of("stockload", "async:" + folder.resolve("data/stockload"), "mem:x")) {
            assertThatThrownBy(() -> Ledger.openToRead(LedgerAddress.lent(port, other, patience)))
                    .as(other)
                    .isInstanceOf(Refusal.class);
        }
        LedgerAddress right = LedgerAddress.lent(port, lent.get("key").asString(), patience);
        try (Ledger ledger = Ledger.openToRead(right)) {
            assertThat(ledger.isReachable()).isTrue();
        }
        assertThat(right.toString()).doesNotContain(lent.get("key").asString());
    }

    @Test
    void a_second_serve_is_refused_with_the_name_of_the_first() {
        CommandRun second = program.command("serve", "--no-console");
        assertThat(second.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(second.err()).contains("in use by stockload serve (process " + serve.pid());
    }
}
