package dev.stockload.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

class WebhookFormatTest {
    private static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_123L);
    private static final URI PLAIN = URI.create("https://chat.example/send?access_token=t");
    private static final URI SIGNED =
            URI.create("https://chat.example/send?access_token=t&secret=SEC42");

    private final Message message =
            message(
                    "17 rows to correct: nightly",
                    "stock.csv has <b> & more",
                    List.of("row 3, column Size: 'XL' is no size"),
                    "run-1");

    @Test
    void slack_gets_an_escaped_text() {
        assertThat(body(WebhookFormat.SLACK, PLAIN).get("text").asString())
                .startsWith("17 rows to correct: nightly\n\nstock.csv has &lt;b&gt; &amp; more")
                .contains("- row 3, column Size: 'XL' is no size")
                .endsWith("https://stock.shop.example/runs/run-1");
    }

    @Test
    void teams_gets_a_card() {
        JsonNode card = body(WebhookFormat.TEAMS, PLAIN).get("attachments").get(0);
        assertThat(card.get("contentType").asString())
                .isEqualTo("application/vnd.microsoft.card.adaptive");
        JsonNode first = card.get("content").get("body").get(0);
        assertThat(first.get("type").asString()).isEqualTo("TextBlock");
        assertThat(first.get("text").asString()).isEqualTo("17 rows to correct: nightly");
    }

    /** The signature was computed with openssl by DingTalk's own recipe. */
    @Test
    void dingtalk_is_signed_in_the_address() {
        assertThat(WebhookFormat.DINGTALK.address(SIGNED, NOW))
                .hasToString(
                        "https://chat.example/send?access_token=t&timestamp=1700000000123&sign="
                                + "VQeoUFrQrxMU75QPimJ4muPhHdv3hcJm6%2FodVi6oXxw%3D");
        assertThat(body(WebhookFormat.DINGTALK, SIGNED).get("text").get("content").asString())
                .startsWith("17 rows to correct");
        assertThat(WebhookFormat.DINGTALK.address(PLAIN, NOW)).isEqualTo(PLAIN);
    }

    /** The signature was computed with Python by Feishu's own recipe. */
    @Test
    void feishu_is_signed_in_the_body() {
        JsonNode body = body(WebhookFormat.FEISHU, SIGNED);
        assertThat(body.get("timestamp").asString()).isEqualTo("1700000000");
        assertThat(body.get("sign").asString())
                .isEqualTo("VsK7GBas7+1xft/U4DWL/zmlBXuLBJT7aahjdFcm38g=");
        assertThat(body.get("msg_type").asString()).isEqualTo("text");
        assertThat(WebhookFormat.FEISHU.address(SIGNED, NOW)).isEqualTo(PLAIN);
        assertThat(body(WebhookFormat.FEISHU, PLAIN).has("sign")).isFalse();
    }

    @Test
    void wecom_gets_at_most_2048_bytes() {
        Message long_ = message("失败", "库存".repeat(2000), List.of(), null);
        String body = WebhookFormat.WECOM.body(long_, PLAIN, Optional.empty(), NOW);
        String content = JsonMapper.shared().readTree(body).get("text").get("content").asString();
        assertThat(content.getBytes(java.nio.charset.StandardCharsets.UTF_8)).hasSizeLessThan(2048);
        assertThat(content).endsWith("…");
    }

    @Test
    void a_shortened_text_keeps_its_link() {
        Message cut = message("Failed: nightly", "a word ".repeat(90), List.of(), "run-1");
        String link = "https://stock.shop.example/runs/run-1";
        String body = WebhookFormat.WECOM.body(cut, PLAIN, Optional.of(link), NOW);
        String content = JsonMapper.shared().readTree(body).get("text").get("content").asString();
        assertThat(content).hasSizeLessThanOrEqualTo(600).endsWith("…\n" + link);
    }

    @Test
    void an_answer_of_200_may_be_a_refusal() {
        assertThat(
                        WebhookFormat.DINGTALK.refusal(
                                "{\"errcode\":310000,\"errmsg\":\"sign not match\"}"))
                .contains("310000 sign not match");
        assertThat(WebhookFormat.WECOM.refusal("{\"errcode\":0,\"errmsg\":\"ok\"}")).isEmpty();
        assertThat(WebhookFormat.FEISHU.refusal("{\"code\":19021,\"msg\":\"sign match fail\"}"))
                .contains("19021 sign match fail");
        assertThat(WebhookFormat.FEISHU.refusal("{\"StatusCode\":0}")).isEmpty();
    }

    private static Message message(String subject, String text, List<String> problems, String run) {
        JsonNode body = JsonMapper.shared().createObjectNode();
        return new Message("nightly", subject, List.of(text), List.of(), problems, 0, run, body);
    }

    private JsonNode body(WebhookFormat form, URI url) {
        return JsonMapper.shared()
                .readTree(
                        form.body(
                                message,
                                url,
                                Optional.of("https://stock.shop.example/runs/run-1"),
                                NOW));
    }

    @Test
    void a_secret_is_read_from_an_address_without_another_query() {
        URI hook = URI.create("https://chat.example/hook/abc&secret=SEC42");
        assertThat(WebhookFormat.secret(hook)).contains("SEC42");
        assertThat(WebhookFormat.FEISHU.address(hook, Instant.EPOCH).toString())
                .startsWith("https://chat.example/hook/abc")
                .doesNotContain("SEC42");
    }
}
