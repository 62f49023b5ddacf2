package dev.stockload.app;

import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.SourceMonths;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.stock.Refusal;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A source of the settings and the jobs that read from it, as the terminal and the console list it.
 *
 * @param address null if its settings are wrong, as the fault says
 */
public record SourceStatus(
        String source,
        String address,
        List<String> jobs,
        List<SourceMonths.Month> months,
        String fault) {
    /** Without its months if no more than the settings can be read. */
    public static SourceStatus of(
            String source,
            Connections connections,
            List<JobFolder.Entry> all,
            Optional<ExpectedSheets> expected) {
        List<JobDefinition> jobs =
                JobFolder.Entry.usable(all).stream()
                        .filter(job -> job.source().equals(source))
                        .toList();
        List<String> names = jobs.stream().map(JobDefinition::name).toList();
        List<SourceMonths.Month> months =
                expected.map(each -> SourceMonths.of(jobs, each, Instant.now())).orElse(List.of());
        try {
            String address = connections.address(source).shown();
            return new SourceStatus(source, address, names, months, null);
        } catch (Refusal e) {
            return new SourceStatus(source, null, names, months, e.getMessage());
        }
    }
}
