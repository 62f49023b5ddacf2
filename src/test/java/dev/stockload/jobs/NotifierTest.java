package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.jobs.Notifier.TestNotification;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.notifications.MessageTable.StoredMessage;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

@Timeout(60)
class NotifierTest extends InNights {
    private static final String BAD_ROW = GOOD + "1,blue,XL,2\n";

    @AutoClose private final MockWebServer server = new MockWebServer();

    @BeforeEach
    void open() throws IOException {
        server.start();
    }

    @Test
    void posts_the_balance_of_a_run() throws Exception {
        answer(204);
        nights.runs.run(job(BAD_ROW, ""), false);
        nights.deliver();

        RecordedRequest request = server.takeRequest();
        JsonNode body = JsonMapper.shared().readTree(request.getBody().utf8());
        assertThat(request.getMethod()).isEqualTo("POST");
        assertThat(request.getHeaders().get("Content-Type")).isEqualTo("application/json");
        assertThat(body.get("event").asString()).isEqualTo("rejects");
        assertThat(body.get("job").asString()).isEqualTo("night");
        assertThat(body.get("state").asString()).isEqualTo("COMPLETED");
        assertThat(body.get("startedAt").asString()).startsWith("2026-11-15T01:30:0");
        assertThat(body.get("rows").get("rejected").asInt()).isEqualTo(1);
        assertThat(body.get("colours").get("sent").asInt()).isEqualTo(1);
    }

    @Test
    void a_message_that_could_not_be_delivered_arrives_once_after_a_restart() throws Exception {
        answer(503);
        answer(503);
        nights.runs.run(job(GOOD, ""), false);
        nights.deliver();
        nights.time.set(Duration.ofSeconds(2));
        nights.deliver();
        assertThat(server.getRequestCount()).isEqualTo(2);
        assertThat(nights.said)
                .containsExactly("http://localhost answered 503; trying again for 2 days");

        nights.restart(null);
        nights.time.set(Duration.ofHours(9));
        answer(200);
        nights.deliver();
        nights.deliver();
        assertThat(server.getRequestCount()).isEqualTo(3);
        assertThat(nights.waiting()).isEmpty();
    }

    @Test
    void last_night_is_sent_once_a_day_for_all_jobs_of_a_recipient() throws Exception {
        String daily =
                "notify: { url: \"%s\", on: [daily] }\nzone: UTC\n".formatted(server.url("/x"));
        nights.sheet("a.csv", BAD_ROW);
        JobDefinition a = nights.job("a", "read: a.csv\nschedule: \"30 1 * * *\"\n" + daily);
        nights.job("b", "read: b.csv\nexpect: \"08:00\"\n" + daily);
        for (String job : List.of("a", "b")) {
            Files.setLastModifiedTime(
                    folder.resolve("jobs/" + job + ".yml"), FileTime.fromMillis(0));
        }
        nights.runs.run(a, false);
        nights.time.set(Duration.ofHours(6));
        nights.watch();
        nights.notifier.deliverDue();
        assertThat(server.getRequestCount()).as("at 07:30, b is not due").isZero();

        answer(200);
        nights.time.set(Duration.ofHours(1));
        nights.watch();
        nights.watch();
        nights.notifier.deliverDue();
        nights.time.set(Duration.ofHours(3));
        nights.watch();
        nights.notifier.deliverDue();
        assertThat(server.getRequestCount()).isOne();
        JsonNode body = JsonMapper.shared().readTree(server.takeRequest().getBody().utf8());
        assertThat(body.get("event").asString()).isEqualTo("daily");
        assertThat(body.get("message").asString())
                .isEqualTo("To look at: b (late), a (rows to correct)");
        assertThat(body.get("jobs")).hasSize(2);

        answer(200);
        nights.time.set(Duration.ofDays(1));
        nights.watch();
        nights.notifier.deliverDue();
        assertThat(server.getRequestCount()).as("the next day").isEqualTo(2);
    }

    @Test
    void messages_to_a_server_that_was_down_arrive_in_order() throws Exception {
        answer(503);
        nights.runs.run(job(GOOD, ""), false);
        nights.deliver();
        nights.runs.run(job(BAD_ROW, ""), false);
        answer(503);
        nights.deliver();
        assertThat(server.getRequestCount()).as("the second waits for the first").isEqualTo(2);

        nights.time.set(Duration.ofSeconds(10));
        answer(200);
        answer(200);
        nights.deliver();
        server.takeRequest();
        server.takeRequest();
        assertThat(server.takeRequest().getBody().utf8()).contains("\"event\":\"success\"");
        assertThat(server.takeRequest().getBody().utf8()).contains("\"event\":\"rejects\"");
    }

    @Test
    void several_due_messages_arrive_in_order() throws Exception {
        for (int stock = 1; stock <= 12; stock++) {
            nights.runs.run(job(HEADER + "1,red,36,%d\n".formatted(stock), ""), false);
            answer(200);
        }
        List<String> runs =
                nights.messages().unreported(Instant.EPOCH, "").stream().map(Run::id).toList();
        nights.deliver();
        List<String> reported = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            String body = server.takeRequest().getBody().utf8();
            reported.add(JsonMapper.shared().readTree(body).get("run").asString());
        }
        assertThat(reported).hasSize(12).isEqualTo(runs);
    }

    @Test
    void a_refused_message_does_not_block_others() throws Exception {
        answer(400);
        nights.runs.run(job(GOOD, ""), false);
        nights.deliver();
        nights.runs.run(job(BAD_ROW, ""), false);
        answer(400);
        answer(200);
        nights.deliver();
        server.takeRequest();
        server.takeRequest();
        assertThat(server.takeRequest().getBody().utf8()).contains("\"event\":\"rejects\"");
    }

    @Test
    void the_end_of_a_run_is_reported_even_if_its_process_died_before() throws Exception {
        nights.runs.run(job(GOOD, ""), false);
        nights.restart(null);
        answer(200);
        nights.deliver();
        assertThat(server.takeRequest().getBody().utf8()).contains("\"event\":\"success\"");
    }

    @Test
    void a_run_that_a_person_resumes_is_reported_too() throws Exception {
        JobDefinition job = job(GOOD, "");
        nights.service.close();
        nights.runs.run(job, false);
        answer(200);
        nights.deliver();
        nights.service.start();
        Run failed = nights.ledger.runs().unfinished().get(0);
        nights.ended(nights.queue.resume(failed.id(), ResumeOptions.forced(false)));
        answer(200);
        nights.deliver();

        assertThat(server.takeRequest().getBody().utf8()).contains("\"event\":\"failure\"");
        assertThat(server.takeRequest().getBody().utf8()).contains("\"event\":\"success\"");
    }

    @Test
    void a_stopped_run_that_is_resumed_soon_is_not_reported_as_stopped() throws Exception {
        JobDefinition job = job(GOOD, "");
        nights.runs.run(job, false);
        Run run = nights.ledger.runs().latest("night").orElseThrow();
        nights.ledger
                .runs()
                .ended(run, Run.End.stopped(nights.time.instant(), "stopped on request"));
        nights.deliver();
        assertThat(server.getRequestCount()).isZero();

        nights.time.set(Duration.ofMinutes(16));
        answer(200);
        nights.deliver();
        assertThat(server.takeRequest().getBody().utf8()).contains("stopped on request");
    }

    @Test
    void gives_up_after_two_days_with_a_warning() throws Exception {
        nights.runs.run(job(GOOD, ""), false);
        answer(500);
        nights.deliver();
        nights.time.set(Duration.ofHours(49));
        answer(500);
        nights.deliver();
        nights.deliver();
        assertThat(server.getRequestCount()).isEqualTo(2);
        assertThat(nights.said)
                .last()
                .isEqualTo(
                        "http://localhost answered 500: the message about job night was given up");
    }

    @Test
    void two_processes_report_the_same_end_once() throws Exception {
        nights.runs.run(job(GOOD, ""), false);
        Notifier other =
                new Notifier(nights.context(), nights.channels(Optional.empty()), words -> {});
        answer(200);
        nights.notifier.findEnded();
        other.findEnded();
        StoredMessage message = nights.waiting().get(0);
        assertThat(
                        nights.messages()
                                .claim(
                                        message,
                                        nights.time.instant(),
                                        nights.time.instant().plusSeconds(120)))
                .isTrue();
        other.deliverDue();
        nights.notifier.deliverDue();
        assertThat(server.getRequestCount()).isZero();
        other.close();
    }

    @Test
    void sends_only_the_events_that_the_rule_names() throws Exception {
        nights.runs.run(job(GOOD, "on: [failure]"), false);
        nights.runs.run(job(BAD_ROW, "on: [failure]"), false);
        nights.runs.run(job("nothing\n", "on: [failure]"), false);
        answer(200);
        nights.deliver();
        assertThat(server.getRequestCount()).isEqualTo(1);
        assertThat(server.takeRequest().getBody().utf8()).contains("\"event\":\"failure\"");
    }

    @Test
    void the_address_of_a_recipient_is_in_no_table_and_no_text() throws Exception {
        answer(500);
        nights.runs.run(job(GOOD, ""), false);
        nights.deliver();
        assertThat(nights.waiting().toString()).doesNotContain("s3cret");
        assertThat(nights.said.toString()).doesNotContain("s3cret");
    }

    @Test
    void a_test_message_goes_to_all_recipients() throws Exception {
        answer(200);
        answer(410);
        JobDefinition job =
                nights.job(
                        "night",
                        "read: a.csv\nnotify: [ \"%1$s\", \"slack:%1$s\" ]\n"
                                .formatted(server.url("/x")));
        assertThat(TestNotification.send(job, nights.channels(Optional.empty())))
                .extracting(Object::toString)
                .containsExactly(
                        "http://localhost got the test message", "slack localhost answered 410");
    }

    @Test
    void a_message_follows_no_redirect_and_is_sent_once() throws Exception {
        for (int code : new int[] {302, 503}) {
            server.enqueue(
                    new MockResponse.Builder()
                            .code(code)
                            .setHeader("Location", server.url("/other").toString())
                            .setHeader("Retry-After", "0")
                            .build());
            JobDefinition job =
                    nights.job("night", "read: a.csv\nnotify: " + server.url("/x") + "\n");
            assertThat(TestNotification.send(job, nights.channels(Optional.empty())))
                    .singleElement()
                    .hasToString("http://localhost answered " + code);
        }
        assertThat(server.getRequestCount()).isEqualTo(2);
    }

    private void answer(int code) {
        server.enqueue(new MockResponse.Builder().code(code).build());
    }

    private JobDefinition job(String sheet, String on) throws IOException {
        nights.sheet("stock.csv", sheet);
        return nights.job(
                "night",
                "read: stock.csv\nnotify: { url: \"%s\", %s }\n"
                        .formatted(server.url("/hook?key=s3cret"), on));
    }
}
