package dev.stockload.web.parts;

import dev.stockload.imports.report.StatusReport;
import dev.stockload.process.DaemonThreads;
import dev.stockload.queue.ImportQueue;
import dev.stockload.stock.Refusal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** The open streams of server-sent events. */
@Component
public class EventStreams {
    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);

    private static final int MOST_LISTENERS = 100;
    static final int MOST_WAITING = 10_000;

    private final ImportQueue queue;
    private final Map<EventStream, Follower> streams = new ConcurrentHashMap<>();
    private final ExecutorService senders =
            Executors.newCachedThreadPool(new DaemonThreads("events"));
    private volatile boolean open = true;

    EventStreams(WebContext context) {
        this.queue = context.queue();
    }

    /** Who follows runs; the number of each is limited. */
    public enum Follower {
        PAGE,
        PROGRAM
    }

    public long count(Follower who) {
        return streams.values().stream().filter(who::equals).count();
    }

    public EventStream open(Follower who, BiConsumer<EventStream, StatusReport> handler) {
        if (count(who) >= MOST_LISTENERS) {
            throw new Refusal(
                    Refusal.Kind.TOO_MANY, "Too many are following runs; try again later");
        }
        EventStream stream = new EventStream(senders, new SseEmitter(0L));
        streams.put(stream, who);
        stream.closed().thenRun(queue.changes().listen(report -> handler.accept(stream, report)));
        stream.closed().thenRun(() -> streams.remove(stream));
        if (!open) {
            stream.end();
        }
        return stream;
    }

    /** Writes to each stream, which shows the clients that have gone. */
    @Scheduled(initialDelay = 15, fixedDelay = 15, timeUnit = TimeUnit.SECONDS)
    void beat() {
        streams.keySet().forEach(stream -> stream.send(SseEmitter.event().comment("")));
    }

    /** Ends them before the web server stops, which would wait for them. */
    @EventListener(ContextClosedEvent.class)
    void stop() {
        open = false;
        streams.keySet().forEach(EventStream::end);
    }

    /** Server-sent events for one client, which may be slow or gone: the sender never waits. */
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

        /** Completes when the stream has ended or the client has gone. */
        CompletableFuture<Void> closed() {
            return closed;
        }

        public void send(SseEventBuilder event) {
            if (waiting.incrementAndGet() == MOST_WAITING) {
                giveUp();
            } else {
                then(() -> write(event));
            }
        }

        /** Ends the connection, so that the client asks again; what it did not read is lost. */
        private synchronized void giveUp() {
            closed.complete(null);
            last = last.thenRunAsync(() -> complete(null), sender);
        }

        /** Closes it after the events that were sent so far. */
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
                // The event cannot be serialized: the client must see that the stream ended.
                LOG.error("An event could not be written", e);
                complete(e);
            }
        }

        /** The client may have gone meanwhile: then the server has reused the response. */
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
