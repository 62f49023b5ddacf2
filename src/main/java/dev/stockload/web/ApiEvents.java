package dev.stockload.web;

import dev.stockload.check.Report;
import dev.stockload.imports.ImportQueue;
import dev.stockload.imports.Reports;
import dev.stockload.ledger.Ledger;

import org.springframework.context.SmartLifecycle;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Tells other programs how a run goes on, as server-sent events, until it has ended. */
class ApiEvents implements SmartLifecycle {
    private static final int MOST_FOLLOWERS = 100;
    private static final long BEAT_SECONDS = 15;

    private final ImportQueue queue;
    private final Ledger ledger;
    private final Map<SseEmitter, Runnable> followers = new ConcurrentHashMap<>();
    private final ScheduledExecutorService sender =
            Executors.newSingleThreadScheduledExecutor(ApiEvents::thread);
    private volatile boolean open = true;

    ApiEvents(ConsoleOptions options) {
        this.queue = options.queue();
        this.ledger = options.ledger();
        // Finds out who has gone without a word.
        sender.scheduleWithFixedDelay(this::beat, BEAT_SECONDS, BEAT_SECONDS, TimeUnit.SECONDS);
    }

    SseEmitter follow(String run) {
        if (!open || followers.size() >= MOST_FOLLOWERS) {
            throw new ApiErrors.Conflict("Too many programs are following runs; try again later");
        }
        SseEmitter follower = new SseEmitter(0L);
        follower.onCompletion(() -> leave(follower));
        follower.onError(fault -> leave(follower));
        // Listened to first and looked up second, so that no end is missed in between.
        followers.put(
                follower,
                queue.listen(
                        report -> {
                            if (report.run().equals(run)) {
                                sender.execute(() -> tell(follower, report));
                            }
                        }));
        sender.execute(() -> tell(follower, Reports.of(ledger.runs().get(run))));
        return follower;
    }

    /** A run that was asked to go on stands as it ended before, until its turn comes. */
    private void tell(SseEmitter follower, Report report) {
        send(follower, SseEmitter.event().name("run").data(report, MediaType.APPLICATION_JSON));
        if (report.state() != Report.State.RUNNING && !isAwaited(report.run())) {
            follower.complete();
        }
    }

    private void beat() {
        followers.keySet().forEach(all -> send(all, SseEmitter.event().comment("")));
    }

    private boolean isAwaited(String run) {
        return queue.tickets().stream().anyMatch(t -> t.run().filter(run::equals).isPresent());
    }

    private void send(SseEmitter follower, SseEmitter.SseEventBuilder event) {
        try {
            follower.send(event);
        } catch (IOException | IllegalStateException e) {
            leave(follower);
        }
    }

    private void leave(SseEmitter follower) {
        Runnable deaf = followers.remove(follower);
        if (deaf != null) {
            deaf.run();
        }
    }

    @Override
    public void start() {
        // Whoever follows starts it.
    }

    @Override
    public boolean isRunning() {
        return open;
    }

    /** Before the web server stops, which would wait for the streams. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }

    @Override
    public void stop() {
        open = false;
        sender.shutdownNow();
        followers.keySet().forEach(SseEmitter::complete);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "api-events");
        thread.setDaemon(true);
        return thread;
    }
}
