package dev.stockload.jobs.take;

import dev.stockload.database.Database;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobDefinition.NotifySettings.Rule;
import dev.stockload.jobs.take.Taking.Taken;
import dev.stockload.jobs.take.Taking.Told;
import dev.stockload.jobs.take.Taking.Why;
import dev.stockload.jobs.take.TakingStore.Loaded;
import dev.stockload.ledger.Ledger;
import dev.stockload.notifications.Message;
import dev.stockload.notifications.MessageTable;
import dev.stockload.runs.TakenFiles;
import dev.stockload.stock.Count;

import org.springframework.util.FileSystemUtils;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The sheets of a job that were not imported because they seem old, and the message about them. */
public final class LateSheets {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm", Locale.ENGLISH);

    /** How long a late sheet is listed, and its copy kept. */
    private static final Duration KEPT = Duration.ofDays(30);

    /** Another process may have made a copy that it did not decide about yet. */
    private static final Duration DECIDING = Duration.ofDays(1);

    private final Ledger ledger;
    private final JobDefinition job;
    private final String account;
    private final List<String> sentences = new ArrayList<>();

    public LateSheets(Ledger ledger, JobDefinition job, String account) {
        this.ledger = ledger;
        this.job = job;
        this.account = account;
    }

    private record Row(String path, String told, Instant time) {}

    /** A sentence for each late sheet, until a newer one comes. */
    public List<String> list(Instant now) {
        return ledger
                .database()
                .sql(
                        """
                        select f.path, f.told, f.time from taking_file f
                          left join taking_sheet n
                            on n.job = f.job and n.account = f.account and n.role = 'N'
                         where f.job = :job and f.account = :account and f.told_at > :since
                           and f.told <> 'AGAIN' and (n.taken_at is null or f.told_at >= n.taken_at)
                         order by f.time, f.path
                        """)
                .params(Map.of("job", job.name(), "account", account))
                .param("since", Database.time(now.minus(KEPT)))
                .query(Row.class)
                .list()
                .stream()
                .map(row -> sentence(Why.valueOf(row.told()), row.path(), row.time()))
                .toList();
    }

    private String sentence(Why why, String path, Instant time) {
        String name =
                job.sheets().from().isEmpty()
                        ? JobDefinition.shown(Path.of(path)).toString()
                        : path.substring(path.lastIndexOf('/') + 1);
        String what =
                switch (why) {
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
                why == Why.AGAIN
                        ? "If it is only a copy, undo its run"
                        : "If it is the newest: stockload run %s --file %s"
                                .formatted(job.name(), quoted(name));
        return "%s (%s) %s. %s".formatted(name, time(time, job), what, then);
    }

    private static String quoted(String name) {
        return name.matches("[\\w./\\\\:-]+") ? name : "'" + name.replace("'", "'\\''") + "'";
    }

    static String time(Instant at, JobDefinition job) {
        return TIME.format(at.atZone(job.zoneOrDefault()));
    }

    /** What people were told in this run. */
    List<String> sentences() {
        return sentences;
    }

    /** Stores one message about all of them, in the transaction of the decision. */
    void tell(Loaded loaded, List<Told> told) {
        List<String> words = new ArrayList<>();
        for (Told each : told) {
            if (each.why() != Why.UNUSABLE) {
                Instant time = loaded.taking.decided.get(each.path()).found().time();
                words.add(sentence(each.why(), each.path(), time));
            }
        }
        if (words.isEmpty()) {
            return;
        }
        sentences.addAll(words);
        boolean late = told.stream().anyMatch(each -> each.why() != Why.AGAIN);
        Message message =
                Message.of(
                        "late",
                        job.name(),
                        late ? Count.of(words.size(), "sheet") + " not imported" : "Imported again",
                        words,
                        Map.of("account", job.account()));
        String key = "late %s %s %s %s".formatted(job.name(), account, loaded.taking.clock, words);
        Instant now = loaded.taking.clock;
        new MessageTable(ledger.database())
                .add(
                        job.notifySettings().rules().stream()
                                .filter(rule -> rule.on().contains(Rule.End.FAILURE))
                                .map(rule -> message.to(rule.recipient(), key, now))
                                .toList());
    }

    /** What was entered and not finished when the backup was made that was restored. */
    List<Taken> unfinished(Loaded loaded) {
        List<Taken> all = new ArrayList<>();
        ledger.database()
                .sql(
                        """
                        select path, content from taking_file
                         where job = :job and account = :account and source = :source
                           and told = 'RESTORED' and told_at is null
                        """)
                .params(Map.of("job", job.name(), "account", account, "source", job.source()))
                .query(
                        row -> {
                            all.add(Taken.of(row.getString("path"), row.getString("content")));
                        });
        loaded.entered()
                .map(row -> Taken.of(row.sheet().path(), row.sheet().content()))
                .filter(sheet -> !all.contains(sheet))
                .ifPresent(all::add);
        return all;
    }

    /** Removes copies that neither a run, the newest sheet nor a late sheet needs. */
    void removeOldCopies(Path folder, Instant now) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        Set<String> needed = new HashSet<>();
        ledger.database()
                .sql(
                        """
                        select copy from taking_sheet
                         where job = :job and account = :account and copy is not null
                        union select copy from taking_file
                         where job = :job and account = :account and copy is not null
                           and told_at > :since
                        """)
                .params(Map.of("job", job.name(), "account", account))
                .param("since", Database.time(now.minus(KEPT)))
                .query(String.class)
                .list()
                .forEach(copy -> needed.add(String.valueOf(Path.of(copy).getParent())));
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
