package dev.stockload.jobs.take;

import dev.stockload.imports.enter.UndoneRun;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.TakingRules.Decided;
import dev.stockload.jobs.take.TakingRules.Fate;
import dev.stockload.jobs.take.TakingRules.Found;
import dev.stockload.jobs.take.TakingRules.RunEnd;
import dev.stockload.problem.Problem;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.Sha256;
import dev.stockload.runs.Run;
import dev.stockload.sources.FilePattern;
import dev.stockload.sources.Source;
import dev.stockload.sources.Source.FileChangedException;
import dev.stockload.sources.SourceFile;
import dev.stockload.stock.SafeText;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Moves the files of a job that were decided about to {@code done}, {@code failed} or {@code late}
 * next to them (rule 7), with the problems and the rows to correct, so that the person who dropped
 * a sheet sees the result.
 */
public record MovedSheets(JobContext context, JobDefinition job, String account) {
    private static final Logger LOG = LoggerFactory.getLogger(MovedSheets.class);
    private static final int MOST_PROBLEMS = 1000;
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    /** Moves what can be moved now; what fails is moved after the next run. */
    public void move() {
        if (!job.sheets().move()) {
            return;
        }
        try (Source source = context.open(job)) {
            FilesByName names = FilesByName.of(job, source);
            TakingRules taking = new JobSheets(context.ledger(), job, account).store().load();
            List<SourceFile> files = new ArrayList<>(names.matching());
            for (Decided row : taking.decided.values()) {
                files.addAll(late(source, row));
            }
            for (SourceFile file : files) {
                Decided decided = taking.decided.get(file.path());
                Found found = Found.of(file);
                if (decided == null || !decided.sheet().found().equals(found)) {
                    continue;
                }
                Optional<Run> run =
                        Optional.ofNullable(decided.run()).flatMap(context.ledger().runs()::find);
                // A local file is compared with what was decided about, a remote one by size and
                // time.
                Optional<Path> here = source.localPath(file);
                String content =
                        here.isPresent() ? Sha256.of(here.get()) : decided.sheet().content();
                Optional<String> folder = taking.place(found, content, end(decided, run));
                if (folder.isPresent()) {
                    String place = isLate(file.path()) ? "../" + folder.get() : folder.get();
                    move(source, file, names.all(), place, added(decided, file, run));
                }
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn(
                    "Sheets of job {} could not be moved: {}",
                    job.name(),
                    FaultMessages.explain(e));
        }
    }

    /** A local file in the folder of late sheets, if a person has imported it from there. */
    private List<SourceFile> late(Source source, Decided row) throws IOException {
        if (job.sheets().from().isPresent()
                || row.fate() != Fate.TAKEN
                || !isLate(row.sheet().path())) {
            return List.of();
        }
        return source.list(FilePattern.of(Path.of(row.sheet().path()))).stream()
                .filter(each -> each.path().equals(row.sheet().path()) && !each.isUnknown())
                .toList();
    }

    private static boolean isLate(String path) {
        Path folder = Path.of(path).getParent();
        return folder != null && folder.endsWith("late");
    }

    /** A run that is no longer stored has ended. */
    private static RunEnd end(Decided decided, Optional<Run> run) {
        boolean open = run.map(Run::isUnfinished).orElse(decided.run() == null);
        return open
                ? RunEnd.OPEN
                : run.filter(Run::isUnusable).isPresent() ? RunEnd.UNUSABLE : RunEnd.ENDED;
    }

    private void move(
            Source source,
            SourceFile sheet,
            List<SourceFile> all,
            String folder,
            Map<String, Resource> added)
            throws IOException {
        // Markers first: one that stays behind would mark a later sheet as complete.
        List<String> markers =
                FilesByName.markersOf(job.sheets().done(), sheet.name()).stream()
                        .map(sheet::sibling)
                        .toList();
        for (SourceFile each : all) {
            if (markers.contains(each.path())) {
                source.move(each, folder, stamped(each.name()), Map.of());
            }
        }
        try {
            source.move(sheet, folder, stamped(sheet.name()), added);
        } catch (FileChangedException e) {
            LOG.info("{} was replaced while it was moved; it stays", sheet.path());
        }
    }

    /** The name with a time, so that it differs from that of another day's sheet. */
    private String stamped(String name) {
        int dot = name.lastIndexOf('.');
        String stamp = "-" + STAMP.format(context.time().instant());
        String whole =
                dot <= 0 ? name + stamp : name.substring(0, dot) + stamp + name.substring(dot);
        return SafeText.last(whole, SourceFile.LONGEST_NAME);
    }

    /** The problems and the rows to correct, by the endings of their files. */
    private Map<String, Resource> added(Decided decided, SourceFile file, Optional<Run> own) {
        if (decided.fate() == Fate.COPY) {
            return context.ledger()
                    .runs()
                    .latest(account, job.name(), decided.sheet().content())
                    .map(run -> Map.of(".already-imported.txt", text(alreadyImported(file, run))))
                    .orElse(Map.of());
        }
        if (own.isEmpty()) {
            return Map.of();
        }
        Run run = own.get();
        Map<String, Resource> files = new LinkedHashMap<>();
        Optional<Path> rejects = RunFolder.of(context.data(), run.id()).rejects();
        if (run.isUnusable() || rejects.isPresent()) {
            files.put(".problems.txt", text(problems(run)));
        }
        rejects.ifPresent(
                rows -> files.put("." + rows.getFileName(), new FileSystemResource(rows)));
        return files;
    }

    private static Resource text(String words) {
        return new ByteArrayResource(words.getBytes(StandardCharsets.UTF_8));
    }

    private String alreadyImported(SourceFile file, Run run) {
        String words =
                """
                %s was already imported: it has the content of %s, which run %s imported. Nothing was sent.
                """
                        .formatted(file.name(), run.fileName(), run.id());
        return UndoneRun.of(context.ledger(), run)
                .map(UndoneRun::sentence)
                .map(
                        since ->
                                """
                                %sThat is run %s, %s.
                                To send it again, put it back where it was, then: stockload run %s --again
                                """
                                        .formatted(words, run.id(), since, run.job()))
                .orElse(words);
    }

    private String problems(Run run) {
        StringBuilder words = new StringBuilder(run.isUnusable() ? run.reason() + "\n" : "");
        int count = 0;
        for (Problem problem : context.ledger().problems().inOrder(run.id())) {
            if (count++ == MOST_PROBLEMS) {
                return words.append("…\n").toString();
            }
            words.append(problem).append('\n');
        }
        return words.toString();
    }
}
