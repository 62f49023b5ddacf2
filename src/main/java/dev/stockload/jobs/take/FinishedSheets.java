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
import org.springframework.util.FileSystemUtils;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
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
 */
public record FinishedSheets(JobContext context) {
    private static final Logger LOG = LoggerFactory.getLogger(FinishedSheets.class);
    private static final String DONE = "done";
    private static final String FAILED = "failed";
    private static final int MOST_PROBLEMS = 1000;
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private static final Pattern MOVED = Pattern.compile("(?s)(.*[/\\\\])?(done|failed)[/\\\\]");

    static boolean isMoved(SourceFile file) {
        return MOVED.matcher(file.sibling("")).matches();
    }

    public void ended(JobDefinition job, Run run) {
        boolean over = run.state() == RunState.COMPLETED || run.isUnusable();
        if (over) {
            move(job, new Sheet(run, Path.of(run.file()), false));
        }
    }

    public void cameAgain(JobDefinition job, Path file, Run run) {
        if (run.state() == RunState.COMPLETED) {
            move(job, new Sheet(run, file, true));
        }
    }

    /** A sheet to move; {@code again} if its run imported the same content from another file. */
    private record Sheet(Run run, Path file, boolean again) {
        String folder() {
            return run.isUnusable() ? FAILED : DONE;
        }
    }

    private void move(JobDefinition job, Sheet sheet) {
        if (!job.sheets().move()) {
            return;
        }
        Path file = sheet.file().toAbsolutePath().normalize();
        List<Seen> seen =
                context.ledger().sourceFiles().of(sheet.run()).stream()
                        .filter(each -> each.source().equals(job.source()))
                        .filter(each -> each.file().equals(file))
                        .toList();
        if (seen.isEmpty()) {
            return;
        }
        try (Source source = context.open(job)) {
            move(job, sheet, source, seen.get(seen.size() - 1));
        } catch (IOException | RuntimeException e) {
            LOG.warn(
                    "The sheet of run {} could not be moved: {}",
                    sheet.run().id(),
                    FaultMessages.sentence(e));
        }
    }

    /** Leaves a new sheet of the same name alone: it was not imported yet. */
    private void move(JobDefinition job, Sheet sheet, Source source, Seen seen) throws IOException {
        List<SourceFile> all = SheetListing.all(job, source);
        Optional<SourceFile> there =
                all.stream()
                        .filter(each -> each.path().equals(seen.path()))
                        .filter(each -> each.version().equals(seen.version()))
                        .findFirst();
        if (there.isEmpty()) {
            return;
        }
        SourceFile file = there.get();
        // Markers first: one that stays behind would mark a later sheet as complete.
        List<String> markers =
                SheetListing.markersOf(job.sheets().done(), file.name()).stream()
                        .map(file::sibling)
                        .toList();
        for (SourceFile each : all) {
            if (markers.contains(each.path())) {
                source.move(each, sheet.folder(), stamped(sheet, each.name()), Map.of());
            }
        }
        Path folder = Files.createTempDirectory(context.data(), ".afterwards");
        try {
            source.move(file, sheet.folder(), stamped(sheet, file.name()), added(sheet, folder));
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    /** The name with a time, so that it differs from that of another day's sheet. */
    private String stamped(Sheet sheet, String name) {
        int dot = name.lastIndexOf('.');
        String stamp =
                "-"
                        + STAMP.format(
                                sheet.again() ? context.time().instant() : sheet.run().endedAt());
        return dot <= 0 ? name + stamp : name.substring(0, dot) + stamp + name.substring(dot);
    }

    /** The problems and the rows to correct, by the endings of their files. */
    private Map<String, Path> added(Sheet sheet, Path folder) throws IOException {
        Run run = sheet.run();
        if (sheet.again()) {
            Path words = Files.writeString(folder.resolve("again"), again(sheet));
            return Map.of(".already-imported.txt", words);
        }
        Map<String, Path> files = new LinkedHashMap<>();
        Optional<Path> rejects = RunFolder.of(context.data(), run.id()).rejects();
        if (run.isUnusable() || rejects.isPresent()) {
            files.put(".problems.txt", problems(run, folder.resolve("problems")));
        }
        rejects.ifPresent(file -> files.put("." + file.getFileName(), file));
        return files;
    }

    private String again(Sheet sheet) {
        Run run = sheet.run();
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
                        .formatted(sheet.file().getFileName(), run.fileName(), run.id())
                + undone;
    }

    private Path problems(Run run, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            if (run.isUnusable()) {
                out.write(run.reason() + "\n");
            }
            int count = 0;
            for (Problem problem : context.ledger().problems().inOrder(run.id())) {
                if (count++ == MOST_PROBLEMS) {
                    out.write("…\n");
                    break;
                }
                out.write(problem + "\n");
            }
        }
        return file;
    }
}
