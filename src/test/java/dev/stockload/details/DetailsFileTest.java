package dev.stockload.details;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.details.table.DetailTable.Entry;
import dev.stockload.merchant.ProductDetail;
import dev.stockload.merchant.ProductDetail.Attribute;
import dev.stockload.merchant.ProductDetail.Sku;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

class DetailsFileTest {
    private static final Instant AT = Instant.parse("2026-11-15T01:30:00Z");

    @Test
    void a_detail_is_stored_unchanged() {
        ProductDetail detail = detail(new BigDecimal("199.90"), new Sku("红", "36", "1", ""));
        assertThat(DetailsFile.detail(entry(detail))).isEqualTo(detail);
    }

    @ParameterizedTest
    @CsvSource({"199.9, 199.90", "200, 200.00", "2E+2, 200.00", "0.125, 0.125", "0, 0.00"})
    void prices_have_at_least_two_decimals(BigDecimal price, String shown) {
        Entry kept = entry(detail(price));
        assertThat(DetailsFile.detail(kept).price()).hasToString(shown);
        assertThat(DetailsFile.line(kept)).contains("\"price\":" + shown + ",");
        assertThat(DetailsFile.rows(kept).get(0).get(2)).isEqualTo(new BigDecimal(shown));
    }

    @Test
    void json_has_the_names_of_the_interface_and_html_as_it_is() {
        assertThat(
                        DetailsFile.line(
                                entry(
                                        detail(
                                                new BigDecimal("1.00"),
                                                new Sku("红", "36", null, "")))))
                .isEqualTo(
                        """
                        {"pid":7,"fetchedAt":"2026-11-15T01:30:00Z","categoryIdTree":"5,51",\
                        "description":"<p>it's \\"new\\" & good</p>","imgs":["a","b"],"price":1.00,\
                        "outerId":"s/x/1","picUrl":"a","attributes":[{"name":"Upper","value":"canvas"},\
                        {"name":"Sole","value":""}],"skus":[{"color":"红","size":"36","skuImg":""}],\
                        "storeUrl":"s","storeName":"S","title":"T","video":""}\
                        """);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            delimiter = '|',
            textBlock =
                    """
                    36,37,38 | 1,0,12 | 36=1 37=0 38=12
                    36, 37   | 1 , 2  | 36=1 37=2
                    36-40    | 5      | 36-40=5
                    36,37    | -      | 36=null 37=null
                    36,37    | ''     | 36=null 37=null
                    36,37    | 1      | 36=1 37=null
                    36       | 1,2    | 36=1 null=2
                    36,,38   | 1,2,3  | 36=1 =2 38=3
                    36,37    | ,2     | 36= 37=2
                    36       | many   | 36=many
                    ''       | ''     | null=null
                    """)
    void sizes_and_quantities_are_matched_by_position(String sizes, String stocks, String rows) {
        ProductDetail detail = detail(BigDecimal.ONE, new Sku("red", sizes, stocks, null));
        assertThat(
                        DetailsFile.rows(entry(detail)).stream()
                                .map(row -> row.get(4) + "=" + row.get(5))
                                .collect(Collectors.joining(" ")))
                .isEqualTo(rows);
    }

    @Test
    void a_table_has_every_colour_and_a_row_for_a_product_without_any() {
        ProductDetail two =
                detail(
                        BigDecimal.ONE,
                        new Sku("red", "36,37", "1,2", "r.jpg"),
                        new Sku("blue", "40", "0", ""));
        assertThat(DetailsFile.rows(entry(two)))
                .extracting(
                        row -> row.get(3) + " " + row.get(4) + " " + row.get(5) + " " + row.get(6))
                .containsExactly("red 36 1 r.jpg", "red 37 2 r.jpg", "blue 40 0 ");
        assertThat(DetailsFile.rows(entry(detail(BigDecimal.ONE)))).hasSize(1);
        List<Object> row = DetailsFile.rows(entry(two)).get(0);
        assertThat(row).hasSameSizeAs(DetailsFile.HEADER);
        assertThat(row.get(DetailsFile.HEADER.indexOf("Attributes")))
                .isEqualTo("Upper=canvas; Sole=");
        assertThat(row.get(DetailsFile.HEADER.indexOf("Description")))
                .isEqualTo("<p>it's \"new\" & good</p>");
        assertThat(row.get(DetailsFile.HEADER.indexOf("Video"))).isEqualTo("");
    }

    private static ProductDetail detail(BigDecimal price, Sku... skus) {
        return new ProductDetail(
                "5,51",
                null,
                "<p>it's \"new\" & good</p>",
                List.of("a", "b"),
                price,
                "s/x/1",
                "a",
                List.of(new Attribute("Upper", "canvas"), new Attribute("Sole", "")),
                List.of(skus),
                "s",
                "S",
                "T",
                "");
    }

    private static Entry entry(ProductDetail detail) {
        return new Entry(7, AT, DetailsFile.keep(detail));
    }
}
