package dev.stockload.web.access;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks the console password; there are no user names. Limits wrong passwords per minute: a few
 * from one address, more from all addresses that never logged in. A try counts before it is
 * checked, so that parallel tries do not get around the limit. The guesses of others do not lock
 * out an address that has logged in before.
 */
final class LoginAttempts implements AuthenticationManager {
    private static final Logger LOG = LoggerFactory.getLogger(LoginAttempts.class);

    static final int FROM_ONE = 5;
    static final int FROM_STRANGERS = 100;
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int MOST_KNOWN = 1000;

    private record Try(String from, Instant at) {}

    private final byte[] password;
    private final InstantSource clock;
    private final Deque<Try> tries = new ArrayDeque<>();
    private final Set<String> known = new LinkedHashSet<>();

    static final class TooManyTries extends AuthenticationException {
        private final long seconds;

        private TooManyTries(Try oldest, Instant now) {
            super("Too many tries");
            Duration wait = Duration.between(now, oldest.at().plus(WINDOW));
            this.seconds = Math.max(1, wait.toSeconds());
        }

        long seconds() {
            return seconds;
        }
    }

    LoginAttempts(String password, InstantSource clock) {
        this.password = password == null ? null : password.getBytes(StandardCharsets.UTF_8);
        this.clock = clock;
    }

    @Override
    public Authentication authenticate(Authentication asked) {
        String from =
                asked.getDetails() instanceof WebAuthenticationDetails details
                        ? details.getRemoteAddress()
                        : "";
        count(from);
        byte[] given = String.valueOf(asked.getCredentials()).getBytes(StandardCharsets.UTF_8);
        // Takes the same time wherever the two differ, so that timing reveals nothing.
        if (password == null || !MessageDigest.isEqual(password, given)) {
            LOG.warn("A wrong console password was given from {}", from);
            throw new BadCredentialsException("Wrong password");
        }
        wasRight(from);
        return UsernamePasswordAuthenticationToken.authenticated("console", null, List.of());
    }

    /** Counts a try; throws if this address must wait. */
    private synchronized void count(String from) {
        Instant now = clock.instant();
        tries.removeIf(earlier -> !earlier.at().plus(WINDOW).isAfter(now));
        List<Try> own = tries.stream().filter(earlier -> earlier.from().equals(from)).toList();
        if (own.size() >= FROM_ONE) {
            throw new TooManyTries(own.get(0), now);
        }
        List<Try> strangers =
                tries.stream().filter(earlier -> !known.contains(earlier.from())).toList();
        if (!known.contains(from) && strangers.size() >= FROM_STRANGERS) {
            throw new TooManyTries(strangers.get(0), now);
        }
        tries.addLast(new Try(from, now));
    }

    /** The last try from this address was right: it does not count. */
    private synchronized void wasRight(String from) {
        for (var last = tries.descendingIterator(); last.hasNext(); ) {
            if (last.next().from().equals(from)) {
                last.remove();
                break;
            }
        }
        known.add(from);
        if (known.size() > MOST_KNOWN) {
            known.remove(known.iterator().next());
        }
    }
}
