package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Wait;
import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.change.StoreVerification.Check;
import dev.stockload.imports.change.VerifyResult;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The page and the HTTP interface show how the whole store differs, and send again. */
@Timeout(120)
@Tag("soak")
class StorePageTest {
    @TempDir Path home;
    @AutoClose private Shop shop;

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
        assertThat(visitor.get("/store?account=nobody").body())
                .contains("There is no account &#39;nobody&#39;");

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
        shop.awaitCompleted(run);
        assertThat(visitor.get("/runs/" + run).body())
                .contains("check of the store", "what the service shows differently");
        visitor.post("/store/check", "/store", "account", "default");
        assertThat(checked().sentAgain(true)).isEmpty();
        assertThat(visitor.get("/store").body()).doesNotContain("Send again");
    }

    @Test
    void programs_compare_the_store_and_send_again() throws Exception {
        ApiFixture api = new ApiFixture(shop);
        assertThat(api.get("/api/store").statusCode()).isEqualTo(404);
        assertThat(api.post("/api/store").statusCode()).isEqualTo(202);
        checked();

        assertThat(api.get("/api/store").body())
                .contains("\"more\":1", "\"known\":50,\"shown\":70,\"wanted\":50")
                .contains(
                        "\"elsewhere\":[{\"pid\":10001,\"item\":\"SL-10001\",\"checks\":1,\"since\":");
        assertThat(api.post("/api/store/send").body())
                .contains("\"job\":\"verify\"", "\"by\":\"token program-0\"");
    }

    @Test
    void the_page_offers_the_stock_and_an_empty_sheet_as_files() throws Exception {
        Visitor visitor = shop.visitor();
        assertThat(visitor.get("/store").body()).doesNotContain("id=\"exported\"");
        assertThat(visitor.get("/store/export/file").body())
                .contains("Nothing was exported since Stockload was started");

        visitor.post("/store/export", "/store", "account", "default", "format", "csv");
        String part = visitor.getPart("/store/export").body();
        while (part.contains("hx-trigger")) {
            assertThat(part).contains("The stock is being read").doesNotContain("<form");
            TimeUnit.MILLISECONDS.sleep(20);
            part = visitor.getPart("/store/export").body();
        }
        assertThat(part)
                .contains("stock-default.csv", "sizes of ", "<form")
                .doesNotContain("<html", home.toString());
        HttpResponse<String> file = visitor.get("/store/export/file");
        assertThat(file.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"stock-default.csv\"");
        assertThat(file.body()).contains("10001,SL-10001,x,36,70,");
        assertThat(visitor.get("/store/template").headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"empty-default.xlsx\"");
    }

    @Test
    void programs_export_the_store_and_get_it_as_a_file() throws Exception {
        ApiFixture api = new ApiFixture(shop);
        assertThat(api.post("/api/store/export?format=csv").statusCode()).isEqualTo(202);
        HttpResponse<String> second = api.post("/api/store/export?format=csv");
        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(second.body()).contains("being exported already");
        assertThat(api.get("/api/store/export/file").statusCode()).isEqualTo(409);
        HttpResponse<String> end = api.get("/api/store/export");
        while (end.statusCode() == 202) {
            TimeUnit.MILLISECONDS.sleep(20);
            end = api.get("/api/store/export");
        }
        assertThat(end.body()).startsWith("{\"file\":\"stock-default.csv\",\"products\":");
        assertThat(api.get("/api/store/export/file").body()).contains("10001,SL-10001,x,36,70,");

        api.post("/api/store/export?format=csv&known=true&product=SL-10001");
        Wait.until(() -> api.get("/api/store/export").statusCode() != 202);
        assertThat(api.get("/api/store/export/file").body())
                .contains("10001,SL-10001,x,36,50,")
                .doesNotContain("10002");
        assertThat(api.get("/api/store/template").body()).startsWith("PK");
    }

    private VerifyResult checked() throws Exception {
        Optional<VerifyResult> last = Optional.empty();
        while (last.isEmpty()
                || StoreVerification.asked(shop.ledger, "default")
                        .filter(Check::running)
                        .isPresent()) {
            TimeUnit.MILLISECONDS.sleep(20);
            last = StoreVerification.last(shop.ledger, "default");
        }
        return StoreVerification.last(shop.ledger, "default").orElseThrow();
    }
}
