package dev.stockload.jobs.take;

import dev.stockload.imports.enter.UndoneRun;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.NewSheets.JobContext;
import dev.stockload.problem.Problem;
import dev.stockload.process.FaultMessages;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;
import dev.stockload.runs.SourceFiles.Seen;
import dev.stockload.sources.Source;
import dev.stockload.sources.SourceFile;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Moves a sheet to the folder {@code done} or {@code failed} next to it after its run, with its
 * problems and the rows to correct, so that the person who dropped it sees the result.
 *
 * @param again whether its run imported the same content from another file
 */
public record FinishedSheet(
        JobContext context, JobDefinition job, Run run, Path file, boolean again) {
    private static final Logger LOG = LoggerFactory.getLogger(FinishedSheet.class);
    private static final int MOST_PROBLEMS = 1000;
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private static final Pattern MOVED = Pattern.compile("(?s)(.*[/\\\\])?(done|failed)[/\\\\]");

    static boolean isMoved(SourceFile file) {
        return MOVED.matcher(file.sibling("")).matches();
    }

    /** Moves the sheet of a run, and others with its content that joined the run. */
    public static void ended(JobContext context, JobDefinition job, Run run) {
        if (run.state() != RunState.COMPLETED && !run.isUnusable()) {
            return;
        }
        Path own = Path.of(run.file()).toAbsolutePath().normalize();
        for (Seen seen : context.ledger().sourceFiles().of(run)) {
            boolean other = !seen.file().equals(own);
            if (!other || run.id().equals(seen.run())) {
                boolean again = other && !run.isUnusable();
                new FinishedSheet(context, job, run, seen.file(), again).move();
            }
        }
    }

    public static void cameAgain(JobContext context, JobDefinition job, Path file, Run run) {
        if (run.state() == RunState.COMPLETED) {
            new FinishedSheet(context, job, run, file, true).move();
        }
    }

    private void move() {
        if (!job.sheets().move()) {
            return;
        }
        Path whole = file.toAbsolutePath().normalize();
        Optional<Seen> seen =
                context.ledger().sourceFiles().of(run).stream()
                        .filter(each -> each.source().equals(job.source()))
                        .filter(each -> each.file().equals(whole))
                        .reduce((older, newer) -> newer);
        if (seen.isEmpty()) {
            return;
        }
        try (Source source = context.open(job)) {
            move(source, seen.get());
        } catch (IOException | RuntimeException e) {
            LOG.warn(
                    "The sheet of run {} could not be moved: {}",
                    run.id(),
                    FaultMessages.sentence(e));
        }
    }

    /** Leaves a new sheet of the same name alone: it was not imported yet. */
    private void move(Source source, Seen seen) throws IOException {
        List<SourceFile> all = CompleteFiles.all(job, source);
        Optional<SourceFile> there =
                all.stream()
                        .filter(each -> each.path().equals(seen.path()))
                        .filter(each -> each.version().equals(seen.version()))
                        .findFirst();
        if (there.isEmpty()) {
            return;
        }
        SourceFile sheet = there.get();
        String folder = run.isUnusable() ? "failed" : "done";
        // Markers first: one that stays behind would mark a later sheet as complete.
        List<String> markers =
                CompleteFiles.markersOf(job.sheets().done(), sheet.name()).stream()
                        .map(sheet::sibling)
                        .toList();
        for (SourceFile each : all) {
            if (markers.contains(each.path())) {
                source.move(each, folder, stamped(each.name()), Map.of());
            }
        }
        source.move(sheet, folder, stamped(sheet.name()), added());
    }

    /** The name with a time, so that it differs from that of another day's sheet. */
    private String stamped(String name) {
        int dot = name.lastIndexOf('.');
        String stamp = "-" + STAMP.format(again ? context.time().instant() : run.endedAt());
        return dot <= 0 ? name + stamp : name.substring(0, dot) + stamp + name.substring(dot);
    }

    /** The problems and the rows to correct, by the endings of their files. */
    private Map<String, Resource> added() {
        if (again) {
            return Map.of(".already-imported.txt", text(alreadyImported()));
        }
        Map<String, Resource> files = new LinkedHashMap<>();
        Optional<Path> rejects = RunFolder.of(context.data(), run.id()).rejects();
        if (run.isUnusable() || rejects.isPresent()) {
            files.put(".problems.txt", text(problems()));
        }
        rejects.ifPresent(
                rows -> files.put("." + rows.getFileName(), new FileSystemResource(rows)));
        return files;
    }

    private static Resource text(String words) {
        return new ByteArrayResource(words.getBytes(StandardCharsets.UTF_8));
    }

    private String alreadyImported() {
        String undone =
                UndoneRun.of(context.ledger(), run)
                        .map(
                                since ->
                                        """
                                        That is run %s, %s.
                                        To send it again, put it back where it was, then: stockload run %s --again
                                        """
                                                .formatted(run.id(), since.words(), run.job()))
                        .orElse("");
        return """
        %s was already imported: it has the content of %s, which run %s imported. Nothing was sent.
        """
                        .formatted(file.getFileName(), run.fileName(), run.id())
                + undone;
    }

    private String problems() {
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
