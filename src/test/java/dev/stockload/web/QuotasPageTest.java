package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.rules.Work;
import dev.stockload.details.table.DetailTable.Fetch;
import dev.stockload.details.table.DetailsRequest;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.sandbox.TestSandbox;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

@Tag("soak")
class QuotasPageTest {
    private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

    @TempDir Path home;
    @AutoClose private Shop shop;
    private volatile Instant now = NOON;

    @BeforeEach
    void open() throws IOException {
        shop = new Shop(home, null, () -> now, TestSandbox.inMemory());
    }

    @Test
    void shows_an_account_that_fetched_nothing_with_its_day() {
        String page = shop.visitor().get("/quotas").body();
        assertThat(page)
                .contains("300 more products can be fetched now", "0 of 300", "0 of 5,000")
                .contains("nothing was fetched before today", "Nothing has been fetched yet")
                .contains("aria-current=\"page\">Quotas");
    }

    @Test
    void says_until_when_a_used_up_day_lasts_and_which_job_waits() {
        Run job = job("default");
        for (int product = 1; product <= 300; product++) {
            fetch(job, product, "Shoe " + product);
        }
        // By the clock of the machine, too: else it would go on by itself.
        Instant far = Instant.parse("2199-11-16T00:00:00Z");
        shop.ledger.waitingRuns().later(job.id(), Optional.of(far));
        shop.ledger.runs().ended(job, Run.End.stopped(now, "300 were fetched"));
        assertThat(shop.visitor().get("/quotas").body())
                .contains(
                        "Nothing more can be fetched until 2026-11-16 00:00 UTC: 300 details were")
                .contains("By then 200 more of the 300 fetched products must be published")
                .contains("300 of 300", "Waiting until 2199-11-16 00:00 UTC", "300 were fetched")
                .contains("300 of 401 products done")
                .contains("300 of 300 fetched products are not marked as published");
    }

    @Test
    void marking_products_as_published_allows_more_fetching() {
        Run job = job("old <b>account</b>");
        for (int product = 1; product <= 3; product++) {
            fetch(job, product, "Shoe <i>" + product);
        }
        now = NOON.plus(Duration.ofDays(1));
        Visitor visitor = shop.visitor();
        assertThat(visitor.get("/quotas").body())
                .contains("old &lt;b&gt;account&lt;/b&gt;")
                .contains("Publish 2 more and mark them");
        String list = "/quotas/products?account=old%20%3Cb%3Eaccount%3C/b%3E";
        assertThat(visitor.get(list).body()).contains("Shoe &lt;i&gt;1", "value=\"3\"");

        String[] form = {"account", job.account(), "published", "true", "product", "1"};
        assertThat(visitor.postWithout("/quotas/products", form).statusCode()).isEqualTo(403);
        String[] both = {
            "account", job.account(), "published", "true", "product", "1", "typed", "2, 77"
        };
        HttpResponse<String> marked = visitor.post("/quotas/products", list, both);
        assertThat(marked.body())
                .contains("2 products are marked as published.")
                .contains("never fetched with account old &lt;b&gt;account&lt;/b&gt;: 77.")
                .doesNotContain("value=\"2\"");
        assertThat(visitor.get("/quotas").body())
                .contains("two thirds are enough", "1 of 3 fetched products is not marked");

        String[] undo = {"account", job.account(), "published", "false", "product", "2"};
        assertThat(visitor.post("/quotas/products", list + "&published=true", undo).body())
                .contains("1 product is no longer marked.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    10001 XL    | &#39;XL&#39; is no product id, item number or barcode
                    1.5         | &#39;1.5&#39; is no product id
                    99999999999 | is no product id
                    ''          | No product was ticked
                    """)
    void reports_a_wrong_product_id_and_changes_nothing(String typed, String words) {
        Run job = job("default");
        fetch(job, 10001, "Shoe");
        Visitor visitor = shop.visitor();
        String[] form = {"account", "default", "published", "true", "typed", typed};
        assertThat(
                        visitor.post("/quotas/products", "/quotas/products?account=default", form)
                                .body())
                .contains(words);
        assertThat(shop.ledger.details().products("default").get(0).published()).isFalse();
    }

    @Test
    void a_page_that_is_open_shows_what_changes_meanwhile() throws Exception {
        Run job = job("default");
        assertThat(shop.visitor().get("/quotas").body())
                .contains(
                        "hx-get=\"/quotas/list?page=1\"",
                        "hx-trigger=\"every 2s, stockload:back from:body\"");
        fetch(job, 1, "Shoe");
        assertThat(shop.visitor().get("/quotas/list?page=1").body()).contains("<b>1 of 300</b>");
    }

    private Run job(String account) {
        List<Integer> products =
                IntStream.concat(IntStream.range(1, 401), IntStream.of(10001)).boxed().toList();
        DetailsRequest order = new DetailsRequest(account, products, false, Optional.empty());
        Run.Identity identity =
                new Run.Identity("details-1", DetailsRequest.JOB, account, order.content(), 1);
        Run.Input input = Run.Input.unread("", order.options(), Work.DETAILS);
        String owner = shop.ledger.owners().name();
        Run run = shop.ledger.runs().add(Run.begun(identity, input, now, owner));
        shop.ledger.details().want(run.id(), products);
        return run;
    }

    private void fetch(Run job, int product, String title) {
        Fetch fetch = shop.ledger.details().begin(job, product, now);
        byte[] detail = "{\"title\":\"%s\"}".formatted(title).getBytes(StandardCharsets.UTF_8);
        shop.ledger.details().fetched(fetch, "shop", detail, now);
        Tally counted = shop.ledger.details().count(job.id());
        shop.ledger.runs().tally(job.id(), counted, 0);
    }
}
