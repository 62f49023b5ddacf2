package dev.stockload.notifications;

import dev.stockload.notifications.MessageTable.StoredMessage;
import dev.stockload.process.Sha256;
import dev.stockload.stock.Count;

import org.springframework.web.util.HtmlUtils;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

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

    public record Figure(String name, int colours, int rows) {
        private String line() {
            return "%-10s %14s %12s"
                    .formatted(name, Count.of(colours, "colour"), Count.of(rows, "row"));
        }
    }

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

    public static Message of(StoredMessage stored) {
        return JSON.readValue(stored.content(), Message.class);
    }

    /** What the mailed sheet that it answers is known by; empty if it answers none. */
    public String repliesTo() {
        return body.path("repliesTo").asString("");
    }

    /** As an answer to the mail with this id and subject. */
    public Message answering(String id, String mailSubject) {
        return new Message(
                job,
                "Re: " + mailSubject,
                text,
                balance,
                problems,
                moreProblems,
                run,
                JSON.createObjectNode().put("repliesTo", id));
    }

    /** As plain text without the subject; {@code attachment} is about the rejects file. */
    String text(Optional<String> attachment, Optional<String> link) {
        List<String> parts = new ArrayList<>(text);
        attachment.ifPresent(parts::add);
        if (!balance.isEmpty()) {
            parts.add(balance.stream().map(Figure::line).collect(Collectors.joining("\n")));
        }
        if (!problems.isEmpty()) {
            parts.add(
                    "The first problems:\n- "
                            + String.join("\n- ", problems)
                            + more().map("\n"::concat).orElse(""));
        }
        if (run != null) {
            parts.add("Run " + run + link.map("\n"::concat).orElse(""));
        } else {
            link.ifPresent(parts::add);
        }
        return String.join("\n\n", parts) + "\n";
    }

    private Optional<String> more() {
        return moreProblems > 0
                ? Optional.of("and %s more".formatted(Count.of(moreProblems)))
                : Optional.empty();
    }

    String html(Optional<String> attachment, Optional<String> link) {
        StringBuilder page =
                new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\"><body>\n<h2>")
                        .append(escape(subject))
                        .append("</h2>\n");
        text.forEach(sentence -> paragraph(page, sentence));
        attachment.ifPresent(sentence -> paragraph(page, sentence));
        if (!balance.isEmpty()) {
            page.append("<table cellpadding=\"4\">\n")
                    .append("<tr><td></td><th align=\"right\">Colours</th>")
                    .append("<th align=\"right\">Rows</th></tr>\n");
            for (Figure line : balance) {
                page.append("<tr><td>%s</td>".formatted(line.name()))
                        .append("<td align=\"right\">%s</td>".formatted(Count.of(line.colours())))
                        .append(
                                "<td align=\"right\">%s</td></tr>\n"
                                        .formatted(Count.of(line.rows())));
            }
            page.append("</table>\n");
        }
        if (!problems.isEmpty()) {
            page.append("<p>The first problems:</p>\n<ul>\n");
            problems.forEach(each -> page.append("<li>%s</li>\n".formatted(escape(each))));
            page.append("</ul>\n");
            more().ifPresent(sentence -> paragraph(page, sentence));
        }
        if (run != null) {
            paragraph(page, "Run " + run);
        }
        link.map(Message::escape)
                .map("<p><a href=\"%1$s\">%1$s</a></p>\n"::formatted)
                .ifPresent(page::append);
        return page.append("</body></html>\n").toString();
    }

    private static void paragraph(StringBuilder page, String sentence) {
        page.append("<p>%s</p>\n".formatted(escape(sentence)));
    }

    private static String escape(String text) {
        return HtmlUtils.htmlEscape(text, "UTF-8").replace("\n", "<br>");
    }
}
