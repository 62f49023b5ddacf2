package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.Settings;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.imports.StrictService;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The console of a real {@code serve} process. */
@Timeout(600)
@Tag("soak")
class ServeConsoleTest {
    private static final Pattern ADDRESS =
            Pattern.compile("The console is at (http://127\\.0\\.0\\.1:\\d+)");

    @TempDir Path folder;
    @AutoClose private StrictService service;
    @AutoClose private Program program;

    @BeforeEach
    void start() throws Exception {
        service = new StrictService(InstantSource.system(), false);
        program = new Program(folder, service);
    }

    @Test
    void answers_at_the_printed_address_warns_of_plain_text_and_ends_in_order() throws Exception {
        program.with(Settings.CONSOLE_PASSWORD, "open sesame")
                .with(Settings.CONSOLE_HOSTS, "stock.example");
        Process serve = program.start("serve", "--port", "0");
        HttpURLConnection login =
                (HttpURLConnection) URI.create(address(serve) + "/login").toURL().openConnection();
        assertThat(login.getResponseCode()).isEqualTo(200);
        assertThat(program.words())
                .contains("with the password of STOCKLOAD_CONSOLE_PASSWORD", "in plain text");
        serve.destroy();
        assertThat(serve.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(program.words()).doesNotContain("INFO", "Exception", "\tat ", "open sesame");
    }

    @Test
    void reports_a_wrong_host_name() throws Exception {
        Program.Ended odd =
                program.with(Settings.CONSOLE_HOSTS, "https://stock.example")
                        .run("serve", "--port", "0");
        assertThat(odd.code()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(odd.words()).contains("STOCKLOAD_CONSOLE_HOSTS has 'https://stock.example'");
    }

    @Test
    void reports_why_it_cannot_listen() {
        int taken = service.address().getPort();
        refuses(
                "serve --port " + taken,
                "Port %d is in use by another program: name another with --port".formatted(taken));
        refuses("serve --port 0 --address 0.0.0.0", "set STOCKLOAD_CONSOLE_PASSWORD");
        refuses(
                "serve --port 99999",
                "--port takes a number from 0 (any free port) to 65535, but this is 99999");
        refuses(
                "serve --port 0 --address 192.0.2.1",
                "--address is '192.0.2.1', which is not an address of this machine");
    }

    private void refuses(String command, String why) {
        CommandRun run = CommandRun.inSandbox(folder, command.split(" "));
        assertThat(run.err()).contains(why);
        assertThat(run.exitCode()).isEqualTo(ExitCode.UNUSABLE);
    }

    /** Waits until it prints the address of its console. */
    private String address(Process serve) throws Exception {
        Matcher address = ADDRESS.matcher("");
        while (!address.reset(program.words()).find()) {
            assertThat(serve.isAlive()).as(program.words()).isTrue();
            serve.waitFor(100, TimeUnit.MILLISECONDS);
        }
        return address.group(1);
    }
}
