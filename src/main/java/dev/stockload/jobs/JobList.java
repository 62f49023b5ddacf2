package dev.stockload.jobs;

import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The job definitions and when they run next, as they stand in their folder now. */
public record JobList(JobFolder folder) {
    /**
     * A definition and its schedule.
     *
     * @param definition empty where its file cannot be used
     * @param fault what is wrong with the file, in a sentence
     */
    public record Entry(String name, Optional<JobDefinition> definition, Optional<String> fault) {
        /** When it runs by itself; empty where it has no schedule. */
        public Optional<CronTimes> timetable() {
            return definition.flatMap(JobDefinition::timetable);
        }

        /** The next times at which it runs by itself. */
        public List<Instant> next(Instant after, int count) {
            return timetable().map(times -> times.next(after, count)).orElse(List.of());
        }
    }

    /** All definitions, by name; one that cannot be used does not hide the others. */
    public List<Entry> list() throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (Map.Entry<String, List<Path>> each : folder.own().entrySet()) {
            entries.add(entry(each.getKey(), each.getValue()));
        }
        return entries;
    }

    /**
     * One definition.
     *
     * @throws Refusal where there is no such file
     */
    public Entry get(String name) throws IOException {
        Optional<Entry> entry = find(name);
        if (entry.isEmpty()) {
            folder.find(name);
        }
        return entry.orElseThrow();
    }

    /** One definition; empty where there is no such file. */
    Optional<Entry> find(String name) throws IOException {
        List<Path> files = folder.files().get(name);
        return files == null ? Optional.empty() : Optional.of(entry(name, files));
    }

    private Entry entry(String name, List<Path> files) throws IOException {
        try {
            JobDefinition job = folder.read(name, files);
            return new Entry(name, Optional.of(job), Optional.empty());
        } catch (Refusal e) {
            return new Entry(name, Optional.empty(), Optional.of(e.getMessage()));
        }
    }
}
