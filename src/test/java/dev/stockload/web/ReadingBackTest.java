package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.cli.CommandRun;
import dev.stockload.queue.Ended;
import dev.stockload.queue.ImportTicket;
import dev.stockload.sandbox.SandboxOptions;
import dev.stockload.sandbox.TestSandbox;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.InstantSource;

/** The pages while a run checks whether a request was applied. */
@Timeout(300)
class ReadingBackTest {
    @TempDir Path home;

    @Test
    void the_page_and_status_say_what_the_run_does_and_until_when() throws Exception {
        SandboxOptions service = TestSandbox.inMemory(InstantSource.system(), "drop@1");
        try (Shop shop = new Shop(home, null, InstantSource.system(), service)) {
            Path sheet = shop.write("a.csv", "pid,colour,size,stock\n10001,red,36,5\n");
            ImportTicket ticket = shop.queue.submit(shop.order(sheet));
            String run = ticket.run();
            while (shop.ledger.runs().get(run).message() == null) {
                assertThat(Ended.waits(shop.ledger, run)).isTrue();
                Thread.sleep(20);
            }
            String page = shop.visitor().get("/runs/" + run).body();
            assertThat(page)
                    .contains(">Reading back<")
                    .containsPattern("checking again until [^<]*\\d:\\d\\d[^<]* before anything is")
                    .contains("You need not do anything")
                    .contains("Every row is good.")
                    .doesNotContain("Ending", "correct them there");
            assertThat(status(shop, run))
                    .containsPattern("checking again until .*\\d:\\d\\d.* before anything is")
                    .contains("In doubt")
                    .doesNotContain("resume");
            shop.queue.stop(run);
            shop.ended(ticket);
            assertThat(shop.visitor().get("/runs/" + run).body())
                    .contains("correct them there")
                    .doesNotContain("You need not do anything");
        }
    }

    private static String status(Shop shop, String run) {
        CommandRun status = CommandRun.inSandbox(shop.home, "status", run);
        assertThat(status.err()).isEmpty();
        return status.out();
    }
}
