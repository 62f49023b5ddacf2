package dev.stockload.simulation;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which effects of hosts meet a fault: counts them and finds what is planned for the n-th. */
final class Faults {
    private final Map<Place, Event.Kill> kills = new HashMap<>();
    private final Map<Place, Event.Pause> pauses = new HashMap<>();
    private final Map<Place, Event.StorageFails> storage = new HashMap<>();
    private final Map<CreatePlace, Event.AtCreate> creates = new HashMap<>();
    private final Map<Integer, Event.PauseAtCreate> createPauses = new HashMap<>();
    private final Map<Integer, Map<Effect, Integer>> counts = new HashMap<>();
    private final Coverage coverage;
    private boolean ended;

    private record Place(int host, Effect effect, int nth) {}

    private record CreatePlace(int nth, Event.AtCreate.Moment moment) {}

    Faults(List<Event> events, Coverage coverage) {
        this.coverage = coverage;
        for (Event event : events) {
            if (event instanceof Event.Kill kill) {
                kills.put(new Place(kill.host(), kill.effect(), kill.nth()), kill);
            } else if (event instanceof Event.Pause pause) {
                pauses.put(new Place(pause.host(), pause.effect(), pause.nth()), pause);
            } else if (event instanceof Event.StorageFails fails) {
                storage.put(new Place(fails.host(), fails.effect(), fails.nth()), fails);
            } else if (event instanceof Event.AtCreate at) {
                creates.put(new CreatePlace(at.nth(), at.moment()), at);
            } else if (event instanceof Event.PauseAtCreate pause) {
                createPauses.put(pause.nth(), pause);
            }
        }
    }

    /** From now on all goes well. */
    void end() {
        ended = true;
    }

    /** Whether the process dies at this effect, which is counted. */
    Optional<Event.Kill> killed(int host, Effect effect) {
        counts.computeIfAbsent(host, h -> new EnumMap<>(Effect.class))
                .merge(effect, 1, Integer::sum);
        coverage.count("point " + effect);
        return planned(kills, host, effect, "kill at " + effect);
    }

    Optional<Event.Pause> paused(int host, Effect effect) {
        return planned(pauses, host, effect, "pause at " + effect);
    }

    /** Whether this effect on the database fails. */
    Optional<Event.StorageFails> failed(int host, Effect effect) {
        Optional<Event.StorageFails> fault =
                planned(storage, host, effect, "storage fails at " + effect);
        fault.ifPresent(
                f -> coverage.count(f.done() ? "storage fails after" : "storage fails before"));
        return fault;
    }

    /** What happens to the process that sends a create. */
    Optional<Event.AtCreate> atCreate(int nth, Event.AtCreate.Moment moment) {
        Event.AtCreate fault = ended ? null : creates.remove(new CreatePlace(nth, moment));
        if (fault != null) {
            coverage.count(fault.stop() ? "stopped at a create" : "killed at a create");
        }
        return Optional.ofNullable(fault);
    }

    /** Whether the process that has just sent a create is paused. */
    Optional<Event.PauseAtCreate> pausedAtCreate(int nth) {
        Event.PauseAtCreate pause = ended ? null : createPauses.remove(nth);
        if (pause != null) {
            coverage.count("paused at a create");
        }
        return Optional.ofNullable(pause);
    }

    private <T> Optional<T> planned(Map<Place, T> plans, int host, Effect effect, String name) {
        if (ended || plans.isEmpty()) {
            return Optional.empty();
        }
        T plan = plans.remove(new Place(host, effect, counts.get(host).get(effect)));
        if (plan != null) {
            coverage.count(name);
        }
        return Optional.ofNullable(plan);
    }
}
