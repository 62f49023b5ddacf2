package dev.stockload.jobs.take;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.Time;
import dev.stockload.sources.FolderSource;
import dev.stockload.sources.Source;
import dev.stockload.sources.Sources;

import java.io.IOException;
import java.nio.file.Path;

/** What all classes about jobs need. */
public record JobContext(Ledger ledger, Path data, JobFolder jobs, Sources sources, Time time) {
    Source open(JobDefinition job) throws IOException {
        return job.sheets().from().isEmpty()
                ? new FolderSource(job.home())
                : sources.open(
                        job.source(), time.instant().atZone(job.zoneOrDefault()).toLocalDate());
    }

    /** The folder of the copies that a job imports. */
    Path copies(JobDefinition job, String account) {
        return data.resolve("sources").resolve(job.name()).resolve(account);
    }
}
