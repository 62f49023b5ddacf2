package dev.stockload.jobs;

import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Time;
import dev.stockload.sources.FolderSource;
import dev.stockload.sources.Source;
import dev.stockload.sources.Sources;

import java.io.IOException;
import java.nio.file.Path;

/**
 * What everything about jobs works with.
 *
 * @param data the data folder
 * @param jobs where the definitions are
 * @param sources where sheets are fetched from
 */
public record JobContext(Ledger ledger, Path data, JobFolder jobs, Sources sources, Time time) {
    Source open(JobDefinition job) throws IOException {
        return job.sheets().from().isEmpty()
                ? new FolderSource(job.home())
                : sources.open(
                        job.source(), time.instant().atZone(job.zoneOrUsual()).toLocalDate());
    }
}
