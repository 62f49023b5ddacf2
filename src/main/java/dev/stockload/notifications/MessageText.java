package dev.stockload.notifications;

import dev.stockload.notifications.Message.Figure;
import dev.stockload.stock.Count;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A message as plain text and as HTML, with a sentence about the rejects file and a link. */
record MessageText(Message message, Optional<String> attachment, Optional<String> link) {
    /** Without the subject. */
    String plain() {
        List<String> parts = new ArrayList<>(message.text());
        attachment.ifPresent(parts::add);
        if (!message.balance().isEmpty()) {
            parts.add(balance());
        }
        if (!message.problems().isEmpty()) {
            parts.add(
                    "The first problems:\n- "
                            + String.join("\n- ", message.problems())
                            + more().map("\n"::concat).orElse(""));
        }
        end().ifPresent(parts::add);
        return String.join("\n\n", parts) + "\n";
    }

    private String balance() {
        return message.balance().stream()
                .map(
                        line ->
                                "%-10s %14s %12s"
                                        .formatted(
                                                line.name(),
                                                Count.of(line.colours(), "colour"),
                                                Count.of(line.rows(), "row")))
                .collect(Collectors.joining("\n"));
    }

    private Optional<String> more() {
        return Optional.of(message.moreProblems())
                .filter(count -> count > 0)
                .map(count -> "and %s more".formatted(Count.of(count)));
    }

    private Optional<String> end() {
        if (message.run() == null) {
            return link;
        }
        return Optional.of("Run " + message.run() + link.map(address -> "\n" + address).orElse(""));
    }

    String html() {
        StringBuilder page =
                new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\"><body>\n<h2>")
                        .append(escape(message.subject()))
                        .append("</h2>\n");
        message.text().forEach(sentence -> paragraph(page, sentence));
        attachment.ifPresent(sentence -> paragraph(page, sentence));
        if (!message.balance().isEmpty()) {
            page.append("<table cellpadding=\"4\">\n")
                    .append("<tr><td></td><th align=\"right\">Colours</th>")
                    .append("<th align=\"right\">Rows</th></tr>\n");
            for (Figure line : message.balance()) {
                page.append("<tr><td>%s</td>".formatted(line.name()))
                        .append("<td align=\"right\">%s</td>".formatted(Count.of(line.colours())))
                        .append(
                                "<td align=\"right\">%s</td></tr>\n"
                                        .formatted(Count.of(line.rows())));
            }
            page.append("</table>\n");
        }
        if (!message.problems().isEmpty()) {
            page.append("<p>The first problems:</p>\n<ul>\n");
            message.problems()
                    .forEach(each -> page.append("<li>%s</li>\n".formatted(escape(each))));
            page.append("</ul>\n");
            more().ifPresent(sentence -> paragraph(page, sentence));
        }
        if (message.run() != null) {
            paragraph(page, "Run " + message.run());
        }
        link.ifPresent(
                address ->
                        page.append(
                                "<p><a href=\"%1$s\">%1$s</a></p>\n".formatted(escape(address))));
        return page.append("</body></html>\n").toString();
    }

    private static void paragraph(StringBuilder page, String sentence) {
        page.append("<p>%s</p>\n".formatted(escape(sentence)));
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("\n", "<br>");
    }
}
