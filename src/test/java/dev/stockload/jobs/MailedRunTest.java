package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.notifications.Channels.MailServer;
import dev.stockload.process.RunFailedException;
import dev.stockload.sources.SourceAddress.SourceSettings;

import jakarta.mail.BodyPart;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.internet.MimeMessage;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.mail.autoconfigure.MailProperties;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Mails read back from a real server. */
@Timeout(60)
class MailedRunTest extends InNights {
    @AutoClose("stop")
    private final GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));

    @BeforeEach
    void open() throws IOException {
        server.start();
        nights.restart(mail(server.getSmtp().getPort()));
    }

    @Test
    void the_mail_has_the_rows_to_correct_as_text_and_as_a_file() throws Exception {
        StringBuilder rows = new StringBuilder(GOOD);
        for (int i = 0; i < 12; i++) {
            rows.append("1,grün %d,<XL>,2%n".formatted(i));
        }
        nights.runs.run(job(rows.toString()), false);
        nights.deliver();

        MimeMessage mail = received();
        assertThat(mail.getSubject()).isEqualTo("12 rows to correct: nightly-stock");
        assertThat(mail.getFrom()[0]).hasToString("stock@shop.example");
        assertThat(mail.getAllRecipients())
                .extracting(Object::toString)
                .containsExactly("warehouse@shop.example");
        List<Part> parts = parts(mail);
        String plain = text(parts, "text/plain");
        assertThat(plain)
                .contains(
                        "stock.csv was imported, but 12 of 13 rows in it were not: they have to be"
                                + " corrected.")
                .contains("The rows to correct are attached")
                .contains("Sent             1 colour        1 row")
                .contains("- row 3, column size: '<XL>'")
                .contains("and 2 more")
                .contains("https://stock.shop.example/runs/");
        assertThat(plain.lines().filter(line -> line.startsWith("- "))).hasSize(10);
        assertThat(text(parts, "text/html"))
                .contains("<h2>12 rows to correct: nightly-stock</h2>")
                .contains("&#39;&lt;XL&gt;&#39;")
                .doesNotContain("<XL>");
        Part file =
                parts.stream()
                        .filter(part -> String.valueOf(fileName(part)).endsWith("-rejected.csv"))
                        .findFirst()
                        .orElseThrow();
        try (InputStream in = file.getInputStream()) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).contains("grün 11");
        }
    }

    @Test
    void a_failure_never_says_finished() throws Exception {
        JobDefinition job = job(GOOD);
        nights.service.close();
        nights.runs.run(job, false);
        nights.deliver();

        MimeMessage mail = received();
        assertThat(mail.getSubject()).isEqualTo("Failed with 1 colour not sent: nightly-stock");
        String plain = text(parts(mail), "text/plain");
        assertThat(plain)
                .contains("The import of stock.csv failed.")
                .contains("To continue: stockload resume ")
                .doesNotContainIgnoringCase("finished");
    }

    @Test
    void the_mail_about_a_braked_sheet_asks_for_a_decision() throws Exception {
        StringBuilder rows = new StringBuilder(HEADER);
        for (int i = 0; i < 200; i++) {
            rows.append("1,red %d,XL,2%n".formatted(i));
        }
        nights.runs.run(job(rows.toString()), false);
        nights.deliver();

        MimeMessage mail = received();
        assertThat(mail.getSubject()).isEqualTo("Waiting for your decision: nightly-stock");
        assertThat(text(parts(mail), "text/plain"))
                .contains("The brake: 200 of 200 rows are rejected or held")
                .contains("--force");
    }

    @Test
    void a_dead_mail_server_delays_no_run_and_gets_the_mail_later() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nights.restart(mail(silent.getLocalPort()));
            nights.runs.run(job(GOOD), false);
            assertThat(nights.service.applied()).hasSize(1);
        }
        nights.deliver();
        assertThat(nights.said)
                .singleElement()
                .asString()
                .startsWith("warehouse@shop.example did not get e-mail through 127.0.0.1: ");
        nights.restart(mail(server.getSmtp().getPort()));
        nights.time.set(Duration.ofSeconds(2));
        nights.deliver();
        assertThat(received().getSubject()).isEqualTo("1 colour sent: nightly-stock");
    }

    @Test
    void a_command_does_not_wait_for_a_mail_server_that_hangs() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nights.restart(mail(silent.getLocalPort()));
            nights.runs.run(job(GOOD), false);
            nights.notifier.finish(Duration.ofMillis(200));
            assertThat(nights.said)
                    .containsExactly(
                            "1 message is kept: the next command, or stockload serve, tries again");
        }
    }

    @Test
    void a_refused_address_does_not_block_the_mail_to_the_others() throws Exception {
        try (RefusingSmtpServer refusing = new RefusingSmtpServer("gone@shop.example")) {
            nights.restart(mail(refusing.port()));
            nights.sheet("in/stock.csv", GOOD);
            JobDefinition job =
                    nights.job(
                            "nightly-stock",
                            "read: in/*.csv\n"
                                    + "notify: \"mailto:gone@shop.example, boss@shop.example\"\n");
            nights.runs.run(job, false);
            nights.deliver();
            assertThat(refusing.delivered()).containsExactly("boss@shop.example");
            assertThat(nights.said)
                    .singleElement()
                    .asString()
                    .startsWith("gone@shop.example did not get e-mail through 127.0.0.1: ");

            nights.time.set(Duration.ofMinutes(5));
            nights.deliver();
            assertThat(refusing.refusals()).as("tried again").isGreaterThan(1);
            assertThat(refusing.delivered()).containsExactly("boss@shop.example");
        }
    }

    @Test
    void a_password_is_not_sent_in_plain_text_to_a_server_that_offers_encryption()
            throws Exception {
        try (RefusingSmtpServer server = new RefusingSmtpServer("nobody")) {
            MailProperties mail = properties(server.port());
            mail.setUsername("stock");
            mail.setPassword("s3cret");
            nights.restart(MailServer.of(mail));
            nights.runs.run(job(GOOD), false);
            nights.deliver();
            assertThat(server.commands()).contains("STARTTLS").doesNotContain("AUTH", "RCPT");
        }
    }

    @Test
    void an_unusable_sheet_is_reported_with_the_reason() throws Exception {
        nights.runs.run(job("Artikel;Farbe\n1;rot\n"), false);
        nights.deliver();

        MimeMessage mail = received();
        assertThat(mail.getSubject()).isEqualTo("A sheet that cannot be used: nightly-stock");
        assertThat(text(parts(mail), "text/plain"))
                .startsWith(
                        "stock.csv was not imported: it cannot be used.\n\nstock.csv has no header")
                .contains("it has 'Artikel', 'Farbe'")
                .contains("Correct the sheet and import it again: stockload run" + " nightly-stock")
                .doesNotContain("0 colours", nights.home.toString());
    }

    @Test
    void a_failing_source_is_reported_once_a_day() throws Exception {
        nights.sources.put(
                "shop",
                new SourceSettings(
                        "http://127.0.0.1:1/stock.csv?key=s3cret",
                        "w0rd",
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        false,
                        null));
        nights.restart(mail(server.getSmtp().getPort()));
        JobDefinition job =
                nights.job("nightly-stock", "from: shop\nnotify: mailto:warehouse@shop.example\n");
        nights.runs.run(job, false);
        nights.notifier.fetchFailed(job, new RunFailedException("The source shop is away"));
        nights.notifier.fetchFailed(job, new RunFailedException("The source shop is away"));
        nights.deliver();

        assertThat(server.getReceivedMessages()).hasSize(2);
        MimeMessage mail = server.getReceivedMessages()[0];
        assertThat(mail.getSubject()).isEqualTo("Failed: nightly-stock");
        assertThat(text(parts(mail), "text/plain"))
                .startsWith(
                        "Job nightly-stock could not be run.\n\n"
                            + "The source shop (http://127.0.0.1:1) does not answer: nobody listens"
                            + " at this host and port")
                .doesNotContain("s3cret", "w0rd");
    }

    private static MailServer mail(int port) {
        return MailServer.of(properties(port));
    }

    private static MailProperties properties(int port) {
        MailProperties mail = new MailProperties();
        mail.setHost("127.0.0.1");
        mail.setPort(port);
        mail.getProperties().put("mail.from", "stock@shop.example");
        return mail;
    }

    private JobDefinition job(String sheet) throws IOException {
        nights.sheet("in/stock.csv", sheet);
        return nights.job(
                "nightly-stock", "read: in/*.csv\nnotify: mailto:warehouse@shop.example\n");
    }

    private MimeMessage received() {
        assertThat(server.getReceivedMessages()).hasSize(1);
        return server.getReceivedMessages()[0];
    }

    static List<Part> parts(Part part) throws Exception {
        List<Part> all = new ArrayList<>();
        if (part.getContent() instanceof Multipart several) {
            for (int i = 0; i < several.getCount(); i++) {
                BodyPart each = several.getBodyPart(i);
                all.addAll(parts(each));
            }
        } else {
            all.add(part);
        }
        return all;
    }

    static String text(List<Part> parts, String type) throws Exception {
        for (Part part : parts) {
            if (part.isMimeType(type) && fileName(part) == null) {
                return part.getContent().toString().replace("\r", "");
            }
        }
        throw new AssertionError("There is no " + type);
    }

    static String fileName(Part part) {
        try {
            return part.getFileName();
        } catch (jakarta.mail.MessagingException e) {
            throw new IllegalStateException(e);
        }
    }
}
