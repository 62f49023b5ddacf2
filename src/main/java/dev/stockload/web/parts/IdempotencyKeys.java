package dev.stockload.web.parts;

import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Does what other programs ask for with a key once, however often they ask and of whichever host: a
 * repeated request gets the runs of the first. The key is in the ledger before anything is done.
 */
public class IdempotencyKeys {
    public static final String HEADER = "Idempotency-Key";
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
    private static final int LOOKS = 300;

    private final RequestKeys kept;
    private final InstantSource clock;

    /**
     * A request with its key.
     *
     * @param key null where it has none
     * @param who asks: the keys of others are other keys
     * @param asked what for, so that a key which is used for something else is noticed
     */
    public record Request(String key, String who, String asked) {
        private String id() {
            return who + " " + key;
        }
    }

    public interface Work {
        List<String> make() throws IOException;
    }

    IdempotencyKeys(ConsoleOptions options) {
        this.kept = new RequestKeys(options.ledger().database());
        this.clock = options.clock();
    }

    public List<String> once(Request request, Work work) throws IOException {
        if (request.key() == null) {
            return work.make();
        }
        Optional<List<String>> before = begin(request);
        if (before.isPresent()) {
            return before.get();
        }
        List<String> runs = List.of();
        try {
            runs = work.make();
            return runs;
        } finally {
            end(request, runs);
        }
    }

    /** What the first request with this key came to; empty where this is the first. */
    public Optional<List<String>> begin(Request request) {
        return kept.begin(request.id(), request.asked(), clock.instant())
                .map(first -> sameAs(request, first));
    }

    /** Keeps what a request came to. Where that is nothing, a corrected one may have the key. */
    public void end(Request request, List<String> made) {
        if (made.isEmpty()) {
            kept.forget(request.id());
        } else {
            kept.answered(request.id(), made);
        }
    }

    /** The runs of the first request, which may be about to be answered. */
    private List<String> sameAs(Request request, RequestKeys.Answer first) {
        Optional<RequestKeys.Answer> now = Optional.of(first);
        for (int look = 0; now.isPresent() && look < LOOKS; look++) {
            if (!now.get().isOf(request.asked())) {
                throw new Refusal(
                        Refusal.Kind.UNUSABLE_SHEET,
                        "The %s '%s' was used for another sheet, other options or another operation: take a new one"
                                .formatted(HEADER, request.key()));
            }
            if (!now.get().runs().isEmpty()) {
                return now.get().runs();
            }
            Time.real().rest(BETWEEN_LOOKS, new StopSignal());
            now = kept.find(request.id());
        }
        throw Refusal.conflict(
                now.isPresent()
                        ? "The first request with this key is not answered yet; send it again later"
                        : "The first request with this key failed; send it again");
    }
}
