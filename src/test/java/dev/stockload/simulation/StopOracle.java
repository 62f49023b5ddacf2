package dev.stockload.simulation;

import dev.stockload.ledger.Ledger;
import dev.stockload.process.StopSignal;
import dev.stockload.simulation.Violation.Question;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** A process works on several runs, others ask it to stop some: it hears of each. */
final class StopOracle {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(4);
    private static final Duration WORK = Duration.ofSeconds(60);
    private static final Duration SOON = Duration.ofSeconds(10);

    private final World world;
    private final BiConsumer<Question, String> found;
    private final Map<String, Long> asked = new TreeMap<>();
    private final Set<String> heard = new HashSet<>();
    private String worker;
    private long until;

    StopOracle(World world, BiConsumer<Question, String> found) {
        this.world = world;
        this.found = found;
    }

    void works(SimulatedProcess process, Ledger ledger) {
        worker = ledger.owners().enter("host " + process.host());
        ledger.owners().whenAskedToStop(heard::add);
        long end = world.now() + WORK.toNanos();
        while (world.now() < end) {
            process.rest(BETWEEN_LOOKS, new StopSignal());
            ledger.owners().renew();
            until = world.now();
        }
    }

    void ask(Ledger ledger, int run) {
        if (worker != null) {
            asked.put("run " + run, world.now());
            ledger.owners().askToStop(worker, "run " + run);
        }
    }

    void ends() {
        asked.forEach(
                (run, at) -> {
                    if (at + SOON.toNanos() < until && !heard.contains(run)) {
                        found.accept(Question.STOP_LOST, run + " was asked to stop, and goes on");
                    }
                });
    }
}
