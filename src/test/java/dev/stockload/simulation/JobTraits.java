package dev.stockload.simulation;

import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * A job and how its supplier delivers.
 *
 * @param keepsTimes whether a file has the time at which it was made, else that of its arrival
 * @param wild whether the clock of the supplier may be wrong
 */
record JobTraits(
        boolean newest,
        boolean move,
        boolean marker,
        Naming naming,
        boolean keepsTimes,
        boolean wild) {
    enum Naming {
        DATED,
        OVERWRITTEN,
        WEEKLY,
        ANY
    }

    static JobTraits of(long seed) {
        SplittableRandom random = new SplittableRandom(World.mix(seed, 21));
        return new JobTraits(
                random.nextInt(5) < 2,
                random.nextInt(5) < 2,
                random.nextInt(3) == 0,
                Naming.values()[random.nextInt(Naming.values().length)],
                random.nextBoolean(),
                random.nextInt(4) == 0);
    }

    String definition(Path folder) {
        return """
        read: %s/*.csv
        take: %s
        afterwards: %s
        %snotify: https://hooks.shop.example/stock
        schedule: "0 2 * * *"
        zone: UTC
        """
                .formatted(
                        folder,
                        newest ? "newest" : "all",
                        move ? "move" : "keep",
                        marker ? "done: \"*.ok\"\n" : "");
    }
}
