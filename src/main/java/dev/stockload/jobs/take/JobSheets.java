package dev.stockload.jobs.take;

import dev.stockload.database.Database;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobDefinition.NotifySettings.Rule;
import dev.stockload.jobs.take.TakingRules.Copied;
import dev.stockload.jobs.take.TakingRules.Decided;
import dev.stockload.jobs.take.TakingRules.Had;
import dev.stockload.jobs.take.TakingRules.Taken;
import dev.stockload.jobs.take.TakingRules.Why;
import dev.stockload.jobs.take.TakingStore.Failure;
import dev.stockload.ledger.Ledger;
import dev.stockload.notifications.Message;
import dev.stockload.notifications.MessageTable;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.TimeWords;
import dev.stockload.runs.Run;
import dev.stockload.runs.TakenFiles;
import dev.stockload.sources.SourceFile;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;

import org.springframework.util.FileSystemUtils;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a job has decided about its sheets: those that seem old, and the message about them. */
public record JobSheets(Ledger ledger, JobDefinition job, String account) {
    /** How long a late sheet is listed, and its copy kept. */
    private static final Duration KEPT = Duration.ofDays(30);

    /** Nobody reads each of thousands, and a mail of them would be refused. */
    private static final int MOST_SHOWN = 20;

    private static final int LONGEST_FAULT = 1000;

    /** Another process may have made a copy that it did not decide about yet. */
    private static final Duration DECIDING = Duration.ofDays(1);

    /** The file that a job decided about last, with its run, or why it has none, if it is late. */
    public record Last(String name, Instant at, Optional<String> run, Optional<String> late) {}

    /** A late sheet, by the name that people know it by. */
    public record Late(String file, String sentence) {
        /** Those that people are shown. */
        public static List<Late> newest(List<Late> late) {
            return late.subList(Math.max(0, late.size() - MOST_SHOWN), late.size());
        }

        /** What is said of the others. */
        public static Optional<String> older(List<Late> late) {
            int others = late.size() - newest(late).size();
            return others == 0
                    ? Optional.empty()
                    : Optional.of(
                            "And %s: stockload jobs --json lists those that are late"
                                    .formatted(Count.of(others, "older sheet")));
        }

        public static List<String> sentences(List<Late> late) {
            Stream<String> newest = newest(late).stream().map(Late::sentence);
            return Stream.concat(newest, older(late).stream()).toList();
        }
    }

    /** The late sheets, until a newer one comes. */
    public List<Late> late(Instant now) {
        TakingRules taking = store().load();
        Instant newest = taking.newest.map(Taken::at).orElse(Instant.EPOCH);
        return told(taking, now.minus(KEPT))
                .filter(row -> row.told() != Why.AGAIN && !row.at().isBefore(newest))
                .map(this::late)
                .toList();
    }

    private Late late(Decided row) {
        return new Late(name(row.sheet().path()), sentence(row));
    }

    /** Other programs and pages name no other file of this machine. */
    public void expectListed(String file, Instant now) {
        if (late(now).stream().noneMatch(late -> late.file().equals(file))) {
            throw Refusal.notFound("Job %s has no late sheet %s".formatted(job.name(), file));
        }
    }

    public Optional<Last> last() {
        return store().load().decided.values().stream()
                .max(Comparator.comparing(Decided::at))
                .map(
                        row ->
                                new Last(
                                        row.sheet().path(),
                                        row.at(),
                                        Optional.ofNullable(row.run()),
                                        Optional.ofNullable(row.told()).map(why -> sentence(row))));
    }

    /** Stores why a look at the source failed; the next one clears it. */
    void failed(Exception fault, Instant at) {
        String why = Database.cut(FaultMessages.explain(fault), LONGEST_FAULT);
        Failure failure = new Failure(job.source(), at, why);
        try {
            store().change(taking -> taking.failure = Optional.of(failure));
        } catch (RuntimeException e) {
            // The ledger may be what failed.
            fault.addSuppressed(e);
        }
    }

    /** When and why the last look failed, unless the job reads from another source by now. */
    public Optional<String> failure() {
        return store().failure()
                .filter(each -> each.source().equals(job.source()))
                .map(
                        each ->
                                TimeWords.dayWithZone(each.at().atZone(job.zoneOrDefault()))
                                        + ": "
                                        + each.message());
    }

    /** When a content came that had come before. */
    public List<Instant> cameAgain() {
        Set<String> contents = new HashSet<>();
        return store().load().had.values().stream()
                .sorted(Comparator.comparing(Had::at))
                .filter(had -> !contents.add(had.content()))
                .map(Had::at)
                .toList();
    }

    /** The path of the file that became a run. */
    public Optional<String> pathOf(Run run) {
        return store().load().decided.values().stream()
                .filter(row -> run.id().equals(row.run()))
                .map(row -> row.sheet().path())
                .findFirst();
    }

    TakingStore store() {
        return store(false);
    }

    /** The newest sheet alone is taken if the job says so, or a person at its first run. */
    TakingStore store(boolean newestOnly) {
        boolean newest = newestOnly || job.sheets().newest();
        return new TakingStore(ledger.database(), job.name(), account, job.source(), newest);
    }

    private static Stream<Decided> told(TakingRules taking, Instant since) {
        return taking.decided.values().stream()
                .filter(row -> row.told() != null && row.at().isAfter(since))
                .sorted(Comparator.comparing(row -> row.sheet().seen()));
    }

    private String sentence(Decided row) {
        String name = name(row.sheet().path());
        String what =
                switch (row.told()) {
                    case LATE -> "is older than the newest sheet, so it was not imported";
                    case COPIES ->
                            "has the content of an earlier sheet and came with others, so it was"
                                    + " not imported";
                    case TOUCHED ->
                            "has a new time, but the content of an earlier sheet, so it was not"
                                    + " imported";
                    case RESTORED ->
                            "may have been imported after the backup that was restored, so it was"
                                    + " not imported";
                    default -> "has the content of an earlier sheet and was imported as the newest";
                };
        String then =
                row.told() == Why.AGAIN
                        ? "If it is only a copy, undo its run"
                        : "If it is the newest: stockload run %s --file %s"
                                .formatted(job.name(), quoted(name));
        return "%s %s. %s".formatted(dated(name, row.sheet().found().time()), what, then);
    }

    private static String quoted(String name) {
        return name.matches("[\\w./\\\\:-]+") ? name : "'" + name.replace("'", "'\\''") + "'";
    }

    /** People know a local file by its path, and a fetched one by its name. */
    String name(String path) {
        return job.sheets().from().isEmpty()
                ? JobDefinition.shown(Path.of(path)).toString()
                : path.substring(path.lastIndexOf('/') + 1);
    }

    String dated(SourceFile file) {
        return dated(file.name(), file.modified());
    }

    private String dated(String name, Instant time) {
        return "%s (%s)".formatted(name, TimeWords.day(time.atZone(job.zoneOrDefault())));
    }

    /** Stores one message about all that was told since the last one; returns its sentences. */
    List<String> tell(TakingRules taking) {
        List<Decided> told = told(taking, taking.messaged).toList();
        List<String> words = Late.sentences(told.stream().map(this::late).toList());
        if (told.isEmpty()) {
            return words;
        }
        Instant now = taking.clock;
        boolean late = told.stream().anyMatch(row -> row.told() != Why.AGAIN);
        Message message =
                Message.of(
                        "late",
                        job.name(),
                        late ? Count.of(told.size(), "sheet") + " not imported" : "Imported again",
                        words,
                        Map.of("account", job.account()));
        String key = "late %s %s %s".formatted(job.name(), account, now);
        new MessageTable(ledger.database())
                .add(
                        job.notifySettings()
                                .recipients(Rule.End.FAILURE)
                                .map(to -> message.to(to, key, now))
                                .toList());
        taking.messaged = now;
        taking.tick(now);
        return words;
    }

    /** Removes copies that neither a run, the newest sheet nor a late sheet needs. */
    void removeOldCopies(TakingRules taking, Path folder, Instant now) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        Stream<Copied> reported =
                Stream.concat(taking.newest.stream(), taking.entered.stream()).map(Taken::sheet);
        Set<String> needed =
                Stream.concat(reported, told(taking, now.minus(KEPT)).map(Decided::sheet))
                        .filter(sheet -> sheet.copy() != null)
                        .map(sheet -> String.valueOf(Path.of(sheet.copy()).getParent()))
                        .collect(Collectors.toSet());
        try (Stream<Path> copies = Files.list(folder)) {
            for (Path copy : copies.filter(Files::isDirectory).toList()) {
                boolean old =
                        Files.getLastModifiedTime(copy).toInstant().isBefore(now.minus(DECIDING));
                if (old && !needed.contains(TakenFiles.path(copy))) {
                    FileSystemUtils.deleteRecursively(copy);
                }
            }
        }
    }
}
