package dev.stockload.simulation;

import dev.stockload.check.Report;
import dev.stockload.imports.Imports;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What people were told at the end of their commands. */
final class Outcomes {
    private final World world;
    private final List<Outcome> all = new ArrayList<>();
    private final Map<ColourKey, Integer> decisions = new HashMap<>();

    /** The end of a command; the run is null where it failed without one. */
    record Outcome(
            Event.Command command,
            long begun,
            long ended,
            String run,
            Report report,
            boolean alreadyDone,
            Throwable fault) {
        boolean isFinished() {
            return report != null && report.state() == Report.State.COMPLETED;
        }
    }

    Outcomes(World world) {
        this.world = world;
    }

    void ended(Event.Command command, long begun, Imports.Result result) {
        all.add(
                new Outcome(
                        command,
                        begun,
                        world.now(),
                        result.run().id(),
                        result.report(),
                        result.alreadyDone(),
                        null));
    }

    void failed(Event.Command command, long begun, Throwable fault) {
        all.add(new Outcome(command, begun, world.now(), null, null, false, fault));
    }

    /** A person said of an unclear colour that it was not sent, and so wants it to be. */
    void decided(ColourKey colour) {
        decisions.merge(colour, 1, Integer::sum);
    }

    int decisions(ColourKey colour) {
        return decisions.getOrDefault(colour, 0);
    }

    List<Outcome> all() {
        return all;
    }
}
