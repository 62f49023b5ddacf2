package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** The page of a product: its sizes, and what happened to each. */
@Timeout(60)
class ProductPageTest {
    @TempDir Path home;
    @AutoClose private Shop shop;

    @Test
    void shows_each_size_with_its_steps_and_a_link_to_the_run() throws Exception {
        shop = new Shop(home);
        String sheet = "pid,colour,size,stock\n10001,red,36,50\n10001,red,37,4\n";
        shop.imported(shop.write("a.csv", sheet));
        Visitor visitor = shop.visitor();

        assertThat(visitor.get("/product?find=10001").body())
                .contains("Reading what the service shows", "<h2>red</h2>");
        assertThat(visitor.getPart("/product?find=10001").body())
                .doesNotContain("<html", "Reading what the service shows")
                .contains("<h1>Product 10001</h1>", "<h2>red</h2>", "Sizes of red")
                .containsPattern(
                        "<th scope=\"row\" class=\"n\">36</th>\\s*<td class=\"n\""
                                + " data-label=\"Wanted\">50</td>")
                .containsPattern(
                        "<time>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d \\S+</time>"
                                + " <a href=\"/runs/[^\"]+\">[^<]+</a>");
        assertThat(visitor.getPart("/product?find=no-such-item").body())
                .contains("'no-such-item' is no product id".replace("'", "&#39;"))
                .doesNotContain("<section class=\"product\"");
        assertThat(visitor.getPart("/product?find=l-1000").body())
                .contains("such an item number or colour: 1", "SL-10001 (10001)");
    }
}
