package dev.stockload.notifications;

import dev.stockload.notifications.MessageTable.StoredMessage;
import dev.stockload.process.Sha256;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A message about one event, for people and for programs.
 *
 * @param text sentences for people, a paragraph each
 * @param balance how many rows were sent, rejected and so on; empty if there is no run
 * @param run the run that it is about; null if there is none
 * @param body the JSON for a webhook
 */
public record Message(
        String job,
        String subject,
        List<String> text,
        List<Figure> balance,
        List<String> problems,
        int moreProblems,
        String run,
        JsonNode body) {
    private static final JsonMapper JSON = JsonMapper.shared();

    public record Figure(String name, int colours, int rows) {}

    /** A message without a run; {@code more} are further fields for a webhook. */
    public static Message of(
            String event, String job, String result, List<String> text, Map<String, String> more) {
        ObjectNode body = JSON.createObjectNode().put("job", job);
        more.forEach(body::put);
        body.put("event", event).put("message", text.get(text.size() - 1));
        return of(job, "%s: %s".formatted(result, job), text, body);
    }

    public static Message of(String job, String subject, List<String> text, JsonNode body) {
        return new Message(job, subject, text, List.of(), List.of(), 0, null, body);
    }

    /** As it is stored; {@code key} is the same for the same event, so that it is sent once. */
    public StoredMessage to(Recipient recipient, String key, Instant at) {
        return new StoredMessage(
                id(recipient, key),
                job,
                recipient.fingerprint(),
                recipient.toString(),
                JSON.writeValueAsString(this),
                at,
                0);
    }

    public static String id(Recipient recipient, String key) {
        return Sha256.of(key + " " + recipient.fingerprint());
    }

    public static Message of(StoredMessage kept) {
        return JSON.readValue(kept.content(), Message.class);
    }
}
