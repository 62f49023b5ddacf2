package dev.stockload.notifications;

import dev.stockload.stock.SafeText;

import okhttp3.HttpUrl;

import okio.ByteString;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.net.URI;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * The JSON formats of webhooks and chats, as each documents its own. DingTalk and Feishu sign with
 * a secret, which the address holds as {@code secret=…} and which is not sent.
 */
public enum WebhookFormat {
    /** Posts the report of the run; the address is used unchanged. */
    WEBHOOK(Integer.MAX_VALUE, null, null) {
        @Override
        String body(Message message, URI url, Optional<String> link, Instant now) {
            return message.body().toString();
        }

        @Override
        URI address(URI url, Instant now) {
            return url;
        }
    },
    SLACK(3500, null, null) {
        @Override
        ObjectNode body(String text, Optional<String> secret, Instant now) {
            // Three characters have a meaning in its mark-up.
            return JSON.createObjectNode()
                    .put(
                            "text",
                            text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
        }
    },
    TEAMS(20_000, null, null) {
        @Override
        ObjectNode body(String text, Optional<String> secret, Instant now) {
            ObjectNode body = JSON.createObjectNode().put("type", "message");
            ObjectNode card =
                    body.putArray("attachments")
                            .addObject()
                            .put("contentType", "application/vnd.microsoft.card.adaptive")
                            .putObject("content");
            card.put("$schema", "http://adaptivecards.io/schemas/adaptive-card.json")
                    .put("type", "AdaptiveCard")
                    .put("version", "1.2");
            var parts = card.putArray("body");
            String[] lines = text.split("\n+");
            for (int i = 0; i < lines.length; i++) {
                ObjectNode block = parts.addObject().put("type", "TextBlock").put("text", lines[i]);
                block.put("wrap", true);
                if (i == 0) {
                    block.put("weight", "Bolder");
                }
            }
            return body;
        }
    },
    DINGTALK(6000, "errcode", "errmsg") {
        @Override
        URI address(URI url, Instant now) {
            URI unsigned = super.address(url, now);
            return secret(url)
                    .map(secret -> signed(unsigned, secret, now.toEpochMilli()))
                    .orElse(unsigned);
        }

        private URI signed(URI url, String secret, long time) {
            return HttpUrl.get(url.toString())
                    .newBuilder()
                    .addQueryParameter("timestamp", String.valueOf(time))
                    .addQueryParameter("sign", hmac(secret, time + "\n" + secret))
                    .build()
                    .uri();
        }
    },
    WECOM(600, "errcode", "errmsg"),
    FEISHU(6000, "code", "msg") {
        @Override
        ObjectNode body(String text, Optional<String> secret, Instant now) {
            ObjectNode body = JSON.createObjectNode();
            secret.ifPresent(
                    key -> {
                        long time = now.getEpochSecond();
                        body.put("timestamp", String.valueOf(time))
                                .put("sign", hmac(time + "\n" + key, ""));
                    });
            body.put("msg_type", "text").putObject("content").put("text", text);
            return body;
        }
    };

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String SECRET = "secret";

    private final int longest;
    private final String code;
    private final String words;

    /**
     * @param longest the limit for a text in characters, chosen low: WeCom's is 2048 bytes
     * @param code the field of an answer with the error number; null if the status is enough
     * @param words the field with the error text
     */
    WebhookFormat(int longest, String code, String words) {
        this.longest = longest;
        this.code = code;
        this.words = words;
    }

    /** The format of DingTalk and WeCom. */
    ObjectNode body(String text, Optional<String> secret, Instant now) {
        ObjectNode body = JSON.createObjectNode().put("msgtype", "text");
        body.putObject("text").put("content", text);
        return body;
    }

    String prefix() {
        return name().toLowerCase(Locale.ROOT) + ":";
    }

    String body(Message message, URI url, Optional<String> link, Instant now) {
        String text = text(message, link);
        return JSON.writeValueAsString(
                body(
                        text.length() <= longest ? text : cut(message, link.orElse("")),
                        secret(url),
                        now));
    }

    private static String text(Message message, Optional<String> link) {
        return message.subject() + "\n\n" + message.text(Optional.empty(), link).strip();
    }

    /** The shortened text, with the whole link. */
    private String cut(Message message, String link) {
        String text = text(message, Optional.empty());
        String end = link.isEmpty() ? "…" : "…\n" + link;
        return SafeText.fit(text, longest - end.length(), "") + end;
    }

    /** The address to post to: without its secret, and signed if there is one. */
    URI address(URI given, Instant now) {
        return withQuery(given).newBuilder().removeAllQueryParameters(SECRET).build().uri();
    }

    /** Accepts {@code &secret=} also if the address has no query before it. */
    private static HttpUrl withQuery(URI url) {
        String text = url.toString();
        return HttpUrl.get(
                url.getRawQuery() == null ? text.replaceFirst("&secret=", "?secret=") : text);
    }

    static Optional<String> secret(URI given) {
        return Optional.ofNullable(withQuery(given).queryParameter(SECRET));
    }

    /** Why a message was refused although the status was 200. */
    Optional<String> refusal(String answer) {
        if (code == null) {
            return Optional.empty();
        }
        try {
            JsonNode json = JSON.readTree(answer);
            int number = json.path(code).asInt(0);
            return number == 0
                    ? Optional.empty()
                    : Optional.of("%d %s".formatted(number, json.path(words).asString("")).strip());
        } catch (JacksonException e) {
            return Optional.of("an answer that is not JSON");
        }
    }

    private static String hmac(String key, String text) {
        return ByteString.encodeUtf8(text).hmacSha256(ByteString.encodeUtf8(key)).base64();
    }
}
