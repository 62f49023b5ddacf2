package dev.stockload.jobs;

import dev.stockload.imports.RunFiles;
import dev.stockload.imports.UndoneRun;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
import dev.stockload.ledger.SourceFiles.Seen;
import dev.stockload.runs.FaultMessages;
import dev.stockload.runs.Time;
import dev.stockload.sources.RemoteFile;
import dev.stockload.sources.Source;
import dev.stockload.sources.Sources;
import dev.stockload.stock.Problem;
import dev.stockload.stock.Sha256;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Moves a sheet to {@code done} or {@code failed} beside it once its run is over, with the problems
 * and the rows to correct, so that whoever dropped it sees what became of it.
 */
final class FinishedSheets {
    private static final Logger LOG = LoggerFactory.getLogger(FinishedSheets.class);
    private static final String DONE = "done";
    private static final String FAILED = "failed";
    private static final int MOST_PROBLEMS = 1000;
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final Ledger ledger;
    private final Path data;
    private final Sources sources;
    private final Time time;

    FinishedSheets(JobContext context) {
        this.ledger = context.ledger();
        this.data = context.data();
        this.sources = context.sources();
        this.time = context.time();
    }

    /** Whether a file was put where it is by this. */
    static boolean isPut(Path file) {
        Path folder = file.toAbsolutePath().getParent().getFileName();
        return folder != null && List.of(DONE, FAILED).contains(folder.toString());
    }

    /** Moves the sheet of a run that is over, where its job asks for that. */
    void ended(JobDefinition job, Run run) {
        boolean over = run.state() == RunState.COMPLETED || run.isUnusable();
        if (over) {
            put(job, new Sheet(run, Path.of(run.file()), false));
        }
    }

    /** Moves a sheet that came again, maybe by another name. */
    void cameAgain(JobDefinition job, Path file, Run run) {
        if (run.state() == RunState.COMPLETED) {
            put(job, new Sheet(run, file, true));
        }
    }

    /**
     * A sheet that is to be put away.
     *
     * @param run that imported it
     * @param file where it is on this machine
     * @param again whether the run had the same content from another file
     */
    private record Sheet(Run run, Path file, boolean again) {
        String folder() {
            return run.isUnusable() ? FAILED : DONE;
        }
    }

    private void put(JobDefinition job, Sheet sheet) {
        if (!job.sheets().move()) {
            return;
        }
        try {
            if (job.sheets().from().isPresent()) {
                remote(job, sheet);
            } else {
                local(job, sheet);
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn(
                    "The sheet of run {} could not be moved: {}",
                    sheet.run().id(),
                    FaultMessages.sentence(e));
        }
    }

    private void local(JobDefinition job, Sheet sheet) throws IOException {
        Path file = sheet.file().toAbsolutePath();
        // A new sheet may be there by the same name: that is not the one that was imported.
        if (!Files.isRegularFile(file) || !Sha256.of(file).equals(sheet.run().content())) {
            return;
        }
        Path place = Files.createDirectories(file.resolveSibling(sheet.folder()));
        // First of all: a marker that stays behind would vouch for a sheet that is yet to come.
        String own = file.getFileName().toString();
        for (String each : new CompleteFiles(job.sheets().done()).markersOf(own)) {
            Path marker = file.resolveSibling(each);
            if (Files.isRegularFile(marker)) {
                Files.move(marker, place.resolve(free(place, sheet, each)));
            }
        }
        String name = free(place, sheet, own);
        try (Beside beside = beside(sheet, name)) {
            for (Path each : beside.files()) {
                Files.move(
                        each,
                        place.resolve(each.getFileName()),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            Files.move(file, place.resolve(name));
        }
    }

    private String free(Path place, Sheet sheet, String name) {
        return Files.exists(place.resolve(name)) ? stamped(sheet, name) : name;
    }

    private void remote(JobDefinition job, Sheet sheet) throws IOException {
        Optional<Seen> seen =
                ledger.sourceFiles().withContent(job.name(), sheet.run().content()).stream()
                        .filter(each -> each.source().equals(job.sheets().from().orElseThrow()))
                        .reduce((first, last) -> last);
        if (seen.isEmpty()) {
            return;
        }
        Seen file = seen.get();
        LocalDate today = time.instant().atZone(job.zoneOrUsual()).toLocalDate();
        try (Source source = sources.open(file.source(), today)) {
            List<RemoteFile> all = RemoteListing.beside(job, source);
            Optional<RemoteFile> there =
                    all.stream()
                            .filter(each -> each.path().equals(file.path()))
                            .filter(each -> each.version().equals(file.version()))
                            .findFirst();
            if (there.isPresent()) {
                move(job, sheet, source, there.get(), all);
            }
        }
    }

    private void move(
            JobDefinition job, Sheet sheet, Source source, RemoteFile file, List<RemoteFile> all)
            throws IOException {
        List<String> markers = new CompleteFiles(job.sheets().done()).markersOf(file.name());
        for (RemoteFile each : all) {
            if (markers.contains(each.name())) {
                source.move(each, sheet.folder(), stamped(sheet, each.name()), List.of());
            }
        }
        String name = stamped(sheet, file.name());
        try (Beside beside = beside(sheet, name)) {
            source.move(file, sheet.folder(), name, beside.files());
        }
    }

    /** A name that another day's sheet does not have. */
    private String stamped(Sheet sheet, String name) {
        int dot = name.lastIndexOf('.');
        String stamp = "-" + STAMP.format(sheet.again() ? time.instant() : sheet.run().endedAt());
        return dot <= 0 ? name + stamp : name.substring(0, dot) + stamp + name.substring(dot);
    }

    /** Files that are put beside a sheet; what is left of them goes when this is closed. */
    private record Beside(Path folder, List<Path> files) implements Closeable {
        @Override
        public void close() throws IOException {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.delete(folder);
        }
    }

    /** The problems in words and the rows to correct, in files that are named like the sheet. */
    private Beside beside(Sheet sheet, String name) throws IOException {
        List<Path> files = new ArrayList<>();
        Path folder = Files.createTempDirectory(data, ".afterwards");
        Run run = sheet.run();
        if (sheet.again()) {
            files.add(
                    Files.writeString(
                            folder.resolve(name + ".already-imported.txt"), again(sheet)));
            return new Beside(folder, files);
        }
        Optional<Path> rejects = RunFiles.of(data, run.id()).rejects();
        if (run.isUnusable() || rejects.isPresent()) {
            files.add(problems(run, folder.resolve(name + ".problems.txt")));
        }
        if (rejects.isPresent()) {
            String kind = rejects.get().getFileName().toString();
            files.add(Files.copy(rejects.get(), folder.resolve(name + "." + kind)));
        }
        return new Beside(folder, files);
    }

    private String again(Sheet sheet) {
        Run run = sheet.run();
        String undone =
                UndoneRun.of(ledger, run)
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
                        .formatted(sheet.file().getFileName(), SheetWords.name(run), run.id())
                + undone;
    }

    private Path problems(Run run, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            if (run.isUnusable()) {
                out.write(SheetWords.reason(run) + "\n");
            }
            int count = 0;
            for (Problem problem : ledger.problems().inOrder(run.id())) {
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
