package dev.stockload.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.web.access.PasswordCheck.LoginLimit;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** Wrong passwords, in parallel and from many addresses. */
class LoginLimitTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

    @Test
    void limits_parallel_guesses() throws Exception {
        LoginLimit limit = new LoginLimit(() -> NOW);
        List<Boolean> let =
                IntStream.range(0, 200)
                        .parallel()
                        .mapToObj(i -> limit.tryFrom("10.0.0.1").isEmpty())
                        .toList();
        assertThat(let).filteredOn(in -> in).hasSize(LoginLimit.FROM_ONE);
        long others =
                IntStream.range(0, 1000)
                        .filter(i -> limit.tryFrom("10.0.%d.%d".formatted(i / 250, i)).isEmpty())
                        .count();
        assertThat(others).isEqualTo(LoginLimit.FROM_STRANGERS - LoginLimit.FROM_ONE);
    }

    @Test
    void guesses_of_others_do_not_lock_out_a_known_address() {
        LoginLimit limit = new LoginLimit(() -> NOW);
        assertThat(limit.tryFrom("prometheus")).isEmpty();
        limit.wasRight("prometheus");
        for (int i = 0; i < 1000; i++) {
            limit.tryFrom("10.0.0." + i % 250);
        }
        assertThat(limit.tryFrom("10.1.1.1")).isPresent();
        for (int i = 0; i < 100; i++) {
            assertThat(limit.tryFrom("prometheus")).isEmpty();
            limit.wasRight("prometheus");
        }
    }
}
