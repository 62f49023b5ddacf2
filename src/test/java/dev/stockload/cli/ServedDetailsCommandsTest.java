package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.Workspace;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.imports.Imports;
import dev.stockload.imports.Orders;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.runs.Caller;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** The same commands, with the same output, while {@code serve} runs. */
@Tag("soak")
class ServedDetailsCommandsTest extends DetailsCommandsTest {
    private ServedFolder served;

    @BeforeEach
    void serve() throws IOException {
        served = new ServedFolder(settings(folder));
    }

    @AfterEach
    void end() {
        served.close();
        assertThat(served.words()).as("what it does for others is theirs to say").isEmpty();
    }

    @Test
    void the_verification_at_the_end_of_a_run_is_printed() throws IOException {
        Path sheet =
                Files.writeString(
                        folder.resolve("s.csv"), "pid,colour,size,stock\n10012,red,36-38,4\n");
        try (Workspace desk =
                Workspace.open(
                        settings(folder),
                        "test",
                        Caller.silent(),
                        new PrintWriter(new StringWriter()))) {
            Imports.Result result =
                    desk.imports()
                            .start(Orders.byHand(desk.account("default"), sheet, VerifyMode.ALL));

            VerifyResult shown = result.verified().orElseThrow().result().orElseThrow();
            assertThat(shown.asSent()).isEqualTo(1);
            assertThat(Path.of(shown.file()))
                    .isEqualTo(
                            folder.resolve("data/reports")
                                    .resolve(result.run().id())
                                    .resolve("verify.csv"))
                    .exists();
        }
    }

    @Test
    void waiting_details_are_resumed_by_their_id() {
        run("details", "10013");
        assertThat(run("resume").out()).contains("Nothing to resume");
        assertThat(run("resume", "no-such-run").exitCode()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(run("details", "10013", "--account", "nobody").err())
                .contains("There is no account 'nobody'");
    }
}
