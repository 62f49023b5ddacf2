package dev.stockload.web;

import dev.stockload.runs.DaemonThreads;

import org.springframework.context.SmartLifecycle;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The open streams of server-sent events; finds out who has gone, and closes all at the end. */
class EventStreams implements SmartLifecycle {
    /** Before the web server stops, which would wait for the streams. */
    static final int PHASE = Integer.MAX_VALUE - 1;

    private static final long BEAT_SECONDS = 15;

    private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
    private final ExecutorService senders =
            Executors.newCachedThreadPool(new DaemonThreads("events"));
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(new DaemonThreads("events"));
    private volatile boolean open = true;

    EventStreams() {
        every(BEAT_SECONDS, () -> streams.forEach(EventStreams::beat));
    }

    EventStream open() {
        EventStream stream = new EventStream(senders);
        streams.add(stream);
        stream.closed().thenRun(() -> streams.remove(stream));
        if (!open) {
            stream.end();
        }
        return stream;
    }

    /** Does something every so many seconds, until the end. */
    final void every(long seconds, Runnable action) {
        clock.scheduleWithFixedDelay(action, seconds, seconds, TimeUnit.SECONDS);
    }

    private static void beat(EventStream stream) {
        stream.send(SseEmitter.event().comment(""));
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
        clock.shutdownNow();
        streams.forEach(EventStream::end);
    }
}
