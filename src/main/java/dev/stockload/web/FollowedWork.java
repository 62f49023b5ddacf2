package dev.stockload.web;

import dev.stockload.app.Application;
import dev.stockload.app.Caller;
import dev.stockload.app.FaultKind;
import dev.stockload.app.LocalApplication;
import dev.stockload.app.WorkEvents;
import dev.stockload.runs.DaemonThreads;
import dev.stockload.runs.StopSignal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Work that takes its time: each in a thread of its own, told as events to whoever asked for it,
 * and stopped by its id. It goes on if nobody listens.
 */
class FollowedWork implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(FollowedWork.class);
    private static final long PATIENCE_SECONDS = 20;

    private final ConsoleOptions options;
    private final EventStreams streams;
    private final ExecutorService threads =
            Executors.newCachedThreadPool(new DaemonThreads("work"));
    private final Map<String, Followed> all = new ConcurrentHashMap<>();
    private volatile boolean closing;

    /** What is to be done for a caller who hears of it. */
    interface Task {
        Object run(Application application, WorkListener listener) throws IOException;
    }

    /**
     * @param over completes when it has ended and whoever listens was told
     */
    private record Followed(StopSignal stop, EventStream stream, CompletableFuture<Void> over) {}

    FollowedWork(ConsoleOptions options, EventStreams streams) {
        this.options = options;
        this.streams = streams;
    }

    SseEmitter follow(Task task) {
        String id = UUID.randomUUID().toString();
        Followed work = new Followed(new StopSignal(), streams.open(), new CompletableFuture<>());
        all.put(id, work);
        work.over().thenRun(() -> all.remove(id));
        work.stream().send(WorkEvents.Event.ACCEPTED.key(), new WorkEvents.Accepted(id));
        if (closing) {
            work.stop().ask();
        }
        threads.execute(() -> run(task, work));
        return work.stream().emitter();
    }

    /** Asks work to end after the request in flight; whether it is under way. */
    boolean stop(String id) {
        Followed work = all.get(id);
        if (work != null) {
            work.stop().ask();
        }
        return work != null;
    }

    private void run(Task task, Followed work) {
        WorkListener listener = new WorkListener(work.stream());
        Application application =
                LocalApplication.serving(
                        options.workspace(), options.queue(), new Caller(work.stop(), listener));
        try {
            Object result = task.run(application, listener);
            work.stream().send(WorkEvents.Event.RESULT.key(), result);
        } catch (IOException | RuntimeException | Error e) {
            if (!FaultKind.isExpected(FaultKind.cause(e))) {
                LOG.error("What was asked for failed", e);
            }
            work.stream().send(WorkEvents.Event.FAULT.key(), WorkEvents.Fault.of(e));
        } finally {
            work.stream().end();
            work.stream().closed().thenRun(() -> work.over().complete(null));
        }
    }

    @Override
    public void start() {
        // Whoever asks for work starts it.
    }

    @Override
    public boolean isRunning() {
        return !closing;
    }

    @Override
    public int getPhase() {
        return EventStreams.PHASE + 1;
    }

    /** Those who wait hear first how their work ended. */
    @Override
    public void stop() {
        closing = true;
        all.values().forEach(work -> work.stop().ask());
        try {
            CompletableFuture.allOf(
                            all.values().stream()
                                    .map(Followed::over)
                                    .toArray(CompletableFuture[]::new))
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            LOG.warn("Work did not end within {} seconds", PATIENCE_SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
