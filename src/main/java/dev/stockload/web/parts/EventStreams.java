package dev.stockload.web.parts;

import dev.stockload.check.StatusReport;
import dev.stockload.process.DaemonThreads;
import dev.stockload.queue.ImportQueue;
import dev.stockload.stock.Refusal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** The open streams of server-sent events; finds out who has gone, and closes all at the end. */
public class EventStreams implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);

    /** Before the web server stops, which would wait for the streams. */
    private static final int PHASE = Integer.MAX_VALUE - 1;

    private static final int MOST_LISTENERS = 100;
    private static final int MOST_WAITING = 10_000;

    private final ImportQueue queue;
    private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
    private final ExecutorService senders =
            Executors.newCachedThreadPool(new DaemonThreads("events"));
    private volatile boolean open = true;

    EventStreams(ConsoleOptions options) {
        this.queue = options.queue();
    }

    /**
     * Opens a stream that hears of runs until it is closed.
     *
     * @param among the other listeners of its kind, of whom there are only so many
     */
    public EventStream open(Set<EventStream> among, BiConsumer<EventStream, StatusReport> heard) {
        if (among.size() >= MOST_LISTENERS) {
            throw new Refusal(
                    Refusal.Kind.TOO_MANY, "Too many are following runs; try again later");
        }
        EventStream stream = new EventStream(senders, new SseEmitter(0L));
        streams.add(stream);
        among.add(stream);
        Runnable deaf = queue.listen(report -> heard.accept(stream, report));
        stream.closed()
                .thenRun(
                        () -> {
                            deaf.run();
                            streams.remove(stream);
                            among.remove(stream);
                        });
        if (!open) {
            stream.end();
        }
        return stream;
    }

    /** Finds out who has gone. */
    @Scheduled(initialDelay = 15, fixedDelay = 15, timeUnit = TimeUnit.SECONDS)
    void beat() {
        streams.forEach(stream -> stream.send(SseEmitter.event().comment("")));
    }

    @Override
    public void start() {
        // Whoever opens one starts it.
    }

    @Override
    public boolean isRunning() {
        return open;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public void stop() {
        open = false;
        streams.forEach(EventStream::end);
    }

    /** Server-sent events for one listener, who may be slow or gone: who sends them never waits. */
    public static final class EventStream {
        private final SseEmitter emitter;
        private final Executor sender;
        private final CompletableFuture<Void> closed = new CompletableFuture<>();
        private final AtomicInteger waiting = new AtomicInteger();
        private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

        EventStream(Executor sender, SseEmitter emitter) {
            this.sender = sender;
            this.emitter = emitter;
            emitter.onCompletion(() -> closed.complete(null));
            emitter.onTimeout(() -> closed.complete(null));
            emitter.onError(fault -> closed.complete(null));
        }

        public SseEmitter emitter() {
            return emitter;
        }

        /** Completes when all was sent that is to be sent, or when the listener has gone. */
        CompletableFuture<Void> closed() {
            return closed;
        }

        public void send(SseEventBuilder event) {
            if (waiting.incrementAndGet() > MOST_WAITING) {
                closed.complete(null);
            } else {
                then(() -> write(event));
            }
        }

        /** Closes it after what was sent so far. */
        public void end() {
            then(() -> complete(null));
        }

        private synchronized void then(Runnable work) {
            last = last.thenRunAsync(() -> unlessClosed(work), sender);
        }

        private void unlessClosed(Runnable work) {
            if (!closed.isDone()) {
                work.run();
            }
        }

        private void write(SseEventBuilder event) {
            try {
                waiting.decrementAndGet();
                emitter.send(event);
            } catch (IOException | IllegalStateException e) {
                closed.complete(null);
            } catch (RuntimeException e) {
                // It cannot be written at all: whoever listens is to see that it ended.
                LOG.error("An event could not be written", e);
                complete(e);
            }
        }

        /**
         * Ends the answer. The listener may go just now: then the server uses the answer for
         * another.
         *
         * @param fault null where all was sent
         */
        private void complete(RuntimeException fault) {
            try {
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
}
