package dev.stockload.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** How often each mood and each point of switching was met, over all histories of a run. */
final class Coverage {
    private static final List<String> OTHERS =
            List.of(
                    "clock of a host differs",
                    "clock set ahead",
                    "clock set back",
                    "command IMPORT again",
                    "command RESUME",
                    "command TAKE_AS_NOT_SENT",
                    "command TAKE_AS_SENT",
                    "command UNDO",
                    "command UNSET",
                    "edit",
                    "refuses with 400",
                    "refuses with success: false",
                    "sale",
                    "service away",
                    "stock before",
                    "stop",
                    "storage away",
                    "storage fails after",
                    "storage fails at COMMIT",
                    "storage fails at STATEMENT",
                    "storage fails before",
                    "token ends");

    private static final List<String> OF_THE_BOOK =
            List.of(
                    "backup",
                    "command CORRECT",
                    "command MOVED",
                    "command RESEND",
                    "command RESUME_RUN",
                    "command RESUME_YES",
                    "command SUBMIT",
                    "command TAKE_RUN_AS_SENT",
                    "command UNDO_RESEND",
                    "command UNDO_RUN",
                    "command UNDO_UNDO",
                    "create limited for a while",
                    "killed at a create",
                    "move",
                    "nights without a new sheet",
                    "pages shift",
                    "paused at a create",
                    "range is split",
                    "restore",
                    "shows sizes as DECIMAL",
                    "shows sizes as EU",
                    "stopped at a create");

    private static final List<String> OF_THE_LISTS =
            List.of("product hidden", "product made anew", "shows stock late");

    private static final List<String> OF_THE_EDGES =
            List.of(
                    "edge: a night",
                    "edge: by hand",
                    "edge: clock set ahead",
                    "edge: clock set back",
                    "edge: forget the job",
                    "edge: rename the job",
                    "edge: restore",
                    "edge: serve",
                    "edge: stop run",
                    "edge: the file of a job is away",
                    "edge: work on several runs");

    private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();

    void count(String what) {
        counts.computeIfAbsent(what, w -> new LongAdder()).increment();
    }

    /** What should have happened in a long run, and did not. */
    List<String> missed(Simulation.Kind kind) {
        List<String> wanted = new ArrayList<>();
        if (kind == Simulation.Kind.LISTS) {
            return OF_THE_LISTS.stream().filter(what -> !counts.containsKey(what)).toList();
        }
        if (kind == Simulation.Kind.EDGES) {
            for (Event.InFolder.Act act : Event.InFolder.Act.values()) {
                wanted.add("folder " + act);
            }
            wanted.addAll(OF_THE_EDGES);
            wanted.removeAll(counts.keySet());
            return wanted;
        }
        for (Mood mood : Mood.values()) {
            wanted.add("create " + mood);
        }
        for (Mood.Reading mood : Mood.Reading.values()) {
            wanted.add("read " + mood);
        }
        for (Effect effect : Effect.values()) {
            wanted.add("kill at " + effect);
            wanted.add("pause at " + effect);
        }
        wanted.addAll(OTHERS);
        wanted.addAll(OF_THE_BOOK);
        wanted.removeAll(counts.keySet());
        return wanted;
    }

    Map<String, LongAdder> all() {
        return counts;
    }
}
