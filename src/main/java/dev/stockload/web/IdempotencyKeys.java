package dev.stockload.web;

import dev.stockload.ledger.RequestKeys;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Does what other programs ask for with a key once, however often they ask: a repeated request gets
 * the runs of the first, also after a restart.
 */
class IdempotencyKeys {
    static final String HEADER = "Idempotency-Key";

    private final RequestKeys kept;
    private final InstantSource clock;

    /** The answers of this process, some of which are still being made. */
    private final OnceKeys<Answer> answers = new OnceKeys<>();

    /**
     * A request with its key.
     *
     * @param key null where it has none
     * @param who asks: the keys of others are other keys
     * @param asked what for, so that a key which is used for something else is noticed
     */
    record Request(String key, String who, String asked) {
        private String id() {
            return who + " " + key;
        }
    }

    /**
     * What a request has brought about.
     *
     * @param ids the runs, or what stands for those that are not entered yet
     * @param entered whether all are runs of the ledger
     */
    record Made(List<String> ids, boolean entered) {}

    private record Answer(String asked, Made made) {}

    /** What is to be done once. */
    interface Work {
        Made make() throws IOException;
    }

    IdempotencyKeys(ConsoleOptions options) {
        this.kept = options.ledger().requestKeys();
        this.clock = options.clock();
    }

    List<String> once(Request request, Work work) throws IOException {
        if (request.key() == null) {
            return work.make().ids();
        }
        CompletableFuture<Answer> own = new CompletableFuture<>();
        Optional<CompletableFuture<Answer>> first = answers.enter(request.id(), own);
        if (first.isPresent()) {
            return sameAs(request, first.get());
        }
        try {
            Answer answer = new Answer(request.asked(), make(request, work));
            own.complete(answer);
            return answer.made().ids();
        } catch (IOException | RuntimeException e) {
            // The key was used for nothing: a corrected request may have it.
            answers.forget(request.id());
            own.completeExceptionally(e);
            throw e;
        }
    }

    private Made make(Request request, Work work) throws IOException {
        Optional<RequestKeys.Answer> before = kept.find(request.id(), clock.instant());
        if (before.isPresent()) {
            if (!before.get().isOf(request.asked())) {
                throw usedForAnother(request);
            }
            return new Made(before.get().runs(), true);
        }
        Made made = work.make();
        if (made.entered() && !made.ids().isEmpty()) {
            kept.add(request.id(), request.asked(), made.ids(), clock.instant());
        }
        return made;
    }

    private static List<String> sameAs(Request request, CompletableFuture<Answer> first) {
        try {
            Answer answer = first.join();
            if (!answer.asked().equals(request.asked())) {
                throw usedForAnother(request);
            }
            return answer.made().ids();
        } catch (CompletionException e) {
            throw Refusal.conflict("The first request with this key failed; send it again");
        }
    }

    private static RuntimeException usedForAnother(Request request) {
        return Refusal.unusable(
                "The %s '%s' was used for another sheet, other options or another operation: take a new one"
                        .formatted(HEADER, request.key()));
    }
}
