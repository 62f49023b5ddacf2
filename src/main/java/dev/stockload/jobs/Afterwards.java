package dev.stockload.jobs;

import dev.stockload.imports.RunFiles;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
import dev.stockload.ledger.SourceFiles.Seen;
import dev.stockload.runs.RunFailedException;
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
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Moves a sheet to {@code done} or {@code failed} beside it once its run is over, with the problems
 * and the rows to correct, so that whoever dropped it sees what became of it.
 */
final class Afterwards {
    private static final Logger LOG = LoggerFactory.getLogger(Afterwards.class);
    private static final String DONE = "done";
    private static final String FAILED = "failed";
    private static final int MOST_PROBLEMS = 1000;
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final Ledger ledger;
    private final Path data;
    private final Sources sources;
    private final Time time;

    Afterwards(JobContext context) {
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
        if (!over || !job.sheets().move()) {
            return;
        }
        try {
            String folder = run.isUnusable() ? FAILED : DONE;
            if (job.sheets().from().isPresent()) {
                remote(job, run, folder);
            } else {
                local(run, folder);
            }
        } catch (IOException | RunFailedException e) {
            LOG.warn("The sheet of run {} could not be moved: {}", run.id(), e.getMessage());
        }
    }

    private void local(Run run, String folder) throws IOException {
        Path file = Path.of(run.file()).toAbsolutePath();
        // A new sheet may be there by the same name: that is not the one that was imported.
        if (!Files.isRegularFile(file) || !Sha256.of(file).equals(run.content())) {
            return;
        }
        Path place = Files.createDirectories(file.resolveSibling(folder));
        String name =
                free(
                        run,
                        file.getFileName().toString(),
                        Files.exists(place.resolve(file.getFileName())));
        try (Beside beside = beside(run, name)) {
            for (Path each : beside.files()) {
                Files.move(
                        each,
                        place.resolve(each.getFileName()),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            Files.move(file, place.resolve(name));
        }
    }

    private void remote(JobDefinition job, Run run, String folder) throws IOException {
        Optional<Seen> seen =
                ledger.sourceFiles().withContent(job.name(), run.content()).stream()
                        .filter(each -> each.source().equals(job.sheets().from().orElseThrow()))
                        .reduce((first, last) -> last);
        if (seen.isEmpty()) {
            return;
        }
        Seen file = seen.get();
        try (Source source =
                sources.open(
                        file.source(), time.instant().atZone(job.zoneOrUsual()).toLocalDate())) {
            Optional<RemoteFile> there =
                    RemoteSheets.matching(job, source).stream()
                            .filter(each -> each.path().equals(file.path()))
                            .filter(each -> each.version().equals(file.version()))
                            .findFirst();
            if (there.isPresent()) {
                String name = free(run, there.get().name(), true);
                try (Beside beside = beside(run, name)) {
                    source.move(there.get(), folder, name, beside.files());
                }
            }
        }
    }

    /** A name that another day's sheet does not have. */
    private static String free(Run run, String name, boolean taken) {
        if (!taken) {
            return name;
        }
        int dot = name.lastIndexOf('.');
        String stamp = "-" + STAMP.format(run.endedAt());
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
    private Beside beside(Run run, String name) throws IOException {
        List<Path> files = new ArrayList<>();
        Path folder = Files.createTempDirectory(data, ".afterwards");
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

    private Path problems(Run run, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            if (run.isUnusable()) {
                out.write(RunMessage.reason(run) + "\n");
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
