package dev.stockload.web.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.app.ApiTokens;
import dev.stockload.stock.Refusal;
import dev.stockload.stock.Refusal.Kind;
import dev.stockload.web.api.ErrorPage.ApiErrors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(60)
class SheetTurnTest {
    private final SheetTurn turn = new SheetTurn();
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
            while (each.getState() != Thread.State.WAITING) {
                Thread.sleep(5);
            }
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
        SheetTurn shortly = new SheetTurn(Duration.ofMillis(50), Duration.ofMillis(100));
        assertThatThrownBy(() -> shortly.take(SheetTurnTest::readForever))
                .returns(Kind.UNUSABLE_SHEET, fault -> ((Refusal) fault).kind())
                .hasMessageContaining("stockload diff FILE");
        assertThatThrownBy(() -> shortly.take(SheetTurnTest::compareForever))
                .hasMessageContaining("to compare with the service");
        assertLookedAt(shortly);
    }

    private static void assertLookedAt(SheetTurn turn) throws IOException {
        String words = turn.take(limit -> "looked at");
        assertThat(words).isEqualTo("looked at");
    }

    private static int readForever(SheetTurn.TimeLimit limit) {
        for (int row = 0; ; row++) {
            limit.reads(row);
        }
    }

    private static int compareForever(SheetTurn.TimeLimit limit) {
        for (int product = 0; ; product++) {
            limit.at(product, Integer.MAX_VALUE);
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
