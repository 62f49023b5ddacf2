package dev.stockload.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.web.access.LoginAttempts.TooManyTries;

import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** Wrong passwords, in parallel and from many addresses. */
class LoginLimitTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

    private final LoginAttempts check = new LoginAttempts("right", () -> NOW);

    @Test
    void limits_parallel_guesses() throws Exception {
        List<Boolean> let =
                IntStream.range(0, 200)
                        .parallel()
                        .mapToObj(i -> isChecked("10.0.0.1", "guess"))
                        .toList();
        assertThat(let).filteredOn(in -> in).hasSize(LoginAttempts.FROM_ONE);
        long others =
                IntStream.range(0, 1000)
                        .filter(i -> isChecked("10.0.%d.%d".formatted(i / 250, i), "guess"))
                        .count();
        assertThat(others).isEqualTo(LoginAttempts.FROM_STRANGERS - LoginAttempts.FROM_ONE);
    }

    @Test
    void guesses_of_others_do_not_lock_out_a_known_address() {
        assertThat(isChecked("prometheus", "right")).isTrue();
        for (int i = 0; i < 1000; i++) {
            isChecked("10.0.0." + i % 250, "guess");
        }
        assertThat(isChecked("10.1.1.1", "right")).isFalse();
        for (int i = 0; i < 100; i++) {
            assertThat(isChecked("prometheus", "right")).isTrue();
        }
    }

    /** Whether a password was compared at all, be it right or wrong. */
    private boolean isChecked(String from, String password) {
        var asked = UsernamePasswordAuthenticationToken.unauthenticated("", password);
        asked.setDetails(new WebAuthenticationDetails(from, null));
        try {
            assertThat(check.authenticate(asked).isAuthenticated()).isTrue();
            return true;
        } catch (BadCredentialsException e) {
            return true;
        } catch (TooManyTries e) {
            return false;
        }
    }
}
