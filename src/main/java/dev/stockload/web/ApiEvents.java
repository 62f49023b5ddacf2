package dev.stockload.web;

import dev.stockload.check.StatusReport;
import dev.stockload.imports.Reports;
import dev.stockload.ledger.Ledger;
import dev.stockload.queue.ImportQueue;
import dev.stockload.stock.Refusal;

import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import java.util.concurrent.atomic.AtomicInteger;

/** Tells other programs how a run goes on, until it has ended. */
class ApiEvents {
    private static final int MOST_FOLLOWERS = 100;

    private final ImportQueue queue;
    private final Ledger ledger;
    private final EventStreams streams;
    private final AtomicInteger followers = new AtomicInteger();

    ApiEvents(ConsoleOptions options, EventStreams streams) {
        this.queue = options.queue();
        this.ledger = options.ledger();
        this.streams = streams;
    }

    SseEmitter follow(String run) {
        if (followers.get() >= MOST_FOLLOWERS) {
            throw new Refusal(
                    Refusal.Kind.TOO_MANY, "Too many programs are following runs; try again later");
        }
        EventStream stream = streams.open();
        followers.incrementAndGet();
        // Listened to first and looked up second, so that no end is missed in between.
        Runnable deaf =
                queue.listen(
                        report -> {
                            if (report.run().equals(run)) {
                                tell(stream, report);
                            }
                        });
        stream.closed()
                .thenRun(
                        () -> {
                            deaf.run();
                            followers.decrementAndGet();
                        });
        tell(stream, Reports.of(ledger.runs().get(run)));
        return stream.emitter();
    }

    private void tell(EventStream stream, StatusReport told) {
        StatusReport report = queue.unlessResumed(told);
        stream.send("run", report);
        if (report.state() != StatusReport.State.RUNNING && !queue.hasTicket(report.run())) {
            stream.end();
        }
    }
}
