package dev.stockload.web.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.Wait;
import dev.stockload.app.ApiTokens;
import dev.stockload.check.CheckedSheet;
import dev.stockload.runs.Caller;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.rows.SheetBudget;
import dev.stockload.stock.Refusal;
import dev.stockload.stock.Refusal.Kind;
import dev.stockload.web.api.ErrorPage.ApiErrors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(60)
class UploadReadLimitTest {
    @TempDir Path home;
    private final UploadReadLimit turn = new UploadReadLimit();
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch free = new CountDownLatch(1);

    @Test
    void one_sheet_is_read_at_a_time_some_wait_and_more_are_refused() throws Exception {
        List<Thread> all = new ArrayList<>();
        all.add(start());
        begun.await();
        for (int i = 0; i < 20; i++) {
            all.add(start());
        }
        for (Thread each : all) {
            Wait.until(() -> each.getState() == Thread.State.WAITING);
        }
        assertThatThrownBy(() -> turn.take(limit -> 1))
                .satisfies(
                        fault -> {
                            var answer = new ApiErrors().refused((Refusal) fault);
                            assertThat(answer.getStatusCode().value()).isEqualTo(429);
                            assertThat(answer.getHeaders().getFirst("Retry-After")).isEqualTo("30");
                        });
        free.countDown();
        for (Thread each : all) {
            each.join();
        }
        assertThat(most).hasValue(1);
        assertThat(done).hasValue(21);
    }

    @Test
    void users_do_not_wait_for_programs_and_a_program_has_one_sheet_at_a_time() throws Exception {
        Thread program =
                new Thread(
                        () -> {
                            asProgram("erp");
                            read();
                        });
        program.setDaemon(true);
        program.start();
        begun.await();
        assertLookedAt(turn);
        asProgram("erp");
        try {
            assertThatThrownBy(() -> turn.take(limit -> 1))
                    .returns(Kind.TOO_MANY, fault -> ((Refusal) fault).kind())
                    .hasMessageContaining("Another sheet of this token");
            asProgram("shop");
            assertLookedAt(turn);
        } finally {
            SecurityContextHolder.clearContext();
            free.countDown();
        }
        program.join();
        asProgram("erp");
        try {
            assertLookedAt(turn);
        } finally {
            SecurityContextHolder.clearContext();
        }
    }

    @Test
    void a_sheet_that_takes_too_long_is_ended() throws Exception {
        UploadReadLimit shortly =
                new UploadReadLimit(Duration.ofMillis(50), Duration.ofMillis(100), 1 << 20);
        assertThatThrownBy(() -> shortly.take(UploadReadLimitTest::readForever))
                .returns(Kind.UNUSABLE_SHEET, fault -> ((Refusal) fault).kind())
                .hasMessageContaining("stockload check FILE");
        assertThatThrownBy(() -> shortly.take(UploadReadLimitTest::compareForever))
                .hasMessageContaining("to compare with the service");
        assertLookedAt(shortly);
    }

    @Test
    void reads_a_sheet_once_while_its_options_stay_the_same() throws IOException {
        Uploads.Upload upload = upload(10);
        CheckedSheet first = turn.look(upload, SheetOptions.none()).checked();
        assertThat(first.rows()).isEqualTo(10);
        assertThat(turn.look(upload, SheetOptions.none()).checked()).isSameAs(first);
        SheetOptions others = new SheetOptions(null, null, "UTF-8", null, Set.of(), Set.of());
        assertThat(turn.look(upload, others).checked()).isNotSameAs(first);
    }

    @Test
    void refuses_a_too_large_sheet_with_a_sentence() throws IOException {
        Uploads.Upload upload = upload(5000);
        UploadReadLimit small =
                new UploadReadLimit(Duration.ofMinutes(1), Duration.ofMinutes(1), 1 << 20);
        for (int i = 0; i < 2; i++) {
            assertThat(small.look(upload, SheetOptions.none()).fault())
                    .startsWith(
                            "night.csv does not fit into the 1 MB that a check in the console may"
                                    + " take: its first 2,047 rows have 2,047 different colours")
                    .endsWith("Import it with: stockload import FILE");
        }
    }

    private Uploads.Upload upload(int rows) throws IOException {
        StringBuilder sheet = new StringBuilder("pid,colour,size,stock\n");
        for (int row = 0; row < rows; row++) {
            sheet.append(row + 1).append(",black,36,1\n");
        }
        Path file = Files.writeString(home.resolve("sheet.csv"), sheet);
        return new Uploads.Upload("0".repeat(64), "night.csv", file);
    }

    private static void assertLookedAt(UploadReadLimit turn) throws IOException {
        String words = turn.take(limit -> "looked at");
        assertThat(words).isEqualTo("looked at");
    }

    private static int readForever(Caller caller) {
        while (true) {
            SheetBudget.ask();
        }
    }

    private static int compareForever(Caller caller) {
        while (true) {
            caller.stop().check();
        }
    }

    private static void asProgram(String name) {
        SecurityContextHolder.getContext()
                .setAuthentication(
                        UsernamePasswordAuthenticationToken.authenticated(
                                name, null, AuthorityUtils.createAuthorityList(ApiTokens.READ)));
    }

    private Thread start() {
        Thread thread = new Thread(this::read);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void awaitFree() {
        try {
            free.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void read() {
        try {
            turn.take(
                    limit -> {
                        most.accumulateAndGet(now.incrementAndGet(), Math::max);
                        begun.countDown();
                        awaitFree();
                        now.decrementAndGet();
                        return done.incrementAndGet();
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
