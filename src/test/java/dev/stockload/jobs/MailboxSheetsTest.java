package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;

import dev.stockload.RandomText;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.process.FaultMessages;
import dev.stockload.sources.SourceAddress.SourceSettings;

import okhttp3.tls.HeldCertificate;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Random;

/** Sheets that come as attachments. */
@Timeout(60)
@Tag("soak")
class MailboxSheetsTest extends InNights {
    @AutoClose("stop")
    private final GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", "imap"));

    private Mailbox mailbox;

    @BeforeEach
    void open() throws IOException {
        server.start();
        mailbox = new Mailbox(server.setUser("stock@shop.example", "stock", "w0rd"));
        source("w0rd", server.getImap().getPort());
    }

    @Test
    void takes_the_attachments_of_a_sender_and_subject_once() throws Exception {
        mailbox.deliver("Stock of today", "Bestände März.csv", GOOD);
        mailbox.deliver("Invoice", "invoice.csv", GOOD);
        mailbox.deliver("noexport@supplier.example", "Stock of today", "other.csv", GOOD);
        mailbox.deliver("Stock of today", "terms.pdf", "x");
        JobDefinition job = job();

        assertThat(nights.take(job)).singleElement().asString().endsWith("Bestände März.csv");
        nights.runs.run(job, false);
        assertThat(nights.service.applied()).containsEntry("1 red", 1);
        assertThat(nights.take(job)).isEmpty();
        assertThat(server.getReceivedMessages()[0].isSet(jakarta.mail.Flags.Flag.SEEN)).isFalse();
    }

    @Test
    void an_attachment_name_cannot_lead_to_another_folder() throws Exception {
        mailbox.deliver("Stock of today", "../../../etc/cron.d/x.csv", GOOD);
        Path taken = nights.take(job()).get(0);
        assertThat(taken.getFileName()).hasToString("x.csv");
        assertThat(taken.toAbsolutePath().normalize())
                .startsWith(nights.data.toAbsolutePath().resolve("sources/night/default"));
    }

    /** A mail that anybody can send must not keep the sheets in the others from being taken. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "filename=\"=?x-nowhere?Q?stock.csv?=\"",
                "filename=\"=?utf-8?B?%%%?=.csv\"",
                "filename=\"=??Q??=.csv\"",
                "filename*=x-nowhere''st%F0ock.csv",
                "filename*=utf-8''%zz.csv",
                "filename*=utf-8''%F0%9F.csv",
                "filename=\"",
                "filename=\"\uD83D\uDE00\u202E.csv\""
            })
    void a_mail_with_a_name_that_cannot_be_read_delays_no_other(String name) throws Exception {
        mailbox.deliverRaw("Stock of today", name, "x");
        mailbox.deliver("Stock of today", "stock.csv", GOOD);
        assertThat(nights.take(job())).last().asString().endsWith("stock.csv");
    }

    @Test
    void any_letters_in_subjects_and_names_keep_no_sheet_from_being_taken() throws Exception {
        RandomText texts = new RandomText(new Random(43), false);
        for (int i = 0; i < 20; i++) {
            String name = texts.next(300);
            mailbox.deliver("Stock of " + texts.next(2_000), name + i + ".csv", GOOD);
            mailbox.deliverRaw(
                    "Stock of " + texts.next(2_000),
                    "filename=\"%s\"".formatted(texts.next(300).replaceAll("[\"\\p{Cntrl}]", "")),
                    GOOD);
        }
        assertThat(nights.take(job())).hasSize(1);
    }

    @Test
    void an_attachment_that_is_too_large_ends_with_a_sentence() throws Exception {
        mailbox.deliver("Stock of today", "stock.csv", "x".repeat(1 << 20) + "y");
        JobDefinition job = job();
        assertThatThrownBy(() -> nights.take(job))
                .hasMessageContaining("a file of more than 1 MB, too much for a stock sheet")
                .hasMessageContaining("stockload.sources.box.max-megabytes");
    }

    @Test
    void a_wrong_password_is_reported_and_not_shown() throws Exception {
        source("wr0ng", server.getImap().getPort());
        JobDefinition job = job();
        assertThatThrownBy(() -> nights.take(job))
                .hasMessageContaining("does not let stock in")
                .hasMessageNotContaining("wr0ng");
    }

    @Test
    void an_unreachable_server_can_be_retried() throws Exception {
        int port = server.getImap().getPort();
        server.stop();
        source("w0rd", port);
        JobDefinition job = job();
        assertThatThrownBy(() -> nights.take(job))
                .hasMessageContaining("does not answer")
                .satisfies(fault -> assertThat(FaultMessages.isPassing(fault)).isTrue());
    }

    @Test
    void an_encrypted_login_succeeds_only_with_the_certificate_that_is_set() throws Exception {
        HeldCertificate held =
                new HeldCertificate.Builder()
                        .ecdsa256()
                        .commonName("localhost")
                        .addSubjectAlternativeName("localhost")
                        .build();
        Path store = folder.resolve("server.p12");
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        Certificate[] chain = {held.certificate()};
        keys.setKeyEntry("k", held.keyPair().getPrivate(), "word".toCharArray(), chain);
        try (OutputStream out = Files.newOutputStream(store)) {
            keys.store(out, "word".toCharArray());
        }
        Path certificate = Files.writeString(folder.resolve("server.pem"), held.certificatePem());
        System.setProperty("greenmail.tls.keystore.file", store.toString());
        System.setProperty("greenmail.tls.keystore.password", "word");
        GreenMail secure = new GreenMail(new ServerSetup(0, "127.0.0.1", "imaps"));
        try {
            secure.start();
            mailbox = new Mailbox(secure.setUser("stock@shop.example", "stock", "w0rd"));
            mailbox.deliver("Stock of today", "stock.csv", GOOD);
            String url = "imaps://stock@localhost:%d/INBOX".formatted(secure.getImaps().getPort());
            source(url, "w0rd", certificate.toString());
            assertThat(nights.take(job())).singleElement().asString().endsWith("stock.csv");

            source(url, "w0rd", null);
            JobDefinition job = job();
            assertThatThrownBy(() -> nights.take(job))
                    .hasMessageContaining(
                            "has a certificate that is not trusted: if its owner confirms it,"
                                    + " set stockload.sources.box.certificate");
        } finally {
            secure.stop();
            System.clearProperty("greenmail.tls.keystore.file");
            System.clearProperty("greenmail.tls.keystore.password");
        }
    }

    @Test
    void a_sheet_that_cannot_be_moved_does_not_stop_notifications() throws Exception {
        mailbox.deliver("Stock of today", "stock.csv", GOOD);
        nights.runs.run(
                nights.job(
                        "box",
                        "from: box\nread: \"*.csv\"\nafterwards: move\nnotify:"
                                + " https://a.example/\n"),
                false);
        nights.sheet("in/stock.csv", GOOD);
        nights.runs.run(nights.job("night", "read: in/*.csv\nnotify: https://b.example/\n"), false);

        nights.notifier.findEnded();

        assertThat(nights.waiting())
                .extracting(message -> message.job())
                .containsExactly("box", "night");
    }

    private void source(String password, int port) {
        source("imap://stock@127.0.0.1:%d/INBOX".formatted(port), password, null);
    }

    private void source(String url, String password, String certificate) {
        nights.sources.put(
                "box",
                new SourceSettings(
                        url,
                        password,
                        null,
                        null,
                        null,
                        null,
                        certificate,
                        "export@supplier.example",
                        "Stock of",
                        false,
                        1));
    }

    private JobDefinition job() throws IOException {
        return nights.job("night", "from: box\nread: \"*.csv\"\n");
    }
}
