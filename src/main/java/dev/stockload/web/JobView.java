package dev.stockload.web;

import dev.stockload.app.TimeWords;
import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobFolder;
import dev.stockload.jobs.NotifySettings;
import dev.stockload.ledger.Run;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A definition as the page shows it.
 *
 * @param entry the definition, or what is wrong with it
 * @param last how it ended last; null where it never ran
 * @param sheets what came and what should have come; null where the definition cannot be used
 */
record JobView(JobFolder.Entry entry, Instant now, RunView last, Sheets sheets) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm", Locale.ENGLISH);
    private static final int TIMES = 3;

    /**
     * The sheets of a job.
     *
     * @param last when the last new one was imported, and from which file
     * @param alarms what should be there and is not, or could not be fetched
     */
    record Sheets(String last, List<String> alarms) {
        static Sheets of(JobDefinition job, ExpectedSheets expectations, Instant now) {
            Optional<Run> last = expectations.lastSheet(job);
            return new Sheets(
                    last.map(run -> "last new sheet " + TimeWords.minute(run.endedAt()))
                            .orElse("no sheet imported yet"),
                    expectations.alarms(job, now));
        }
    }

    public String name() {
        return entry.name();
    }

    public String read() {
        return definition().map(JobDefinition::read).orElse("");
    }

    /** The source that it reads from; null where it reads files of this machine. */
    public String from() {
        return definition().flatMap(job -> job.sheets().from()).orElse(null);
    }

    public String account() {
        return definition().map(JobDefinition::account).orElse("");
    }

    public String send() {
        return definition().map(job -> job.send().key()).orElse("");
    }

    public String fault() {
        return entry.fault().orElse(null);
    }

    public String schedule() {
        return definition().flatMap(JobDefinition::schedule).orElse(null);
    }

    public List<String> next() {
        return entry.next(now, TIMES).stream().map(this::words).toList();
    }

    /** By when a new sheet is expected; null where none is. */
    public String expected() {
        return definition()
                .flatMap(job -> job.notifySettings().expect())
                .map(time -> "expected by " + time)
                .orElse(null);
    }

    /** Who is told; null where nobody is. */
    public String told() {
        String all =
                definition()
                        .map(job -> job.notifyRules().stream())
                        .orElseGet(java.util.stream.Stream::empty)
                        .map(NotifySettings.Rule::toString)
                        .collect(Collectors.joining(", "));
        return all.isEmpty() ? null : all;
    }

    private Optional<JobDefinition> definition() {
        return entry.definition();
    }

    private String words(Instant time) {
        ZoneId zone = entry.timetable().orElseThrow().zone();
        return TIME.format(time.atZone(zone))
                + (zone.equals(ZoneId.systemDefault()) ? "" : " " + zone);
    }
}
