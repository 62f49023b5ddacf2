package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.ApiTokens;
import dev.stockload.imports.change.StoreVerification;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The page and the HTTP interface show how the whole store differs, and send again. */
@Timeout(120)
@Tag("soak")
class StorePageTest {
    @TempDir Path home;
    @AutoClose private Shop shop;
    private String token;

    @BeforeEach
    void open() throws Exception {
        shop = new Shop(home);
        shop.imported(shop.write("a.csv", "pid,colour,size,stock\n10001,x,36,50\n10002,x,36,60\n"));
        TimeUnit.MILLISECONDS.sleep(2000);
        shop.edit(10001, 70);
    }

    @Test
    void the_page_compares_the_store_and_sends_again() throws Exception {
        Visitor visitor = shop.visitor();
        assertThat(visitor.get("/store").body()).contains("The store was not compared yet");

        visitor.post("/store/check", "/store", "account", "default");
        checked();

        assertThat(visitor.get("/store").body())
                .contains("<b>1</b>as sent", "<b>1</b>more, or another barcode")
                .contains("10001 (SL-10001): changed elsewhere in 1 check since ")
                .contains("1 size that is more or gone");
        assertThat(visitor.get("/store/differences.csv").body())
                .contains("10001", ",x,36,more,50,70,50");
        HttpResponse<String> sent =
                visitor.post("/store/send", "/store", "account", "default", "once", "key-0001");
        String run = sent.uri().getPath().substring("/runs/".length());
        await(run);
        assertThat(visitor.get("/runs/" + run).body())
                .contains("check of the store", "what the service shows differently");
        visitor.post("/store/check", "/store", "account", "default");
        assertThat(checked().sentAgain(true)).isEmpty();
        assertThat(visitor.get("/store").body()).doesNotContain("Send again");
    }

    @Test
    void programs_compare_the_store_and_send_again() throws Exception {
        assertThat(call("GET", "/api/store").statusCode()).isEqualTo(404);
        assertThat(call("POST", "/api/store").statusCode()).isEqualTo(202);
        checked();

        assertThat(call("GET", "/api/store").body())
                .contains("\"more\":1", "\"known\":50,\"shown\":70,\"wanted\":50")
                .contains(
                        "\"elsewhere\":[{\"pid\":10001,\"item\":\"SL-10001\",\"checks\":1,\"since\":");
        assertThat(call("POST", "/api/store/send").body())
                .contains("\"job\":\"verify\"", "\"by\":\"token erp\"");
    }

    private StoreVerification.Result checked() throws Exception {
        Optional<StoreVerification.Result> last = Optional.empty();
        while (shop.workspace.storeChecks().of("default").isPresent() || last.isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(20);
            last = shop.workspace.storeChecks().last("default");
        }
        return shop.workspace.storeChecks().last("default").orElseThrow();
    }

    private void await(String run) throws InterruptedException {
        Run now = shop.ledger.runs().get(run);
        while (now.state() != RunState.COMPLETED) {
            TimeUnit.MILLISECONDS.sleep(20);
            now = shop.ledger.runs().get(run);
        }
    }

    private HttpResponse<String> call(String method, String path) throws Exception {
        if (token == null) {
            token =
                    new ApiTokens(shop.ledger.database())
                            .add("erp", false, Instant.now())
                            .orElseThrow();
        }
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(shop.address() + path))
                                .header("Authorization", "Bearer " + token)
                                .timeout(Duration.ofSeconds(30))
                                .method(method, BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString());
    }
}
