package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.JobFiles;
import dev.stockload.notifications.Channels.MailServer;
import dev.stockload.sources.SourceAddress.SourceSettings;

import jakarta.mail.MessagingException;
import jakarta.mail.Part;
import jakarta.mail.internet.MimeMessage;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.mail.autoconfigure.MailProperties;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Answers to the sender of a mailed sheet, at a real mail server. */
@Timeout(60)
@Tag("soak")
class MailReplyTest extends InNights {
    private static final String SUPPLIER = "export@supplier.example";
    private static final String BAD = GOOD + "1,blue,XL,2\n";

    @AutoClose("stop")
    private final GreenMail server =
            new GreenMail(
                    new ServerSetup[] {
                        new ServerSetup(0, "127.0.0.1", "imap"),
                        new ServerSetup(0, "127.0.0.1", "smtp")
                    });

    private Mailbox mailbox;

    @BeforeEach
    void open() throws IOException {
        server.start();
        mailbox = new Mailbox(server.setUser("stock@shop.example", "stock", "w0rd"));
        source(SUPPLIER);
        MailProperties mail = new MailProperties();
        mail.setHost("127.0.0.1");
        mail.setPort(server.getSmtp().getPort());
        mail.getProperties().put("mail.from", "stock@shop.example");
        nights.restart(MailServer.of(mail));
    }

    @Test
    void the_sender_gets_the_rows_to_correct_once() throws Exception {
        mailbox.deliver("Stock of today", "stock.csv", BAD);
        nights.runs.run(job(), false);
        nights.deliver();
        nights.deliver();

        MimeMessage mail = replies().get(0);
        assertThat(replies()).hasSize(1);
        assertThat(mail.getAllRecipients()).extracting(Object::toString).containsExactly(SUPPLIER);
        assertThat(mail.getSubject()).isEqualTo("Re: Stock of today");
        assertThat(mail.getHeader("Auto-Submitted")).containsExactly("auto-replied");
        assertThat(mail.getHeader("In-Reply-To"))
                .isEqualTo(server.getReceivedMessages()[0].getHeader("Message-ID"));
        List<Part> parts = MailedRunTest.parts(mail);
        assertThat(MailedRunTest.text(parts, "text/plain"))
                .contains("stock.csv was imported, but 1 of 2 rows in it were not")
                .contains("correct them there and send that file")
                .contains("row 3, column size: 'XL'")
                .doesNotContain("https:", "stockload run");
        assertThat(parts)
                .anyMatch(
                        part ->
                                String.valueOf(MailedRunTest.fileName(part))
                                        .endsWith("-rejected.csv"));
    }

    @Test
    void a_sheet_without_fault_gets_no_answer_and_one_that_cannot_be_used_does() throws Exception {
        mailbox.deliver("Good", "good.csv", GOOD);
        nights.runs.run(job(), false);
        nights.deliver();
        assertThat(replies()).isEmpty();

        mailbox.deliver("Bad", "bad.csv", "no,stock,sheet\n");
        nights.runs.run(job(), false);
        nights.deliver();
        assertThat(replies()).hasSize(1);
        assertThat(MailedRunTest.text(MailedRunTest.parts(replies().get(0)), "text/plain"))
                .contains("bad.csv was not imported: it cannot be used.")
                .contains("has no header")
                .doesNotContain("stockload run");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Auto-Submitted: auto-generated",
                "Precedence: bulk",
                "Precedence: auto_reply",
                "Return-Path: <>",
                "List-Id: <stock.supplier.example>"
            })
    void what_a_program_or_a_list_has_sent_gets_no_answer(String header) throws Exception {
        String mail =
                """
                From: export@supplier.example
                Message-ID: <1@supplier.example>
                %s
                Subject: Stock
                Content-Type: text/csv; name="stock.csv"

                """;
        mailbox.user()
                .deliver(
                        GreenMailUtil.newMimeMessage(
                                (mail.formatted(header) + BAD).replace("\n", "\r\n")));
        nights.runs.run(job(), false);
        nights.deliver();
        assertThat(nights.service.applied()).containsKey("1 red");
        assertThat(replies()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no-reply@supplier.example",
                "stock.noreply@supplier.example",
                "erp-no_reply@supplier.example",
                "stock@no-reply.supplier.example"
            })
    void an_address_that_nobody_reads_gets_no_answer(String address) throws Exception {
        source(address);
        mailbox.deliver(address, "Stock", "stock.csv", BAD);
        nights.runs.run(job(), false);
        nights.deliver();
        assertThat(nights.service.applied()).containsKey("1 red");
        assertThat(replies()).isEmpty();
    }

    @Test
    void a_reply_needs_a_mailbox_with_one_sender() throws Exception {
        source(null);
        mailbox.deliver("Stock", "stock.csv", BAD);
        JobDefinition job = job();
        assertThatThrownBy(() -> nights.take(job))
                .hasMessageContaining("set stockload.sources.NAME.from-address");
    }

    @Test
    void what_lies_beside_a_moved_sheet_is_no_sheet() throws Exception {
        nights.sheet("in/stock.csv", GOOD);
        nights.sheet("in/stock.csv.rejected.csv", GOOD);
        nights.sheet("in/stock.csv.problems.txt", GOOD);
        assertThat(JobFiles.of(nights.job("night", "read: in/*\n")))
                .singleElement()
                .asString()
                .endsWith("/stock.csv");
    }

    private JobDefinition job() throws IOException {
        return nights.job("night", "from: box\nread: \"*.csv\"\nreply: true\n");
    }

    private void source(String from) {
        String url = "imap://stock@127.0.0.1:%d/INBOX".formatted(server.getImap().getPort());
        nights.sources.put(
                "box",
                new SourceSettings(
                        url, "w0rd", null, null, null, null, null, from, null, false, null));
    }

    private List<MimeMessage> replies() {
        return Arrays.stream(server.getReceivedMessages())
                .filter(mail -> subject(mail).startsWith("Re: "))
                .toList();
    }

    private static String subject(MimeMessage mail) {
        try {
            return String.valueOf(mail.getSubject());
        } catch (MessagingException e) {
            throw new IllegalStateException(e);
        }
    }
}
