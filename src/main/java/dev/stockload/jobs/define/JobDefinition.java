package dev.stockload.jobs.define;

import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.notifications.Recipient;
import dev.stockload.runs.TakenFiles;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A job as {@code jobs/NAME.yml} defines it: which files to import, how to read them and where to
 * send them.
 *
 * @param catchUp how late a missed run may still start
 * @param paused whether it only runs by hand for now, and no sheet is expected
 */
public record JobDefinition(
        String name,
        SheetPlace sheets,
        Path file,
        String account,
        ImportOptions options,
        Duration verifyEvery,
        Optional<String> schedule,
        Optional<ZoneId> zone,
        Duration catchUp,
        boolean paused,
        NotifySettings notifySettings) {
    static final Duration DEFAULT_VERIFY_EVERY = Duration.ofDays(7);
    static final Duration DEFAULT_CATCH_UP = Duration.ofHours(6);

    public String read() {
        return sheets.read();
    }

    /** When its definition was last changed; the epoch if that is not known. */
    public Instant changedAt() {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException e) {
            // It was removed.
            return Instant.EPOCH;
        }
    }

    /** The folder that holds {@code jobs}. */
    public Path home() {
        return file.toAbsolutePath().getParent().getParent();
    }

    public ZoneId zoneOrDefault() {
        return zone.orElseGet(ZoneId::systemDefault);
    }

    /** Empty while it is paused. */
    public Optional<CronTimes> timetable() {
        return schedule.filter(line -> !paused).map(line -> CronTimes.of(line, zoneOrDefault()));
    }

    /** The source of its sheets, as the ledger names it. */
    public String source() {
        return sheets.from().orElse(TakenFiles.LOCAL);
    }

    public ImportOrder order(Path file, String accountKey, boolean again, boolean force) {
        return new ImportOrder(name, accountKey, file, options, again, force);
    }

    public static Path shown(Path file) {
        Path here = Path.of("").toAbsolutePath();
        Path absolute = file.toAbsolutePath().normalize();
        return absolute.startsWith(here) ? here.relativize(absolute) : absolute;
    }

    /**
     * Where the sheets of a job come from and what happens to them afterwards.
     *
     * @param from the name of a source of the settings; empty if {@code read} is a local path
     * @param done the pattern of marker files, which say that a sheet is complete
     * @param move whether a sheet is moved to {@code done}, {@code failed} or {@code late} once it
     *     was decided about and its run has ended
     */
    public record SheetPlace(
            Optional<String> from,
            String read,
            boolean newest,
            Optional<String> done,
            boolean move) {}

    /**
     * Whom a job notifies, the monitor it pings, and by when it expects a new sheet.
     *
     * @param reply whether who mailed a sheet is told what to correct
     */
    public record NotifySettings(
            List<Rule> rules, boolean reply, Optional<URI> ping, Optional<LocalTime> expect) {
        public Stream<Recipient> recipients(Rule.End end) {
            return rules.stream().filter(rule -> rule.on().contains(end)).map(Rule::recipient);
        }

        /** Only the host of the monitor: the rest of its address may hold a secret. */
        @Override
        public String toString() {
            return rules + ping.map(url -> ", ping " + url.getHost()).orElse("");
        }

        public record Rule(Recipient recipient, Set<End> on) {
            /** How a run can end, and what is reported without an end. */
            public enum End {
                SUCCESS,
                REJECTS,
                FAILURE,
                /** Last night, once a day. */
                DAILY;

                static final Set<End> ALL = EnumSet.of(SUCCESS, REJECTS, FAILURE);

                public String key() {
                    return name().toLowerCase(Locale.ROOT);
                }

                static List<String> keys() {
                    return Arrays.stream(values()).map(End::key).toList();
                }
            }

            @Override
            public String toString() {
                return recipient.toString();
            }
        }
    }
}
