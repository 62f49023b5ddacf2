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

        long one = statements("one.csv", 1, 300);
        long three = statements("three.csv", 3, 300);
        assertThat((three - one) / 2).isLessThanOrEqualTo(17);
    }

    /** Without those that renew the lease of the process, which come by the clock. */
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
