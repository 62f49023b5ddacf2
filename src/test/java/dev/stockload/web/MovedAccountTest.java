package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.Run;
import dev.stockload.sandbox.SandboxOptions;
import dev.stockload.sandbox.TestSandbox;
import dev.stockload.service.AccountIdentities;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.InstantSource;

/** Runs of a store that the account has left. */
@Timeout(300)
class MovedAccountTest {
    @TempDir Path home;

    @Test
    void the_http_interface_refuses_to_resume_a_run_of_the_former_store() throws Exception {
        SandboxOptions service = TestSandbox.inMemory(InstantSource.system(), "drop@1");
        try (Shop shop = new Shop(home, null, InstantSource.system(), service)) {
            Path sheet = shop.write("a.csv", "pid,colour,size,stock\n10001,red,36,5\n");
            ImportTicket ticket = shop.queue.submit(shop.order(sheet));
            shop.queue.stop(ticket.run());
            Run run = shop.ended(ticket);
            assertThat(run.isUnfinished()).isTrue();
            new AccountIdentities(shop.ledger).moved(run.account());

            HttpResponse<String> refused =
                    new ApiFixture(shop).post("/api/runs/" + run.id() + "/resume");

            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body())
                    .contains("Run %s cannot be resumed. It ended unfinished".formatted(run.id()));
        }
    }
}
