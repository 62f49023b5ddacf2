package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;

import dev.stockload.RandomText;
import dev.stockload.Rounds;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.notifications.Channels.MailServer;
import dev.stockload.sources.SourceAddress.SourceSettings;

import jakarta.mail.Header;
import jakarta.mail.Part;
import jakarta.mail.internet.MimeMessage;

import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.mail.autoconfigure.MailProperties;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The oracle of letters for what mails bring and what people and programs are sent: subjects, names
 * and contents of attachments, words of chats come in; posts, mails and answers go out, and each is
 * whole and for those whom it is meant for.
 */
@Timeout(300)
@Tag("soak")
class MessageLettersTest extends InNights {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String SUPPLIER = "export@supplier.example";
    private static final String WAREHOUSE = "warehouse@shop.example";
    private static final List<String> CHATS =
            List.of("", "slack:", "teams:", "dingtalk:", "wecom:", "feishu:");

    @AutoClose("stop")
    private final GreenMail mails =
            new GreenMail(
                    new ServerSetup[] {
                        new ServerSetup(0, "127.0.0.1", "imap"),
                        new ServerSetup(0, "127.0.0.1", "smtp")
                    });

    @AutoClose private final MockWebServer chats = new MockWebServer();
    private final List<RecordedRequest> posts = Collections.synchronizedList(new ArrayList<>());
    private final Random random = new Random(43);
    private final RandomText texts = new RandomText(random, false);
    private Mailbox mailbox;

    @BeforeEach
    void open() throws IOException {
        mails.start();
        mailbox = new Mailbox(mails.setUser("stock@shop.example", "stock", "w0rd"));
        String url = "imap://stock@127.0.0.1:%d/INBOX".formatted(mails.getImap().getPort());
        nights.sources.put(
                "box",
                new SourceSettings(
                        url, "w0rd", null, null, null, null, null, SUPPLIER, null, false, null));
        chats.setDispatcher(
                new Dispatcher() {
                    @Override
                    public MockResponse dispatch(RecordedRequest request) {
                        posts.add(request);
                        return answer();
                    }
                });
        chats.start();
        MailProperties mail = new MailProperties();
        mail.setHost("127.0.0.1");
        mail.setPort(mails.getSmtp().getPort());
        mail.getProperties().put("mail.from", "stock@shop.example");
        nights.restart(MailServer.of(mail));
    }

    /** Chats sometimes refuse a message, in words of their own. */
    private MockResponse answer() {
        int code = random.nextInt(4) == 0 ? 400 : 0;
        String words = JSON.writeValueAsString(texts.next(2_000));
        return new MockResponse.Builder()
                .body("{\"errcode\":%1$d,\"code\":%1$d,\"errmsg\":%2$s}".formatted(code, words))
                .build();
    }

    @Test
    void whatever_letters_come_by_mail_all_messages_are_valid_and_go_to_nobody_else()
            throws Exception {
        int sheets = Rounds.of(15);
        JobDefinition job = job();
        for (int i = 0; i < sheets; i++) {
            deliver(i);
            nights.runs.run(job, false);
            nights.deliver();
        }
        for (RecordedRequest post : posts) {
            JsonNode body = JSON.readTree(strict(post.getBody().toByteArray()));
            assertThat(RandomText.isWhole(body.toString())).as(body.toString()).isTrue();
        }
        assertThat(nights.said).allMatch(RandomText::isWhole);
        List<MimeMessage> sent = new ArrayList<>();
        for (MimeMessage mail : mails.getReceivedMessages()) {
            if (mail.getFrom()[0].toString().equals("stock@shop.example")) {
                assertValid(mail);
                sent.add(mail);
            }
        }
        // What a chat refuses comes again.
        assertThat(posts).hasSizeGreaterThanOrEqualTo(sheets * CHATS.size());
        assertThat(sent).hasSize(sheets * 2);
    }

    /** A subject can hide a line end, and headers that follow it. */
    private void deliver(int number) throws Exception {
        String letters = texts.next(10_000);
        String hidden = "Stock\r\nBcc: someone@else.example\r\nX-Own: " + letters;
        String sheet = HEADER + "1,red,36,%d\n1,\"%s\",x,2\n".formatted(number, texts.next(10_000));
        mailbox.deliverRaw(
                encoded(number % 2 == 0 ? letters : hidden),
                "filename=\"%s\"".formatted(encoded(texts.next(300) + number + ".csv")),
                sheet);
    }

    private static String encoded(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return "=?utf-8?B?%s?=".formatted(Base64.getEncoder().encodeToString(bytes));
    }

    private JobDefinition job() throws IOException {
        StringBuilder rules = new StringBuilder("  - mailto:" + WAREHOUSE + "\n");
        for (String chat : CHATS) {
            rules.append("  - \"%s%s\"%n".formatted(chat, chats.url("/")));
        }
        return nights.job(
                "night", "from: box\nread: \"*\"\nreply: true\nnotify:\n%s".formatted(rules));
    }

    private static void assertValid(MimeMessage mail) throws Exception {
        assertThat(mail.getAllRecipients())
                .extracting(Object::toString)
                .hasSize(1)
                .containsAnyOf(SUPPLIER, WAREHOUSE);
        for (Header header : Collections.list(mail.getAllHeaders())) {
            assertThat(header.getName()).isNotEqualToIgnoringCase("Bcc").doesNotStartWith("X-");
            assertThat(header.getValue()).matches("(?s)\\p{ASCII}*").doesNotContain("\u0000");
        }
        assertThat(RandomText.isWhole(mail.getSubject())).as(mail.getSubject()).isTrue();
        assertThat(mail.getSubject()).doesNotContainPattern("\\p{Cntrl}").isNotBlank();
        for (Part part : MailedRunTest.parts(mail)) {
            if (part.isMimeType("text/*") && part.getFileName() == null) {
                String text = strict(part.getInputStream().readAllBytes());
                assertThat(RandomText.isWhole(text)).as(text).isTrue();
            }
        }
    }

    private static String strict(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }
}
