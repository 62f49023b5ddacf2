package dev.stockload.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What happened in a history, in order; two journals of one seed are the same. */
final class Journal {
    private final boolean kept;
    private final List<String> lines = new ArrayList<>();
    private long fingerprint = 17;

    Journal(boolean kept) {
        this.kept = kept;
    }

    void add(long now, String who, String what) {
        fingerprint = World.mix(fingerprint, now ^ what.hashCode());
        if (kept) {
            Duration time = Duration.ofNanos(now);
            lines.add(
                    "%dd %02d:%02d:%02d.%03d  %-8s %s"
                            .formatted(
                                    time.toDays(),
                                    time.toHoursPart(),
                                    time.toMinutesPart(),
                                    time.toSecondsPart(),
                                    time.toMillisPart(),
                                    who,
                                    what));
        }
    }

    /** Counts a small thing that is not worth a line. */
    void tick(long now, Effect effect) {
        fingerprint = World.mix(fingerprint, now ^ effect.ordinal());
    }

    long fingerprint() {
        return fingerprint;
    }

    List<String> lines() {
        return lines;
    }
}
