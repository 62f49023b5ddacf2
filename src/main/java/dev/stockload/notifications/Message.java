package dev.stockload.notifications;

import dev.stockload.stock.Sha256;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What is told of one event, in words and for programs.
 *
 * @param event what happened, such as {@code success}, {@code rejects} or {@code failure}
 * @param subject the result and the job, in one line
 * @param text sentences for people, a paragraph each
 * @param balance what became of the rows; empty where there is no run
 * @param problems the first of them in words
 * @param moreProblems how many there are besides
 * @param run the run that it is about; null where there is none
 * @param body what a webhook gets
 */
public record Message(
        String event,
        String job,
        String subject,
        List<String> text,
        List<Figure> balance,
        List<String> problems,
        int moreProblems,
        String run,
        JsonNode body) {
    private static final JsonMapper JSON = JsonMapper.shared();

    /** A line of a balance. */
    public record Figure(String name, int colours, int rows) {}

    /**
     * A message that is about no run.
     *
     * @param more what a webhook gets besides, by its keys
     */
    public static Message of(
            String event, String job, String result, List<String> text, Map<String, String> more) {
        ObjectNode body = JSON.createObjectNode().put("job", job);
        more.forEach(body::put);
        body.put("event", event).put("message", text.get(text.size() - 1));
        String subject = "%s: %s".formatted(result, job);
        return new Message(event, job, subject, text, List.of(), List.of(), 0, null, body);
    }

    public Message {
        text = List.copyOf(text);
        balance = List.copyOf(balance);
        problems = List.copyOf(problems);
    }

    /**
     * The message as it is kept until it is delivered.
     *
     * @param key the same for the same event, so that it is told once
     */
    public Notification to(Recipient recipient, String key, Instant at) {
        return new Notification(
                Sha256.of(key + " " + recipient.fingerprint()),
                job,
                recipient.fingerprint(),
                recipient.shown(),
                JSON.writeValueAsString(this),
                at,
                0,
                null);
    }

    static Message of(Notification kept) {
        return JSON.readValue(kept.content(), Message.class);
    }
}
