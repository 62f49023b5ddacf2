package dev.stockload.jobs;

import dev.stockload.notifications.Recipient;

import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
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
final class ContactKeys {
    static final List<String> KEYS = List.of("expect", "ping", "notify");

    private static final String NOTIFY = "notify";

    private final YamlKeys keys;

    ContactKeys(YamlKeys keys) {
        this.keys = keys;
    }

    Contacts contacts() {
        return new Contacts(
                keys.tried(this::subscriptions, List.of()),
                keys.tried(() -> keys.text("ping").map(this::ping), Optional.empty()),
                keys.tried(() -> keys.text("expect").map(this::expect), Optional.empty()));
    }

    private List<Subscription> subscriptions() {
        Node node = keys.node(NOTIFY).orElse(null);
        if (node == null) {
            return List.of();
        }
        return node instanceof SequenceNode all
                ? all.getValue().stream().flatMap(each -> subscribed(each).stream()).toList()
                : subscribed(node);
    }

    private List<Subscription> subscribed(Node node) {
        if (!(node instanceof MappingNode mapping)) {
            return subscribed(recipients(node, false), Subscription.End.ALL);
        }
        Map<String, Node> parts = keys.entries(mapping, NOTIFY, List.of("url", "on", "allowHttp"));
        if (!parts.containsKey("url")) {
            throw keys.fault(node, NOTIFY, "has no 'url' to post to");
        }
        boolean http =
                parts.containsKey("allowHttp")
                        && keys.text(parts.get("allowHttp"), NOTIFY).equals("true");
        return subscribed(recipients(parts.get("url"), http), ends(parts.get("on")));
    }

    private static List<Subscription> subscribed(
            List<Recipient> recipients, Set<Subscription.End> on) {
        return recipients.stream().map(each -> new Subscription(each, on)).toList();
    }

    /** The address is not repeated where it is none: it may hold a secret. */
    private List<Recipient> recipients(Node node, boolean allowHttp) {
        try {
            return Recipient.parse(keys.text(node, NOTIFY), allowHttp);
        } catch (IllegalArgumentException e) {
            throw keys.fault(node, NOTIFY, e.getMessage());
        }
    }

    private Set<Subscription.End> ends(Node node) {
        Set<Subscription.End> ends = EnumSet.noneOf(Subscription.End.class);
        for (Node each :
                node == null ? List.<Node>of() : keys.list(node, "on", "[rejects, failure]")) {
            String word = each instanceof ScalarNode scalar ? scalar.getValue() : "";
            if (!Subscription.End.keys().contains(word)) {
                throw keys.unknown(each, "on", word, Subscription.End.keys());
            }
            ends.add(Subscription.End.valueOf(word.toUpperCase(Locale.ROOT)));
        }
        return ends.isEmpty() ? Subscription.End.ALL : ends;
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
