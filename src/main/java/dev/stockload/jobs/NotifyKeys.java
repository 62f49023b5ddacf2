package dev.stockload.jobs;

import dev.stockload.notifications.Recipient;

import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

import java.net.URI;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads who is told what: {@code notify}, {@code ping} and {@code expect}. */
final class NotifyKeys {
    static final List<String> KEYS = List.of("expect", "ping", "notify");

    private static final String NOTIFY = "notify";

    private final YamlReader keys;

    NotifyKeys(YamlReader keys) {
        this.keys = keys;
    }

    NotifySettings notifySettings() {
        return new NotifySettings(
                keys.tried(this::notifyRules, List.of()),
                keys.tried(() -> keys.text("ping").map(this::ping), Optional.empty()),
                keys.tried(() -> keys.text("expect").map(this::expect), Optional.empty()));
    }

    private List<NotifyRule> notifyRules() {
        Node node = keys.node(NOTIFY).orElse(null);
        if (node == null) {
            return List.of();
        }
        return node instanceof SequenceNode all
                ? all.getValue().stream().flatMap(each -> rules(each).stream()).toList()
                : rules(node);
    }

    private List<NotifyRule> rules(Node node) {
        if (!(node instanceof MappingNode mapping)) {
            return rules(recipients(node, false), NotifyRule.End.ALL);
        }
        Map<String, Node> parts = keys.entries(mapping, NOTIFY, List.of("url", "on", "allowHttp"));
        if (!parts.containsKey("url")) {
            throw keys.fault(node, NOTIFY, "has no 'url' to post to");
        }
        boolean http =
                parts.containsKey("allowHttp")
                        && keys.text(parts.get("allowHttp"), NOTIFY).equals("true");
        return rules(recipients(parts.get("url"), http), ends(parts.get("on")));
    }

    private static List<NotifyRule> rules(List<Recipient> recipients, Set<NotifyRule.End> on) {
        return recipients.stream().map(each -> new NotifyRule(each, on)).toList();
    }

    /** The address is not repeated where it is none: it may hold a secret. */
    private List<Recipient> recipients(Node node, boolean allowHttp) {
        try {
            return Recipient.parse(keys.text(node, NOTIFY), allowHttp);
        } catch (IllegalArgumentException e) {
            throw keys.fault(node, NOTIFY, e.getMessage());
        }
    }

    private Set<NotifyRule.End> ends(Node node) {
        Set<NotifyRule.End> ends = EnumSet.noneOf(NotifyRule.End.class);
        for (Node each :
                node == null ? List.<Node>of() : keys.list(node, "on", "[rejects, failure]")) {
            String word = YamlReader.plain(each);
            if (!NotifyRule.End.keys().contains(word)) {
                throw keys.unknown(each, "on", word, NotifyRule.End.keys());
            }
            ends.add(NotifyRule.End.valueOf(word.toUpperCase(Locale.ROOT)));
        }
        return ends.isEmpty() ? NotifyRule.End.ALL : ends;
    }

    private URI ping(String text) {
        try {
            URI url = URI.create(text);
            boolean web = "https".equals(url.getScheme()) || "http".equals(url.getScheme());
            if (web && url.getHost() != null) {
                if ("https".equals(url.getScheme()) || Recipient.isLoopback(url)) {
                    return url;
                }
                throw keys.fault(
                        "ping", "would call %s unencrypted: use https".formatted(url.getHost()));
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw keys.fault("ping", "takes a web address, such as https://monitor.example/nightly");
    }

    private LocalTime expect(String text) {
        try {
            return LocalTime.parse(text, DateTimeFormatter.ofPattern("H:mm"));
        } catch (DateTimeException e) {
            throw keys.fault(
                    "expect",
                    "takes a time of day in quotes, such as \"06:00\", but this is '%s'"
                            .formatted(text));
        }
    }
}
