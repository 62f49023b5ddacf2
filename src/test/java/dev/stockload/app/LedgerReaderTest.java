package dev.stockload.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.cli.CommandRun;
import dev.stockload.runs.Caller;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** Commands that only read never wait for the end of another command. */
class LedgerReaderTest {
    @TempDir Path folder;

    @Test
    void a_command_lends_its_database_to_readers_while_it_works() throws IOException {
        Settings settings = CommandRun.sandbox(folder);
        LedgerReader reader = new LedgerReader(settings);
        assertThat(reader.ask(ledger -> ledger.runs().size(""))).as("no ledger yet").isEmpty();
        Path loan = settings.data().resolve("serve.json");
        try (Workspace working =
                Workspace.open(
                        settings,
                        "import of a.csv",
                        Caller.silent(),
                        new PrintWriter(new StringWriter()))) {
            assertThat(loan).exists();
            assertThat(reader.ask(ledger -> ledger.runs().size(""))).contains(0);
            assertThat(working.ledger().runs().size("")).isZero();
        }
        assertThat(loan).doesNotExist();
        Files.writeString(loan, "{\"port\":1,\"key\":\"of a process that was killed\"}");
        assertThat(reader.ask(ledger -> ledger.runs().size(""))).contains(0);
    }
}
