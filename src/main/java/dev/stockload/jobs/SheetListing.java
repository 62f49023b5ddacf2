package dev.stockload.jobs;

import dev.stockload.sources.FilePattern;
import dev.stockload.sources.Source;
import dev.stockload.sources.SourceFile;
import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The files of a source that a job reads. */
final class SheetListing {
    private SheetListing() {}

    /** The complete files that the job reads, oldest first, or the newest alone. */
    static List<SourceFile> of(JobDefinition job, Source source) throws IOException {
        List<SourceFile> all = beside(job, source);
        if (isUnknown(all)) {
            return all;
        }
        FilePattern pattern = FilePattern.of(job.read());
        CompleteFiles complete = new CompleteFiles(job.sheets().done());
        Set<String> paths = all.stream().map(SourceFile::path).collect(Collectors.toSet());
        List<SourceFile> files =
                all.stream()
                        .filter(file -> source.matches(pattern, file))
                        .filter(file -> !job.sheets().move() || !FinishedSheets.isPut(file))
                        .filter(
                                file ->
                                        complete.isComplete(
                                                file.name(),
                                                name -> paths.contains(file.beside(name))))
                        .sorted(
                                Comparator.comparing(SourceFile::modified)
                                        .thenComparing(SourceFile::path))
                        .toList();
        return job.sheets().newest() && !files.isEmpty()
                ? files.subList(files.size() - 1, files.size())
                : files;
    }

    /** All that is where the job reads. */
    static List<SourceFile> beside(JobDefinition job, Source source) throws IOException {
        try {
            return source.list(FilePattern.of(job.read()));
        } catch (NoSuchFileException e) {
            throw new Refusal(
                    Refusal.Kind.NO_SHEET,
                    "Job %s reads %s, but there is no folder %s"
                            .formatted(job.name(), job.read(), e.getMessage()));
        }
    }

    /** The same as they are now, asked for one by one where that alone tells. */
    static List<SourceFile> look(JobDefinition job, Source source) throws IOException {
        List<SourceFile> files = of(job, source);
        return isUnknown(files) ? source.look(FilePattern.of(job.read())) : files;
    }

    /** Whether there is one file, which may not be there. */
    private static boolean isUnknown(List<SourceFile> files) {
        return files.size() == 1 && files.get(0).isUnknown();
    }
}
