package dev.stockload.cli;

import dev.stockload.runs.StopSignal;

import sun.misc.Signal;
import sun.misc.SignalHandler;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns Ctrl-C and a kind kill into a wish to stop. A second one ends the program at once: the next
 * start then finds out what became of the request in flight.
 */
final class StopRequests implements AutoCloseable {
    private final Map<Signal, SignalHandler> before = new HashMap<>();

    StopRequests(StopSignal stop, PrintWriter err) {
        for (String name : List.of("TERM", "INT", "HUP")) {
            try {
                Signal signal = new Signal(name);
                SignalHandler old =
                        Signal.handle(
                                signal,
                                received -> {
                                    err.println(
                                            "Stopping after the request in flight; a second signal"
                                                    + " stops at once");
                                    stop.ask();
                                    close();
                                });
                before.put(signal, old);
            } catch (IllegalArgumentException e) {
                // This system has no such signal, as Windows has no HUP, or has it for itself.
            }
        }
    }

    @Override
    public synchronized void close() {
        before.forEach(Signal::handle);
        before.clear();
    }
}
