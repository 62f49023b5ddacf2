package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.SettingsFiles;
import dev.stockload.cli.terminal.ExitCode;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;

import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.file.virtualfs.VirtualFileSystemFactory;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.List;
import java.util.Map;

@Timeout(60)
class SourcesCommandTest {
    private static final String SHEET = "pid,colour,size,stock\n10001,red,36,4\n";

    @TempDir Path folder;

    @AutoClose private final MockWebServer server = new MockWebServer();

    @BeforeEach
    void open() throws IOException {
        server.start();
    }

    @Test
    void a_wrongly_set_source_does_not_hide_the_others() throws IOException {
        settings("sftp://u:s3cret@h/in", "https://shop.example/t0ken/stock.csv?key=s3cret");
        CommandRun listed = run("sources");
        assertThat(listed.exitCode()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(listed.out())
                .containsPattern("bad +cannot be used, see below")
                .containsPattern("good +https://shop.example/…/stock.csv");
        assertThat(listed.err())
                .startsWith(
                        "application.yml, line 4: stockload.sources.bad.url contains a password");
        assertThat(listed.out() + listed.err()).doesNotContain("s3cret", "t0ken");
    }

    @Test
    void a_check_asks_all_sources_even_if_one_fails() throws IOException {
        settings("sftp://u:s3cret@h/in", server.url("/stock.csv").toString());
        server.enqueue(new MockResponse.Builder().body(SHEET).build());
        CommandRun checked = run("sources", "--check");
        assertThat(checked.exitCode()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(checked.out()).contains("good: 1 file found in", "stock.csv  37 bytes");

        server.enqueue(new MockResponse.Builder().code(404).build());
        CommandRun gone = run("sources", "good", "--check");
        assertThat(gone.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(gone.err())
                .contains(
                        "has no sheet at http://localhost:%d/stock.csv"
                                .formatted(server.getPort()));
    }

    @Test
    void control_characters_in_a_name_are_replaced() throws Exception {
        Path out = Files.createDirectories(folder.resolve("supplier"));
        Files.writeString(out.resolve("a\u001b[2Jb\ngood: 9 files.csv"), SHEET);
        KeyPair host = KeyUtils.generateKeyPair(KeyPairProvider.ECDSA_SHA2_NISTP256, 256);
        try (SshServer sftp = SshServer.setUpDefaultServer()) {
            sftp.setHost("127.0.0.1");
            sftp.setKeyPairProvider(KeyPairProvider.wrap(host));
            sftp.setPasswordAuthenticator((user, word, session) -> true);
            sftp.setFileSystemFactory(new VirtualFileSystemFactory(out));
            sftp.setSubsystemFactories(List.of(new SftpSubsystemFactory.Builder().build()));
            sftp.start();
            Files.writeString(
                    folder.resolve("application.yml"),
                    """
                    stockload:
                      sources:
                        good:
                          url: "sftp://u@127.0.0.1:%d/"
                          password: w0rd
                          host-key: "%s"
                      data: "%s"
                    """
                            .formatted(
                                    sftp.getPort(),
                                    KeyUtils.getFingerPrint(host.getPublic()),
                                    folder.resolve("data")));
            CommandRun checked = run("sources", "good", "--check");
            assertThat(checked.exitCode()).as(checked.err()).isEqualTo(ExitCode.DONE);
            assertThat(checked.out())
                    .contains("a [2Jb good: 9 files.csv  ")
                    .doesNotContain("\u001b");
        }
    }

    @Test
    @Tag("soak")
    void a_check_of_a_job_asks_its_web_address_too() throws Exception {
        settings("sftp://u@h/in", server.url("/stock.csv").toString());
        Path jobs = Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(jobs.resolve("night.yml"), "from: good\naccount: sandbox\n");
        server.enqueue(new MockResponse.Builder().code(404).build());
        Program.Ended checked = program("jobs", "--check", "--online");
        assertThat(checked.code()).as(checked.words()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(checked.words())
                .contains(
                        "Job night: The source good (http://localhost:%d) has no sheet at"
                                .formatted(server.getPort()));

        server.enqueue(new MockResponse.Builder().body(SHEET).build());
        Program.Ended found = program("jobs", "--check", "--online");
        assertThat(found.code()).as(found.words()).isZero();
        assertThat(found.words()).contains("night: 1 file found, the newest stock.csv");
    }

    @Test
    @Tag("soak")
    void a_fetch_that_failed_is_shown_by_jobs_and_status_until_one_succeeds() throws Exception {
        settings("sftp://u@h/in", server.url("/stock.csv").toString());
        Path jobs = Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(jobs.resolve("night.yml"), "from: good\naccount: sandbox\n");
        server.enqueue(new MockResponse.Builder().code(404).build());
        assertThat(program("run", "night").code()).isEqualTo(ExitCode.FAILED);
        String alarm = "night: The last fetch failed ";
        assertThat(program("jobs").words()).contains(alarm);
        assertThat(program("status").words()).contains(alarm);

        server.enqueue(new MockResponse.Builder().body(SHEET).build());
        Program.Ended imported = program("run", "night");
        assertThat(imported.code()).as(imported.words()).isZero();
        assertThat(program("jobs").words()).doesNotContain(alarm);
    }

    private void settings(String bad, String good) throws IOException {
        Files.writeString(
                folder.resolve("application.yml"),
                """
                stockload:
                  sources:
                    bad:
                      url: "%s"
                    good:
                      url: "%s"
                  data: "%s"
                """
                        .formatted(bad, good, folder.resolve("data")));
    }

    private CommandRun run(String... arguments) {
        return CommandRun.of(() -> SettingsFiles.load(Map.of(), folder + "/"), arguments);
    }

    /** As a process of its own, since jobs are found in the working folder. */
    private Program.Ended program(String... arguments) throws Exception {
        return Program.at("http://127.0.0.1:1", folder).run(arguments);
    }
}
