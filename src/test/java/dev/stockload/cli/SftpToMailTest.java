package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;

import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.sandbox.Sandbox;
import dev.stockload.sandbox.TestSandbox;

import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.file.virtualfs.VirtualFileSystemFactory;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.ServerBuilder;
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
import java.nio.file.attribute.FileTime;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The worked example of docs/nightly.md, from the supplier's server to the warehouse's mailbox. */
@Timeout(120)
@Tag("soak")
class SftpToMailTest {
    @TempDir Path folder;

    @AutoClose private final SshServer sftp = SshServer.setUpDefaultServer();

    @AutoClose("stop")
    private final GreenMail mail = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));

    @AutoClose private final Sandbox sandbox = Sandbox.start(TestSandbox.inMemory());
    private String key;

    @BeforeEach
    void open() throws Exception {
        Path out = Files.createDirectories(folder.resolve("supplier/out"));
        Files.writeString(
                out.resolve("stock.csv"),
                "pid,colour,size,stock\n10001,red,36,4\n10001,blue,XL,2\n");
        KeyPair host = KeyUtils.generateKeyPair(KeyPairProvider.ECDSA_SHA2_NISTP256, 256);
        key = KeyUtils.getFingerPrint(host.getPublic());
        sftp.setHost("127.0.0.1");
        sftp.setKeyPairProvider(KeyPairProvider.wrap(host));
        sftp.setKeyExchangeFactories(
                List.of(ServerBuilder.DH2KEX.apply(BuiltinDHFactories.curve25519)));
        sftp.setPasswordAuthenticator((user, word, session) -> word.equals("s3cret-word"));
        sftp.setFileSystemFactory(new VirtualFileSystemFactory(folder.resolve("supplier")));
        sftp.setSubsystemFactories(List.of(new SftpSubsystemFactory.Builder().build()));
        sftp.start();
        mail.start();
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(
                folder.resolve("jobs/nightly-stock.yml"),
                """
                from: supplier
                read: "*.csv"
                afterwards: move
                schedule: "30 1 * * *"
                zone: Europe/Vienna
                expect: "06:00"
                notify: [ "mailto:warehouse@shop.example" ]
                """);
        Files.setLastModifiedTime(
                folder.resolve("jobs/nightly-stock.yml"),
                FileTime.from(Instant.now().minus(Duration.ofDays(3))));
    }

    @Test
    void a_fetched_sheet_is_imported_and_a_mail_is_sent() throws Exception {
        Program program = Program.at(sandbox, folder);
        settings("");
        Program.Ended unpinned = program.run("sources", "supplier", "--check");
        assertThat(unpinned.code()).isEqualTo(ExitCode.FAILED);
        assertThat(unpinned.words()).contains("shows the key " + key, "host-key");

        settings("      host-key: \"%s\"\n".formatted(key));
        Program.Ended found = program.run("sources", "supplier", "--check");
        assertThat(found.words())
                .contains("Server key: " + key, "supplier: 1 file found in", "stock.csv");
        Program.Ended checked = program.run("jobs", "--check", "--online");
        assertThat(checked.code()).as(checked.words()).isZero();
        assertThat(checked.words())
                .contains(
                        "nightly-stock: 1 file found, the newest stock.csv; the first run would"
                                + " take 1");
        Program.Ended expected = program.run("jobs", "--expect");
        assertThat(expected.code()).isEqualTo(ExitCode.FAILED);
        assertThat(expected.words())
                .contains("nightly-stock: No new sheet came by ", "None was ever imported");

        assertThat(program.run("status").words()).contains("nightly-stock: No new sheet came by ");

        Program.Ended tested = program.run("jobs", "nightly-stock", "--test-notify");
        assertThat(tested.words()).contains("warehouse@shop.example got the test message");
        assertThat(mail.getReceivedMessages()[0].getSubject()).isEqualTo("Test: nightly-stock");

        Program.Ended ran = program.run("run", "nightly-stock");
        assertThat(ran.code()).as(ran.words()).isEqualTo(ExitCode.REJECTS);
        assertThat(mail.getReceivedMessages()).hasSize(2);
        assertThat(mail.getReceivedMessages()[1].getSubject())
                .isEqualTo("1 row to correct: nightly-stock");
        assertThat(Files.exists(folder.resolve("supplier/out/stock.csv"))).isFalse();
        assertThat(program.run("jobs", "--expect").code()).isZero();
        for (Program.Ended each : List.of(unpinned, found, checked, tested, ran)) {
            assertThat(each.words()).doesNotContain("s3cret-word");
        }
    }

    private void settings(String hostKey) throws IOException {
        Files.writeString(
                folder.resolve("application.yml"),
                """
                stockload:
                  sources:
                    supplier:
                      url: sftp://stock@127.0.0.1:%d/out
                      password: s3cret-word
                %sspring:
                  mail:
                    host: 127.0.0.1
                    port: %d
                """
                        .formatted(sftp.getPort(), hostKey, mail.getSmtp().getPort()));
    }
}
