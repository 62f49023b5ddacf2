package dev.stockload.web;

import dev.stockload.check.Report;
import dev.stockload.imports.ImportQueue;

import jakarta.servlet.http.HttpServletResponse;

import org.springframework.context.SmartLifecycle;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Tells the pages that are looked at which run has changed, and those of quotas that these have.
 * Runs are listened to, and quotas looked up, only while somebody looks; neither ever waits for a
 * slow browser.
 */
@Controller
class LiveEvents implements SmartLifecycle {
    static final String PATH = "/events";

    private static final int MOST_LOOKERS = 100;
    private static final long BEAT_SECONDS = 15;
    private static final long LOOK_SECONDS = 2;
    private static final long RETRY_MILLIS = 2000;
    private static final String QUOTAS = "quotas";

    private final ImportQueue queue;
    private final QuotaWatch quotas;
    private final ScheduledThreadPoolExecutor sender = new ScheduledThreadPoolExecutor(1);
    private final List<SseEmitter> lookers = new ArrayList<>();
    private final Set<SseEmitter> ofQuotas = new HashSet<>();
    private Runnable deaf = () -> {};
    private ScheduledFuture<?> beat;
    private ScheduledFuture<?> look;
    private boolean open = true;

    LiveEvents(ConsoleOptions options, QuotaWatch quotas) {
        this.queue = options.queue();
        this.quotas = quotas;
        sender.setKeepAliveTime(1, TimeUnit.SECONDS);
        sender.allowCoreThreadTimeOut(true);
        sender.setRemoveOnCancelPolicy(true);
    }

    @GetMapping(PATH)
    synchronized SseEmitter events(
            @RequestParam(defaultValue = "") String of, HttpServletResponse response) {
        if (!open || lookers.size() >= MOST_LOOKERS) {
            throw new ResponseStatusException(
                    HttpStatus.SERVICE_UNAVAILABLE, "Too many pages are open");
        }
        // A proxy that gathers the answer before it passes it on would pass on nothing.
        response.setHeader("X-Accel-Buffering", "no");
        SseEmitter looker = new SseEmitter(0L);
        looker.onCompletion(() -> leave(looker));
        looker.onTimeout(() -> leave(looker));
        looker.onError(fault -> leave(looker));
        lookers.add(looker);
        if (lookers.size() == 1) {
            deaf = queue.listen(this::tell);
            // Finds out who has gone without a word.
            beat =
                    sender.scheduleWithFixedDelay(
                            () -> send(SseEmitter.event().comment("")),
                            BEAT_SECONDS,
                            BEAT_SECONDS,
                            TimeUnit.SECONDS);
        }
        if (of.equals(QUOTAS) && ofQuotas.add(looker) && ofQuotas.size() == 1) {
            quotas.look();
            look =
                    sender.scheduleWithFixedDelay(
                            this::lookAtQuotas, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
        }
        sender.execute(
                () -> send(looker, SseEmitter.event().reconnectTime(RETRY_MILLIS).comment("")));
        return looker;
    }

    /** How many pages are looked at. */
    synchronized int lookers() {
        return lookers.size();
    }

    private void tell(Report report) {
        sender.execute(
                () ->
                        send(
                                SseEmitter.event()
                                        .name("run")
                                        .id(report.run())
                                        .data(report.state().name())));
    }

    private void lookAtQuotas() {
        if (quotas.look()) {
            List<SseEmitter> all;
            synchronized (this) {
                all = List.copyOf(ofQuotas);
            }
            send(all, SseEmitter.event().name("quota").data(""));
        }
    }

    private void send(SseEmitter.SseEventBuilder event) {
        List<SseEmitter> all;
        synchronized (this) {
            all = List.copyOf(lookers);
        }
        send(all, event);
    }

    private void send(List<SseEmitter> some, SseEmitter.SseEventBuilder event) {
        var parts = event.build();
        for (SseEmitter looker : some) {
            try {
                looker.send(parts);
            } catch (IOException | IllegalStateException e) {
                leave(looker);
            }
        }
    }

    private void send(SseEmitter looker, SseEmitter.SseEventBuilder event) {
        try {
            looker.send(event);
        } catch (IOException | IllegalStateException e) {
            leave(looker);
        }
    }

    private synchronized void leave(SseEmitter looker) {
        if (ofQuotas.remove(looker) && ofQuotas.isEmpty()) {
            look.cancel(false);
        }
        if (lookers.remove(looker) && lookers.isEmpty()) {
            deaf.run();
            beat.cancel(false);
        }
    }

    @Override
    public void start() {
        // Whoever looks starts it.
    }

    @Override
    public synchronized boolean isRunning() {
        return open;
    }

    /** Before the web server stops, which would wait for the streams. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }

    @Override
    public void stop() {
        List<SseEmitter> all;
        synchronized (this) {
            open = false;
            all = List.copyOf(lookers);
        }
        sender.shutdownNow();
        all.forEach(SseEmitter::complete);
    }
}
