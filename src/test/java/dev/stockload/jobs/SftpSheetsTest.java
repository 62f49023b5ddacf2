package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.Wait;
import dev.stockload.imports.Imports;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.process.FaultMessages;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.sources.Source;
import dev.stockload.sources.SourceAddress.SourceSettings;
import dev.stockload.sources.Sources;

import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.file.virtualfs.VirtualFileSystemFactory;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.ServerBuilder;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.session.ServerSession;
import org.apache.sshd.sftp.server.FileHandle;
import org.apache.sshd.sftp.server.SftpEventListener;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.KeyPair;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** Sheets from a real SFTP server that may be slow, killed or wrong. */
@Timeout(60)
@Tag("soak")
class SftpSheetsTest extends InNights {
    private static final String PASSWORD = "s3cret-word";

    private final AtomicReference<Runnable> onRead = new AtomicReference<>(() -> {});
    private final Set<String> fetched = ConcurrentHashMap.newKeySet();
    @AutoClose private SshServer server;
    private KeyPair hostKey;
    private KeyPair userKey;
    private Path root;

    @BeforeEach
    void open() throws Exception {
        root = Files.createDirectories(folder.resolve("remote"));
        Files.createDirectories(root.resolve("out"));
        hostKey = KeyUtils.generateKeyPair(KeyPairProvider.ECDSA_SHA2_NISTP256, 256);
        userKey = KeyUtils.generateKeyPair(KeyPairProvider.SSH_ED25519, 256);
        server = start(hostKey, 0);
        source(PASSWORD, null, KeyUtils.getFingerPrint(hostKey.getPublic()));
    }

    @Test
    void takes_each_sheet_once_oldest_first_and_keeps_a_copy() throws Exception {
        put("b.csv", GOOD, 100);
        put("a.csv", HEADER + "1,red,36,5\n", 200);
        put("notes.txt", "not a sheet", 300);
        JobDefinition job = job("read: \"*.csv\"");

        List<Path> taken = nights.take(job);
        assertThat(taken)
                .extracting(file -> file.getFileName().toString())
                .containsExactly("b.csv", "a.csv");
        assertThat(taken)
                .allMatch(file -> file.startsWith(nights.data.resolve("sources/night/default")));
        nights.runs.run(job, false);
        assertThat(nights.service.applied()).containsEntry("1 red", 2);
        assertThat(nights.take(job)).isEmpty();

        put("a.csv", HEADER + "1,red,36,6\n", 400);
        assertThat(nights.take(job)).hasSize(1);
    }

    @Test
    void an_unusable_sheet_is_not_tried_again_until_it_changes() throws Exception {
        put("a.csv", "nothing of use\n", 100);
        put("b.csv", "nor in this\n", 200);
        JobDefinition job = job("read: \"*.csv\"");
        nights.runs.run(job, false);
        nights.runs.run(job, false);
        assertThat(nights.ledger.runs().size("")).isEqualTo(2);
        assertThat(nights.take(job)).as("for who asks").hasSize(2);

        put("b.csv", "nor in that one\n", 300);
        nights.runs.run(job, false);
        nights.runs.run(job, false);
        assertThat(nights.ledger.runs().size("")).isEqualTo(3);

        put("c.csv", GOOD, 400);
        nights.runs.run(job, false);
        assertThat(nights.take(job)).as("a newer sheet came since").isEmpty();
    }

    @Test
    void a_sheet_that_is_too_large_ends_with_a_sentence() throws Exception {
        put("a.csv", "x".repeat(1 << 20) + "y", 100);
        JobDefinition job = job("read: \"*.csv\"");
        assertThatThrownBy(() -> nights.take(job))
                .hasMessageContaining("a file of more than 1 MB, too much for a stock sheet")
                .hasMessageContaining("max-megabytes");
    }

    @Test
    void a_link_to_a_sheet_is_followed_and_a_broken_link_is_ignored() throws Exception {
        Files.createDirectory(root.resolve("archive"));
        put("../archive/today.csv", GOOD, 100);
        Path out = root.resolve("out");
        Files.createSymbolicLink(out.resolve("stock.csv"), Path.of("../archive/today.csv"));
        Files.createSymbolicLink(out.resolve("gone.csv"), Path.of("../archive/gone.csv"));
        Files.createSymbolicLink(out.resolve("folder.csv"), Path.of("../archive"));
        JobDefinition job = job("read: \"*.csv\"");

        assertThat(nights.take(job)).singleElement().asString().endsWith("stock.csv");

        nights.runs.run(job, false);
        assertThat(nights.service.applied()).containsEntry("1 red", 1);
        assertThat(nights.take(job)).isEmpty();
        put("../archive/today.csv", HEADER + "1,red,36,5\n", 200);
        assertThat(nights.take(job)).as("what it leads to has changed").hasSize(1);
    }

    @Test
    void a_failed_run_is_resumed_without_the_source() throws Exception {
        put("a.csv", GOOD, 100);
        JobDefinition job = job("read: a.csv");
        nights.service.close();
        assertThat(nights.runs.run(job, false)).isFalse();
        nights.service.start();
        Files.delete(root.resolve("out/a.csv"));
        String run = nights.ledger.runs().unfinished().get(0).id();
        nights.ended(nights.queue.resume(run, ResumeOptions.forced(false)));
        assertThat(nights.service.applied()).hasSize(1);
    }

    @Test
    void a_run_that_failed_is_tried_again_with_the_same_file() throws Exception {
        put("a.csv", GOOD, 100);
        JobDefinition job = job("read: a.csv");
        nights.service.close();
        nights.runs.run(job, false);
        nights.service.start();
        assertThat(nights.runs.run(job, true)).isTrue();
        assertThat(nights.service.applied()).hasSize(1);
    }

    @Test
    void sheets_that_were_copied_are_imported_although_the_server_is_gone_since() throws Exception {
        put("a.csv", GOOD, 100);
        put("b.csv", HEADER + "1,red,36,5\n", 200);
        JobDefinition job = job("read: \"*.csv\"");
        Instant now = nights.ledger.owners().now();
        try (Imports.Turn other = nights.imports.turnIfFree("default").orElseThrow()) {
            assertThat(other).isNotNull();
            new ScheduledJobs(nights.queue, nights.runs.jobs()).run(job, now);
        }
        server.stop(true);
        nights.runs.goOn(job);
        assertThat(nights.service.applied()).containsEntry("1 red", 2);
    }

    /** The newest file is unusable, and the one before it is not fetched yet. */
    @Test
    void a_sheet_that_cannot_be_fetched_between_two_runs_is_fetched_later() throws Exception {
        put("a.csv", GOOD, 100);
        put("b.csv", "nothing of use\n", 200);
        JobDefinition job = job("read: \"*.csv\"\ntake: newest");
        Instant now = nights.ledger.owners().now();
        try (Imports.Turn other = nights.imports.turnIfFree("default").orElseThrow()) {
            assertThat(other).isNotNull();
            new ScheduledJobs(nights.queue, nights.runs.jobs()).run(job, now);
        }
        JobProgress progress = new StoredProgress(nights.ledger.database()).of("night").get(0);
        ScheduledJobs served = new ScheduledJobs(nights.queue, nights.runs.jobs());
        Wait.until(() -> served.isReady(progress));
        int port = server.getPort();
        server.stop(true);
        assertThat(served.goOn(job, progress)).contains(progress);

        server = start(hostKey, port);
        nights.runs.goOn(job);
        assertThat(nights.service.applied()).containsEntry("1 red", 1);
    }

    @Test
    void take_newest_imports_only_the_newest_file() throws Exception {
        put("2026-11-14.csv", GOOD, 100);
        put("2026-11-15.csv", HEADER + "1,red,36,5\n", 200);
        assertThat(nights.take(job("read: \"*.csv\"\ntake: newest")))
                .singleElement()
                .asString()
                .endsWith("2026-11-15.csv");
    }

    @Test
    void a_key_file_is_accepted_as_login() throws Exception {
        Path key = folder.resolve("id_ed25519");
        try (OutputStream out = Files.newOutputStream(key)) {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(userKey, "test", null, out);
        }
        source(null, key.toString(), KeyUtils.getFingerPrint(hostKey.getPublic()));
        put("a.csv", HEADER, 100);
        assertThat(nights.take(job("read: a.csv"))).hasSize(1);
    }

    @Test
    void a_wrong_password_is_reported_and_not_shown() throws Exception {
        source("wr0ng-word", null, KeyUtils.getFingerPrint(hostKey.getPublic()));
        JobDefinition job = job("read: a.csv");
        assertThatThrownBy(() -> nights.take(job))
                .hasMessageContaining(
                        "does not let stock in: check stockload.sources.supplier.password")
                .hasMessageNotContaining("wr0ng-word");
    }

    @Test
    void a_host_key_that_changed_is_refused_with_both_fingerprints() throws Exception {
        put("a.csv", HEADER, 100);
        int port = server.getPort();
        server.stop(true);
        KeyPair other = KeyUtils.generateKeyPair(KeyPairProvider.ECDSA_SHA2_NISTP256, 256);
        server = start(other, port);
        JobDefinition job = job("read: a.csv");
        assertThatThrownBy(() -> nights.take(job))
                .hasMessageContaining(
                        "pinned is %s, shown is %s"
                                .formatted(
                                        KeyUtils.getFingerPrint(hostKey.getPublic()),
                                        KeyUtils.getFingerPrint(other.getPublic())))
                .satisfies(fault -> assertThat(FaultMessages.isPassing(fault)).isFalse());
    }

    @Test
    void a_host_key_that_is_not_pinned_is_shown() throws Exception {
        source(PASSWORD, null, null);
        JobDefinition job = job("read: a.csv");
        assertThatThrownBy(() -> nights.take(job))
                .hasMessageContaining(
                        "shows the key " + KeyUtils.getFingerPrint(hostKey.getPublic()))
                .hasMessageContaining("set stockload.sources.supplier.host-key");
    }

    @Test
    void names_may_have_spaces_umlauts_and_dots() throws Exception {
        put("Lager Größe ..  März.csv", GOOD, 100);
        assertThat(nights.take(job("read: \"*.csv\"")))
                .singleElement()
                .asString()
                .endsWith("Lager Größe ..  März.csv");
    }

    @Test
    void incomplete_files_wait() throws Exception {
        put("a.csv.part", HEADER, 100);
        put("b.csv.filepart", HEADER, 100);
        put("c.csv.tmp", HEADER, 100);
        put("~$d.xlsx", "x", 100);
        JobDefinition job = job("read: \"*\"");
        assertThat(nights.take(job)).isEmpty();

        put("e.csv", HEADER, 100);
        nights.time.onRest(() -> append("e.csv"));
        List<String> notices = new ArrayList<>();
        assertThat(nights.take(job, notices)).isEmpty();
        assertThat(notices)
                .singleElement()
                .asString()
                .endsWith("e.csv is still being written: the next run of the job takes it");
        nights.time.onRest(() -> {});
        assertThat(nights.take(job)).hasSize(1);
    }

    @Test
    void a_marker_says_that_a_file_is_complete() throws Exception {
        put("a.csv", HEADER, 100);
        put("b.csv", GOOD, 200);
        put("b.ok", "", 300);
        put("c.csv", HEADER + "1,red,36,5\n", 200);
        put("c.csv.ok", "", 300);
        assertThat(nights.take(job("read: \"*\"\ndone: \"*.ok\"")))
                .extracting(file -> file.getFileName().toString())
                .containsExactly("b.csv", "c.csv");
    }

    @Test
    void an_incomplete_archive_waits() throws Exception {
        put("a.xlsx", "PK\003\004 only the beginning", 0);
        Files.setLastModifiedTime(root.resolve("out/a.xlsx"), FileTime.from(nights.time.instant()));
        assertThat(nights.take(job("read: \"*.xlsx\""))).isEmpty();
    }

    @Test
    void a_file_replaced_while_it_is_read_is_taken_completely() throws Exception {
        put("a.csv", HEADER + "1,red,36,4\n".repeat(50_000), 100);
        onRead.set(
                () -> {
                    onRead.set(() -> {});
                    put("a.csv", HEADER + "1,blue,36,4\n".repeat(40_000), 500);
                });
        List<Path> taken = nights.take(job("read: a.csv"));
        assertThat(Files.readString(taken.get(0)))
                .isEqualTo(HEADER + "1,blue,36,4\n".repeat(40_000));
    }

    @Test
    void shows_the_key_of_the_server() throws Exception {
        try (Source source =
                new Sources(nights.sources, nights.stop).open("supplier", LocalDate.EPOCH)) {
            assertThat(source.serverKey()).contains(KeyUtils.getFingerPrint(hostKey.getPublic()));
        }
    }

    @Test
    void a_file_that_vanishes_before_it_is_read_is_left_out() throws Exception {
        put("a.csv", GOOD, 100);
        put("b.csv", HEADER + "1,blue,36,4\n", 200);
        onRead.set(() -> root.resolve("out/b.csv").toFile().delete());
        assertThat(nights.take(job("read: \"*.csv\"")))
                .singleElement()
                .asString()
                .endsWith("a.csv");
    }

    @Test
    void a_lost_connection_leaves_no_file_behind_and_can_be_retried() throws Exception {
        put("a.csv", HEADER + "1,red,36,4\n".repeat(50_000), 100);
        onRead.set(
                () -> {
                    onRead.set(() -> {});
                    server.getActiveSessions().forEach(session -> session.close(true));
                });
        JobDefinition job = job("read: a.csv");
        assertThatThrownBy(() -> nights.take(job))
                .hasMessageContaining(
                        "The source supplier (sftp://127.0.0.1:%d) was lost", server.getPort())
                .satisfies(fault -> assertThat(FaultMessages.isPassing(fault)).isTrue());
        try (var left = Files.walk(nights.data.resolve("sources"))) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
        assertThat(nights.take(job)).hasSize(1);
    }

    @Test
    void a_server_that_says_nothing_is_given_up_in_time() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            nights.sources.put(
                    "supplier",
                    settings(
                            "sftp://stock@127.0.0.1:" + silent.getLocalPort() + "/out",
                            "x",
                            null,
                            "x"));
            JobDefinition job = job("read: a.csv");
            assertThatThrownBy(() -> nights.take(job))
                    .hasMessageContaining("does not answer")
                    .satisfies(fault -> assertThat(FaultMessages.isPassing(fault)).isTrue());
        }
    }

    @Test
    void ten_thousand_files_are_listed_quickly() throws Exception {
        for (int i = 0; i < 10_000; i++) {
            Files.createFile(root.resolve("out/old-%05d.log".formatted(i)));
        }
        put("a.csv", GOOD, 100);
        assertThat(nights.take(job("read: \"*.csv\""))).hasSize(1);
    }

    @Test
    void a_sheet_is_moved_after_its_run_together_with_its_problems() throws Exception {
        put("a.csv", HEADER + "1,red,36,4\n1,blue,XL,2\n", 100);
        put("b.csv", "no,stock,sheet\n", 200);
        JobDefinition job = job("read: \"*.csv\"\nafterwards: move");
        nights.runs.run(job, false);
        nights.deliver();

        assertThat(names("remote/out")).containsExactlyInAnyOrder("done", "failed");
        String stem = "a-20261115-0130\\d\\d.csv";
        assertThat(names("remote/out/done"))
                .hasSize(3)
                .anyMatch(name -> name.matches(stem))
                .anyMatch(name -> name.matches(stem + ".rejected.csv"));
        String problems =
                names("remote/out/done").stream()
                        .filter(name -> name.matches(stem + ".problems.txt"))
                        .findFirst()
                        .orElseThrow();
        assertThat(root.resolve("out/done").resolve(problems))
                .content()
                .startsWith("row 3, column size: 'XL'");
        assertThat(names("remote/out/failed")).hasSize(2);
    }

    @Test
    void a_marker_is_moved_with_its_sheet_and_hidden_files_are_not() throws Exception {
        put("a.csv", GOOD, 100);
        put("a.csv.ok", "", 200);
        put(".b.csv", HEADER + "1,red,36,5\n", 100);
        put(".b.csv.ok", "", 200);
        nights.runs.run(job("read: \"*.csv\"\nafterwards: move\ndone: \"*.ok\""), false);
        nights.deliver();
        assertThat(names("remote/out")).containsExactlyInAnyOrder("done", ".b.csv", ".b.csv.ok");
        assertThat(names("remote/out/done"))
                .hasSize(2)
                .anyMatch(name -> name.matches("a.csv-20261115-0130\\d\\d.ok"));
        assertThat(nights.service.pieces("1 red", "36")).isEqualTo(4);
    }

    @Test
    void take_newest_fetches_no_other_file() throws Exception {
        put("a.csv", HEADER + "1,red,36,1\n", 100);
        put("b.csv", HEADER + "1,red,36,2\n", 200);
        put("c.csv", HEADER + "1,red,36,3\n", 300);
        JobDefinition job = job("read: \"*.csv\"\ntake: newest");
        nights.runs.run(job, false);
        nights.runs.run(job, false);
        assertThat(fetched).containsOnly("c.csv");
        put("d.csv", HEADER + "1,red,36,3\n", 400);
        nights.runs.run(job, false);
        put("late.csv", HEADER + "1,red,36,9\n", 250);
        nights.runs.run(job, false);
        assertThat(fetched).containsOnly("c.csv", "d.csv");
        assertThat(nights.service.pieces("1 red", "36")).isEqualTo(3);
    }

    @Test
    void a_late_sheet_is_imported_by_hand_from_the_source_or_from_its_copy() throws Exception {
        JobDefinition job = job("read: \"*.csv\"");
        put("tue.csv", HEADER + "1,red,36,2\n", 200);
        nights.runs.run(job, false);
        put("mon.csv", HEADER + "1,red,36,1\n", 100);
        nights.runs.run(job, false);
        assertThat(nights.service.pieces("1 red", "36")).isEqualTo(2);
        run(job, Optional.of("mon.csv"), Optional.empty());
        assertThat(nights.service.pieces("1 red", "36")).isEqualTo(1);

        put("sun.csv", HEADER + "1,red,36,7\n", 50);
        nights.runs.run(job, false);
        Files.delete(root.resolve("out/sun.csv"));
        run(job, Optional.of("sun.csv"), Optional.empty());
        assertThat(nights.service.pieces("1 red", "36")).isEqualTo(7);
        assertThatThrownBy(() -> run(job, Optional.of("none.csv"), Optional.empty()))
                .hasMessageContaining("There is no file none.csv");
    }

    private JobDefinition job(String keys) throws IOException {
        return nights.job("night", "from: supplier\n" + keys + "\n");
    }

    private void source(String password, String keyFile, String key) {
        nights.sources.put(
                "supplier",
                settings(
                        "sftp://stock@127.0.0.1:" + server.getPort() + "/out",
                        password,
                        keyFile,
                        key));
    }

    private static SourceSettings settings(
            String url, String password, String keyFile, String key) {
        return new SourceSettings(
                url, password, keyFile, null, key, null, null, null, null, false, 1);
    }

    private void put(String name, String text, int second) {
        try {
            Path file = Files.writeString(root.resolve("out/" + name), text);
            Files.setLastModifiedTime(
                    file, FileTime.from(Instant.ofEpochSecond(1_700_000_000L + second)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void append(String name) {
        try {
            Files.writeString(
                    root.resolve("out/" + name),
                    "1,red,36,4\n",
                    java.nio.file.StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private SshServer start(KeyPair key, int port) throws IOException {
        SshServer ssh = SshServer.setUpDefaultServer();
        ssh.setHost("127.0.0.1");
        ssh.setPort(port);
        ssh.setKeyPairProvider(KeyPairProvider.wrap(key));
        // The exchange that comes first takes a second each time; SourcesCommandTest tries it.
        ssh.setKeyExchangeFactories(
                List.of(ServerBuilder.DH2KEX.apply(BuiltinDHFactories.curve25519)));
        ssh.setPasswordAuthenticator((user, word, session) -> word.equals(PASSWORD));
        ssh.setPublickeyAuthenticator(
                (user, shown, session) -> KeyUtils.compareKeys(shown, userKey.getPublic()));
        ssh.setFileSystemFactory(new VirtualFileSystemFactory(root));
        SftpSubsystemFactory sftp = new SftpSubsystemFactory.Builder().build();
        sftp.addSftpEventListener(
                new SftpEventListener() {
                    @Override
                    public void read(
                            ServerSession session,
                            String handle,
                            FileHandle file,
                            long offset,
                            byte[] bytes,
                            int at,
                            int length,
                            int count,
                            Throwable fault) {
                        fetched.add(file.getFile().getFileName().toString());
                        onRead.get().run();
                    }
                });
        ssh.setSubsystemFactories(List.of(sftp));
        ssh.start();
        return ssh;
    }
}
