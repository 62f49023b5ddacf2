package dev.stockload.web;

import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Lets in who knows the password; there are no names. */
final class PasswordCheck implements AuthenticationProvider {
    private final byte[] password;
    private final LoginLimit limit;

    /** Somebody guesses: nobody is let in from there for a while. */
    static final class TooManyTries extends AuthenticationException {
        private final long seconds;

        TooManyTries(Duration wait) {
            super("Too many tries");
            this.seconds = Math.max(1, wait.toSeconds());
        }

        long seconds() {
            return seconds;
        }
    }

    PasswordCheck(String password, LoginLimit limit) {
        this.password = password == null ? null : password.getBytes(StandardCharsets.UTF_8);
        this.limit = limit;
    }

    @Override
    public Authentication authenticate(Authentication asked) {
        String from =
                asked.getDetails() instanceof WebAuthenticationDetails details
                        ? details.getRemoteAddress()
                        : "";
        Optional<Duration> wait = limit.tryFrom(from);
        if (wait.isPresent()) {
            throw new TooManyTries(wait.get());
        }
        byte[] given = String.valueOf(asked.getCredentials()).getBytes(StandardCharsets.UTF_8);
        // Takes the same time wherever the two differ.
        if (password == null || !MessageDigest.isEqual(password, given)) {
            throw new BadCredentialsException("Wrong password");
        }
        limit.wasRight(from);
        return UsernamePasswordAuthenticationToken.authenticated("console", null, List.of());
    }

    @Override
    public boolean supports(Class<?> kind) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(kind);
    }
}
