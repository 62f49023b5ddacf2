package dev.stockload.simulation;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
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
        boolean wild,
        Nights nights) {
    enum Naming {
        DATED,
        OVERWRITTEN,
        WEEKLY,
        ANY
    }

    /** The first of the nights in which it runs, and where. */
    enum Nights {
        PLAIN("2026-11-15T02:00", "UTC"),
        /** In one of them its time comes twice. */
        BACK("2026-10-23T02:30", "Europe/Vienna"),
        /** In one of them its time is left out. */
        AHEAD("2027-03-26T02:30", "Europe/Vienna"),
        NEW_YEAR("2027-12-30T00:00", "Asia/Shanghai");

        private final LocalDateTime first;
        private final String zone;

        Nights(String first, String zone) {
            this.first = LocalDateTime.parse(first);
            this.zone = zone;
        }
    }

    /** When a night comes: a time that is left out so much later, one that comes twice at first. */
    Instant night(int number) {
        return nights.first.plusDays(number).atZone(ZoneId.of(nights.zone)).toInstant();
    }

    static JobTraits of(long seed) {
        SplittableRandom random = new SplittableRandom(World.mix(seed, 21));
        return new JobTraits(
                random.nextInt(5) < 2,
                random.nextInt(5) < 2,
                random.nextInt(3) == 0,
                Naming.values()[random.nextInt(Naming.values().length)],
                random.nextBoolean(),
                random.nextInt(4) == 0,
                Nights.values()[random.nextInt(Nights.values().length)]);
    }

    String definition(Path folder) {
        return """
        read: %s/*.csv
        take: %s
        afterwards: %s
        %snotify: https://hooks.shop.example/stock
        schedule: "%d %d * * *"
        zone: %s
        """
                .formatted(
                        folder,
                        newest ? "newest" : "all",
                        move ? "move" : "keep",
                        marker ? "done: \"*.ok\"\n" : "",
                        nights.first.getMinute(),
                        nights.first.getHour(),
                        nights.zone);
    }
}
