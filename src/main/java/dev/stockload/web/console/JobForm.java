package dev.stockload.web.console;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.define.JobRefusal;
import dev.stockload.jobs.define.JobRefusal.Fault;
import dev.stockload.jobs.define.JobText;
import dev.stockload.jobs.define.JobText.Keys;
import dev.stockload.process.Sha256;
import dev.stockload.sources.FilePattern;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.SheetForm;
import dev.stockload.web.parts.WebContext;

import org.springframework.util.MultiValueMap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A job file in a page: its fields, what is wrong with each, and what it would do.
 *
 * @param keys null if the text has none that can be read
 */
record JobForm(
        JobText job, Keys keys, List<Fault> faults, List<String> next, List<String> notices) {
    private static final List<String> KEYS =
            List.of("from", "read", "zone", "expect", "notify", "account", "send", "missing");

    /** The fields that show their own mistakes. */
    static final List<String> MARKED =
            List.of("from", "read", "schedule", "zone", "expect", "notify");

    private static final Pattern DAILY = Pattern.compile("(\\d{1,2}) (\\d{1,2}) \\* \\* (\\*|1-5)");
    private static final Pattern ZONE = Pattern.compile("[A-Z][a-z]+/.*|UTC");
    private static final int TIMES = 3;

    /** A new one without a name. */
    static JobText newText(JobFolder jobs) {
        return new JobText("job", jobs.homes().get(0).resolve("jobs/job.yml"), "", "");
    }

    static JobForm of(JobText job, WebContext context) throws IOException {
        Keys keys = null;
        List<String> next = List.of();
        try {
            keys = job.keys();
            next = next(keys, context);
            if (job.text().isBlank()) {
                return new JobForm(job, keys, List.of(), next, List.of());
            }
            JobDefinition checked = job.checked(context.jobs(), context.data());
            return new JobForm(job, keys, List.of(), next, notices(checked, context));
        } catch (JobRefusal e) {
            return new JobForm(job, keys, e.faults(), next, List.of());
        } catch (Refusal e) {
            List<Fault> fault = List.of(new Fault("", "", e.getMessage()));
            return new JobForm(job, keys, fault, next, List.of());
        }
    }

    /** Also while other fields have mistakes. */
    private static List<String> next(Keys keys, WebContext context) throws IOException {
        JobText times = newText(context.jobs()).with("read", "any.csv");
        try {
            for (String key : List.of("schedule", "zone")) {
                times = times.with(key, keys.value(key).orElse(""));
            }
            JobDefinition of = times.checked(context.jobs(), context.data());
            Instant now = context.clock().instant();
            return of.timetable().stream()
                    .flatMap(each -> each.next(now, TIMES).stream())
                    .map(time -> JobPages.TIME.format(time.atZone(of.zoneOrDefault())))
                    .toList();
        } catch (Refusal e) {
            return List.of();
        }
    }

    /** What would keep a job without a mistake from doing what is wanted. */
    private static List<String> notices(JobDefinition job, WebContext context) {
        List<String> all = new ArrayList<>();
        try {
            context.workspace().settings().connections().check(job);
        } catch (Refusal e) {
            all.add(e.getMessage() + ".");
        }
        Path folder = job.home().resolve(FilePattern.of(job.read()).folder()).normalize();
        if (job.sheets().from().isEmpty() && !Files.isDirectory(folder)) {
            all.add("The folder %s does not exist yet.".formatted(folder));
        }
        if (job.paused()) {
            all.add("The job is paused: it only runs by hand.");
        }
        return all;
    }

    /** With what was typed; a field that was not there stays as it is. */
    static JobText typed(JobText job, MultiValueMap<String, String> given) {
        JobText typed = job;
        for (String key : KEYS) {
            if (given.containsKey(key)) {
                typed = typed.with(key, text(given, key));
            }
        }
        boolean times = given.containsKey("days") || given.containsKey("schedule");
        return times ? typed.with("schedule", text(given, "schedule")) : typed;
    }

    /** What was typed; empty if nothing was. */
    static String text(MultiValueMap<String, String> given, String key) {
        String days = SheetForm.text(given, "days");
        boolean simple = given.containsKey("days") && !"cron".equals(days);
        if (!key.equals("schedule") || !simple) {
            return Objects.toString(SheetForm.text(given, key), "");
        }
        if (days == null) {
            return "";
        }
        String[] at = String.valueOf(SheetForm.text(given, "at")).split(":", 2);
        return at.length < 2
                ? "at which time?"
                : "%s %s * * %s"
                        .formatted(
                                at[1].replaceFirst("^0(?=.)", ""),
                                at[0].replaceFirst("^0(?=.)", ""),
                                days);
    }

    /** Whether there are fields: otherwise only the text can be changed. */
    public boolean hasFields() {
        return keys != null;
    }

    public String value(String key) {
        return keys == null ? "" : keys.value(key).orElse("");
    }

    /** Whether a field can show the value. */
    public boolean isSimple(String key) {
        return keys != null && (!keys.has(key) || keys.value(key).isPresent());
    }

    /** Which days a schedule means: none, {@code *}, {@code 1-5}, or {@code cron} for others. */
    public String days() {
        Matcher daily = DAILY.matcher(value("schedule"));
        return value("schedule").isEmpty() ? "" : daily.matches() ? daily.group(3) : "cron";
    }

    public String at() {
        Matcher daily = DAILY.matcher(value("schedule"));
        return daily.matches()
                ? "%2s:%2s".formatted(daily.group(2), daily.group(1)).replace(' ', '0')
                : "01:30";
    }

    /** As a field for times takes it. */
    public String expect() {
        return value("expect").replaceFirst("^(\\d:)", "0$1");
    }

    /** What is wrong with a field, in a sentence; empty if nothing is. */
    public String fault(String key) {
        return faults.stream()
                .filter(each -> each.key().equals(key))
                .map(each -> (each.place().isEmpty() ? "" : "This ") + each.words())
                .map(words -> words.endsWith("?") ? words : words + ".")
                .collect(Collectors.joining(" "));
    }

    /** Mistakes that no field shows. */
    public List<String> others() {
        return faults.stream()
                .filter(each -> !MARKED.contains(each.key()))
                .map(Fault::toString)
                .toList();
    }

    /** To notice that somebody else has changed the file. */
    public String fingerprint() {
        return Sha256.of(job.before());
    }

    static List<String> zones() {
        return new TreeSet<>(ZoneId.getAvailableZoneIds())
                .stream().filter(zone -> ZONE.matcher(zone).matches()).toList();
    }
}
