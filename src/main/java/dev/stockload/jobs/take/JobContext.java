package dev.stockload.jobs.take;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.notifications.Recipient;
import dev.stockload.process.Time;
import dev.stockload.sources.FolderSource;
import dev.stockload.sources.Source;
import dev.stockload.sources.SourceAddress;
import dev.stockload.sources.Sources;
import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** What all classes about jobs need. */
public record JobContext(Ledger ledger, Path data, JobFolder jobs, Sources sources, Time time) {
    public Source open(JobDefinition job) throws IOException {
        replyTo(job);
        return job.sheets().from().isEmpty()
                ? new FolderSource(job.home())
                : sources.open(
                        job.source(), time.instant().atZone(job.zoneOrDefault()).toLocalDate());
    }

    /** Who mails the sheets of a job and is told what to correct; empty if nobody is. */
    public Optional<Recipient> replyTo(JobDefinition job) {
        if (!job.notifySettings().reply()) {
            return Optional.empty();
        }
        return job.sheets()
                .from()
                .map(sources::address)
                .flatMap(SourceAddress::sender)
                .map(sender -> Optional.of(new Recipient(Optional.empty(), sender)))
                .orElseThrow(
                        () ->
                                Refusal.job(
                                        "Job %s has 'reply', but its source is no mailbox with one sender: set stockload.sources.NAME.from-address, or remove 'reply'"
                                                .formatted(job.name())));
    }

    /** The folder of the copies that a job imports. */
    Path copies(JobDefinition job, String account) {
        return data.resolve("sources").resolve(job.name()).resolve(account);
    }
}
