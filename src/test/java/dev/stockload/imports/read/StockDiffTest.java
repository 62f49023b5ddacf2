package dev.stockload.imports.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.stock.Size;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.json.JsonMapper;

import java.time.Instant;
import java.util.List;

/** The output of {@code diff --json} stays the same, to the byte. */
class StockDiffTest {
    @Test
    void the_sent_stock_is_shown_only_if_the_service_shows_something_else() {
        assertThat(written(Instant.parse("2026-03-01T01:30:00.120999Z")))
                .isEqualTo(
                        """
                        {"base":{"from":"ledger","at":"2026-03-01T01:30:00.120Z"},\
                        "totals":{"more":1,"fewer":4,"toZero":0,"new":1,"unchanged":2,"missing":3,"leftOut":4},\
                        "newColours":[],"changes":[\
                        {"pid":7,"item":"A-7","color":"red","size":"36","before":9,"after":5,"sent":8},\
                        {"pid":7,"item":"A-7","color":"red","size":"37-38","before":null,"after":1}],"problems":[]}\
                        """);
    }

    @Test
    void a_diff_without_known_stock_has_no_time() {
        assertThat(written(null)).startsWith("{\"base\":{\"from\":\"ledger\",\"at\":null},");
    }

    private static String written(Instant at) {
        StockDiff.Builder diff = new StockDiff.Builder(product -> "A-" + product);
        diff.colour(7, "red");
        diff.size(new Size(37, 38), null, 1, null, null);
        diff.size(new Size(36, 36), 9, 5, 8, null);
        diff.size(new Size(40, 40), 5, 5, 5, null);
        diff.size(new Size(40, 40), 5, 5, 5, null);
        StockDiff built = diff.build(StockDiff.Base.ofLedger(at), 3, 4);
        return JsonMapper.shared().writeValueAsString(built.document(List.of()));
    }
}
