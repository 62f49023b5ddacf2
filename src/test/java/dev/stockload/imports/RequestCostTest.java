package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;

/** What a request asks of the database, as the database itself counts it. */
class RequestCostTest extends InWarehouse {
    @Test
    void a_request_more_costs_few_statements() throws IOException {
        warehouse.start(warehouse.sheet("warm.csv", 1, 1));
        warehouse.ledger.database().sql("set query_statistics_max_entries 1000").update();

        long fewest = Long.MAX_VALUE;
        // On a busy machine, statements that come by the clock are counted too.
        for (int requests : new int[] {1, 4, 7}) {
            long few = statements("few%d.csv".formatted(requests), requests, 300);
            long more = statements("more%d.csv".formatted(requests), requests + 2, 300);
            fewest = Math.min(fewest, (more - few) / 2);
        }
        assertThat(fewest).isLessThanOrEqualTo(17);
    }

    /** Without those that renew the lease of the process. */
    private long statements(String sheet, int products, int colours) throws IOException {
        warehouse.ledger.database().sql("set query_statistics false").update();
        warehouse.ledger.database().sql("set query_statistics true").update();
        assertThat(warehouse.start(warehouse.sheet(sheet, products, colours)).run().requests())
                .isEqualTo(products * colours / 300);
        return warehouse
                .ledger
                .database()
                .sql(
                        """
                        select sum(execution_count) from information_schema.query_statistics
                         where sql_statement not like '%process%'
                        """)
                .query(Long.class)
                .single();
    }
}
