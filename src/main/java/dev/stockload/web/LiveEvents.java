package dev.stockload.web;

import dev.stockload.check.StatusReport;
import dev.stockload.queue.ImportQueue;

import jakarta.servlet.http.HttpServletResponse;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells the pages that are looked at which run has changed, and those of quotas that these have.
 * Runs are listened to, and quotas looked up, only while somebody looks.
 */
@Controller
class LiveEvents {
    private static final Logger LOG = LoggerFactory.getLogger(LiveEvents.class);

    static final String PATH = "/events";

    private static final int MOST_LOOKERS = 100;
    private static final long LOOK_SECONDS = 2;
    private static final long RETRY_MILLIS = 2000;
    private static final String QUOTAS = "quotas";

    private final ImportQueue queue;
    private final ConsoleOptions options;
    private final EventStreams streams;
    private final Set<EventStream> lookers = ConcurrentHashMap.newKeySet();
    private final Set<EventStream> ofQuotas = ConcurrentHashMap.newKeySet();
    private String seen;

    LiveEvents(ConsoleOptions options, EventStreams streams) {
        this.queue = options.queue();
        this.options = options;
        this.streams = streams;
        streams.every(LOOK_SECONDS, this::lookAtQuotas);
    }

    @GetMapping(PATH)
    SseEmitter events(@RequestParam(defaultValue = "") String of, HttpServletResponse response) {
        if (lookers.size() >= MOST_LOOKERS) {
            throw new ResponseStatusException(
                    HttpStatus.SERVICE_UNAVAILABLE, "Too many pages are open");
        }
        // A proxy that gathers the answer before it passes it on would pass on nothing.
        response.setHeader("X-Accel-Buffering", "no");
        EventStream looker = streams.open();
        looker.send(SseEmitter.event().reconnectTime(RETRY_MILLIS).comment(""));
        lookers.add(looker);
        Runnable deaf = queue.listen(report -> tell(looker, report));
        if (of.equals(QUOTAS)) {
            if (ofQuotas.isEmpty()) {
                haveQuotasChanged();
            }
            ofQuotas.add(looker);
        }
        looker.closed()
                .thenRun(
                        () -> {
                            deaf.run();
                            lookers.remove(looker);
                            ofQuotas.remove(looker);
                        });
        return looker.emitter();
    }

    /** How many pages are looked at. */
    int lookers() {
        return lookers.size();
    }

    private static void tell(EventStream looker, StatusReport report) {
        looker.send(SseEmitter.event().name("run").id(report.run()).data(report.state().name()));
    }

    private void lookAtQuotas() {
        if (!ofQuotas.isEmpty() && haveQuotasChanged()) {
            ofQuotas.forEach(looker -> looker.send(SseEmitter.event().name("quota").data("")));
        }
    }

    /** Whether quotas look another way than the last time, whoever changed them. */
    private synchronized boolean haveQuotasChanged() {
        String before = seen;
        try {
            seen =
                    options.clock().instant().atZone(options.serviceZone()).toLocalDate()
                            + " "
                            + options.ledger().details().version();
        } catch (RuntimeException e) {
            // The next look may find the database again.
            LOG.warn("The quotas cannot be looked up", e);
        }
        return !Objects.equals(before, seen);
    }
}
