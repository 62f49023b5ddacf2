package dev.stockload.web;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Server-sent events for one listener, who may be slow or gone: who sends them never waits. */
final class EventStream {
    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);
    private static final int MOST_WAITING = 10_000;

    private final SseEmitter emitter;
    private final Executor sender;
    private final Queue<SseEventBuilder> waiting = new ArrayDeque<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private boolean sending;
    private boolean ended;

    EventStream(Executor sender) {
        this(sender, new SseEmitter(0L));
    }

    EventStream(Executor sender, SseEmitter emitter) {
        this.sender = sender;
        this.emitter = emitter;
        emitter.onCompletion(() -> closed.complete(null));
        emitter.onTimeout(() -> closed.complete(null));
        emitter.onError(fault -> closed.complete(null));
    }

    SseEmitter emitter() {
        return emitter;
    }

    /** Completes when all was sent that is to be sent, or when the listener has gone. */
    CompletableFuture<Void> closed() {
        return closed;
    }

    void send(String name, Object data) {
        send(SseEmitter.event().name(name).data(data, MediaType.APPLICATION_JSON));
    }

    void send(SseEventBuilder event) {
        boolean tooSlow;
        synchronized (this) {
            tooSlow = waiting.size() >= MOST_WAITING;
            if (ended || tooSlow) {
                ended = true;
            } else {
                waiting.add(event);
            }
            start();
        }
        if (tooSlow) {
            closed.complete(null);
        }
    }

    /** Closes it after what was sent so far. */
    synchronized void end() {
        ended = true;
        start();
    }

    private void start() {
        if (!sending && !closed.isDone()) {
            sending = true;
            sender.execute(this::sendWaiting);
        }
    }

    private void sendWaiting() {
        for (SseEventBuilder next = next(); next != null; next = next()) {
            try {
                emitter.send(next);
            } catch (IOException | IllegalStateException e) {
                closed.complete(null);
            } catch (RuntimeException e) {
                // It cannot be written at all: whoever listens is to see that it ended.
                LOG.error("An event could not be written", e);
                complete(e);
            }
        }
    }

    private SseEventBuilder next() {
        boolean atEnd;
        synchronized (this) {
            SseEventBuilder next = closed.isDone() ? null : waiting.poll();
            if (next != null) {
                return next;
            }
            sending = false;
            atEnd = ended;
        }
        if (atEnd) {
            complete(null);
        }
        return null;
    }

    /**
     * Ends the answer, if the listener has not: then the server uses it for another, and it must
     * not be touched. It may learn of that just now.
     *
     * @param fault null where all was sent
     */
    private void complete(RuntimeException fault) {
        try {
            if (closed.isDone()) {
                return;
            }
            if (fault == null) {
                emitter.complete();
            } else {
                emitter.completeWithError(fault);
            }
        } catch (IllegalStateException e) {
            LOG.debug("The listener had gone", e);
        } finally {
            closed.complete(null);
        }
    }
}
