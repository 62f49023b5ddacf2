package dev.stockload.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

class ProductListEndpointTest {
    private final ManualClock clock = new ManualClock();

    @AutoClose private final Sandbox sandbox = Sandbox.start(TestSandbox.inMemory(clock));

    private final Caller caller = new Caller(sandbox, clock);

    @Test
    void lists_all_products_page_by_page() throws IOException {
        List<Integer> ids = ids("");

        assertThat(ids).hasSize(220).startsWith(10001).endsWith(10220).doesNotHaveDuplicates();
    }

    @Test
    void an_element_has_the_documented_fields_and_no_others() throws IOException {
        Caller.Reply reply = caller.form("/Stock/Product", "page=1");

        assertThat(reply.headers().get("content-type")).containsExactly("application/json");
        assertThat(reply.json().propertyNames())
                .containsExactlyInAnyOrder("success", "totalPages", "data");
        assertThat(reply.json().get("totalPages").intValue()).isEqualTo(5);
        assertThat(reply.json().get("data")).hasSize(50);
        assertThat(reply.json().get("data").get(0))
                .hasToString(
                        "{\"id\":10001,\"artNo\":\"SL-10001\",\"pic\":\"https://img.example.test/10001/1.jpg\"}");
    }

    @Test
    void filters_by_whether_stock_was_added() throws IOException {
        assertThat(ids("&stock=true")).hasSize(55).allMatch(id -> id % 4 == 0);
        assertThat(ids("&stock=false")).hasSize(165).noneMatch(id -> id % 4 == 0);

        caller.create(
                "[{\"color\":\"red\",\"pid\":10001,\"param\":[{\"size\":\"36\",\"stock\":0}]}]");

        assertThat(ids("&stock=true")).hasSize(56).contains(10001);
        assertThat(ids("&stock=False")).hasSize(164).doesNotContain(10001);
    }

    @Test
    void accepts_the_page_in_the_query_string() throws IOException {
        Caller.Reply inQuery = caller.post("/Stock/Product?page=2", null, null, caller.headers());

        assertThat(inQuery.status()).isEqualTo(200);
        assertThat(inQuery.text()).isEqualTo(caller.form("/Stock/Product", "page=2").text());
    }

    @Test
    void a_page_after_the_last_is_empty() throws IOException {
        JsonNode beyond = caller.form("/Stock/Product", "page=6").json();

        assertThat(beyond.get("success").booleanValue()).isTrue();
        assertThat(beyond.get("totalPages").intValue()).isEqualTo(5);
        assertThat(beyond.get("data")).isEmpty();
        assertThat(caller.form("/Stock/Product", "page=2147483647").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    stock=true           | page
                    page=                | page
                    page=one             | page
                    page=1.0             | page
                    page=+1              | page
                    page=０              | page
                    page=0               | page
                    page=-1              | page
                    page=2147483648      | page
                    page=99999999999     | page
                    page=1&page=2        | page
                    page=1&stock=yes     | stock
                    page=1&stock=        | stock
                    page=1&stock=1       | stock
                    page=%zz             | body
                    """)
    void answers_400_to_a_bad_parameter_and_names_it(String body, String parameter)
            throws IOException {
        Caller.Reply reply = caller.form("/Stock/Product", body);

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.json().get("parameter").stringValue()).isEqualTo(parameter);
        assertThat(reply.msg()).startsWith(parameter + ": ").contains("expected");
    }

    @Test
    void a_body_that_is_not_a_form_is_a_bad_parameter() throws IOException {
        Caller.Reply reply =
                caller.post("/Stock/Product", Caller.JSON, "{\"page\":1}", caller.headers());

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.msg()).startsWith("header Content-Type: 'application/json' was sent");
    }

    private List<Integer> ids(String filter) throws IOException {
        List<Integer> ids = new ArrayList<>();
        int pages = 1;
        for (int page = 1; page <= pages; page++) {
            JsonNode json = caller.form("/Stock/Product", "page=" + page + filter).json();
            pages = json.get("totalPages").intValue();
            json.get("data").forEach(product -> ids.add(product.get("id").intValue()));
        }
        return ids;
    }
}
