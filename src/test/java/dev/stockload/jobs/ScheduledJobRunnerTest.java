package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.jobs.define.JobDefinition;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

@Timeout(60)
class ScheduledJobRunnerTest extends InNights {
    @AutoClose private final MockWebServer listener = new MockWebServer();

    @BeforeEach
    void open() throws IOException {
        listener.start();
        for (int i = 0; i < 10; i++) {
            listener.enqueue(new MockResponse.Builder().code(204).build());
        }
    }

    @Test
    void an_unreachable_service_is_retried_and_reported_once() throws Exception {
        JobDefinition job = job(GOOD);
        nights.service.close();
        assertThat(nights.runs.run(job, false)).isFalse();
        nights.deliver();
        assertThat(nights.runs.run(job, true)).isFalse();
        nights.deliver();
        assertThat(nights.runs.run(job, true)).isFalse();
        nights.deliver();

        nights.service.start();
        assertThat(nights.runs.run(job, true)).isTrue();
        assertThat(nights.service.applied()).hasSize(1);
        nights.deliver();
        nights.deliver();
        assertThat(messages()).containsExactly("failure", "success");
    }

    @Test
    void a_sheet_that_cannot_be_used_is_not_tried_again() throws Exception {
        JobDefinition job = job("no,stock,sheet\n");
        assertThat(nights.runs.run(job, false)).isTrue();
        nights.deliver();
        assertThat(messages()).containsExactly("failure");
    }

    @Test
    void a_broken_database_is_retried_and_reported_without_the_ledger() throws Exception {
        JobDefinition job = job(GOOD);
        nights.service.onCreate(nights.ledger::close);
        assertThat(nights.runs.run(job, false)).isFalse();
        assertThat(listener.takeRequest().getBody().utf8()).contains("\"event\":\"failure\"");
    }

    private List<String> messages() throws InterruptedException {
        List<String> events = new ArrayList<>();
        for (int i = listener.getRequestCount(); i > 0; i--) {
            String body = listener.takeRequest().getBody().utf8();
            events.add(body.replaceFirst("(?s).*\"event\" ?: ?\"([a-z]+)\".*", "$1"));
        }
        return events;
    }

    private JobDefinition job(String sheet) throws IOException {
        nights.sheet("stock.csv", sheet);
        return nights.job("night", "read: stock.csv\nnotify: %s\n".formatted(listener.url("/")));
    }
}
