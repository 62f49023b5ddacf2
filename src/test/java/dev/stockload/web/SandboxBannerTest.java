package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.Settings;
import dev.stockload.app.Workspace;
import dev.stockload.cli.CommandRun;
import dev.stockload.ledger.ReadyLedger;
import dev.stockload.queue.ImportQueue;
import dev.stockload.runs.Caller;
import dev.stockload.web.parts.ConsoleAddress;
import dev.stockload.web.parts.WebContext;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;

/** While no service is set, every page says that it shows the sandbox. */
class SandboxBannerTest {
    private static final String BANNER = "This is the sandbox: nothing reaches your shop";

    @TempDir Path folder;

    @Test
    void every_page_says_that_it_is_the_sandbox() throws Exception {
        Settings settings = CommandRun.sandbox(folder);
        ReadyLedger.prepare(settings.data());
        ConsoleAddress address =
                new ConsoleAddress(InetAddress.getByName("127.0.0.1"), 0, null, Set.of(), true);
        PrintWriter err = new PrintWriter(new StringWriter());
        try (Workspace workspace = Workspace.open(settings, "test", Caller.silent(), err);
                ImportQueue queue =
                        new ImportQueue(
                                workspace.imports(),
                                workspace.ledger(),
                                ImportQueue.WORKERS,
                                Duration.ofSeconds(5),
                                (run, fault) -> {});
                Console console =
                        Console.start(
                                new WebContext(
                                        address,
                                        workspace,
                                        queue,
                                        settings.ownJobs(),
                                        InstantSource.system()))) {
            for (String page : List.of("runs", "import", "jobs", "quotas", "runs/none", "x")) {
                assertThat(page(console.url() + "/" + page)).as(page).contains(BANNER);
            }
        }
    }

    @Test
    void no_page_says_so_with_a_service() throws Exception {
        try (Shop shop = new Shop(folder)) {
            for (String page : List.of("runs", "runs/none")) {
                assertThat(page(shop.console.url() + "/" + page)).doesNotContain("the sandbox:");
            }
        }
    }

    private static String page(String address) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
                .body();
    }
}
