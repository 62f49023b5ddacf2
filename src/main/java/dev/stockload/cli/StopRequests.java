package dev.stockload.cli;

import dev.stockload.runs.StopSignal;

import org.jline.utils.Signals;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns Ctrl-C and a kind kill into a wish to stop. A second one ends the program at once: the next
 * start then finds out what became of the request in flight.
 */
final class StopRequests implements AutoCloseable {
    private final Map<String, Object> before = new HashMap<>();

    StopRequests(StopSignal stop, PrintWriter err) {
        for (String name : List.of("TERM", "INT", "HUP")) {
            Object old =
                    Signals.register(
                            name,
                            () -> {
                                err.println(
                                        "Stopping after the request in flight; a second signal"
                                                + " stops at once");
                                stop.ask();
                                close();
                            });
            // A system may not have the signal, as Windows has no HUP, or keep it for itself.
            if (old != null) {
                before.put(name, old);
            }
        }
    }

    @Override
    public synchronized void close() {
        before.forEach(Signals::unregister);
        before.clear();
    }
}
