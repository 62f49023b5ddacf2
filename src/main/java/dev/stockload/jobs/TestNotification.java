package dev.stockload.jobs;

import dev.stockload.notifications.Channels;
import dev.stockload.notifications.DeliveryException;
import dev.stockload.notifications.Message;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What became of a test message.
 *
 * @param fault why it did not arrive, as the end of a sentence; empty where it did
 */
public record TestNotification(String recipient, Optional<String> fault) {
    /** Tells everybody of a job, now, that this is a test. */
    public static List<TestNotification> send(JobDefinition job, Channels channels) {
        String text =
                "This is a test: job %s tells you when it ends or fails.".formatted(job.name());
        Message message = Message.of("test", job.name(), "Test", List.of(text), Map.of());
        String id = "test-" + Instant.now().toEpochMilli();
        return job.notifyRules().stream()
                .map(NotifySettings.Rule::recipient)
                .map(
                        to ->
                                new TestNotification(
                                        to.shown(),
                                        channels.deliver(message, to, id)
                                                .map(DeliveryException::getMessage)))
                .toList();
    }

    @Override
    public String toString() {
        return recipient + " " + fault.orElse("was told");
    }
}
