package dev.stockload.jobs.take;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.sources.FolderSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The complete local files of a job, oldest first. */
public record JobFiles() {
    public static List<Path> of(JobDefinition job) throws IOException {
        return FilesByName.of(job, new FolderSource(job.home())).complete().stream()
                .map(file -> JobDefinition.shown(Path.of(file.path())))
                .toList();
    }
}
