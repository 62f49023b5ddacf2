package dev.stockload.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;

import dev.stockload.Wait;
import dev.stockload.database.LedgerAddress;
import dev.stockload.database.LedgerConnection;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** Interrupting one thread in the middle of a statement does not close the database for others. */
@Timeout(120)
class InterruptedLedgerTest {
    @TempDir Path folder;

    @Test
    void other_threads_go_on() throws Exception {
        try (HikariDataSource source = LedgerConnection.connect(LedgerAddress.inFolder(folder))) {
            JdbcTemplate sql = new JdbcTemplate(source);
            sql.execute("create table note (number int, words varchar)");
            for (int round = 0; round < 20; round++) {
                AtomicInteger written = new AtomicInteger();
                Thread writer =
                        new Thread(
                                () -> {
                                    while (!Thread.currentThread().isInterrupted()) {
                                        sql.update(
                                                "insert into note values (?, repeat('x', 2000))",
                                                written.incrementAndGet());
                                    }
                                });
                writer.setUncaughtExceptionHandler((thread, fault) -> {});
                writer.start();
                Wait.until(() -> written.get() >= 5 || !writer.isAlive());
                writer.interrupt();
                writer.join();
                sql.update("insert into note values (0, 'others')");
            }
            assertThat(
                            sql.queryForObject(
                                    "select count(*) from note where number = 0", Integer.class))
                    .isEqualTo(20);
        }
    }
}
