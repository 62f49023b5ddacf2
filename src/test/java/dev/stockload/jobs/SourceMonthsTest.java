package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.jobs.SourceMonths.Month;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.runs.ResumeOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;

/** What a supplier's sheets were like, month by month. */
@Timeout(60)
class SourceMonthsTest extends InNights {
    private static final String JOB =
            "read: in/stock.csv\nexpect: \"06:00\"\nzone: UTC\nmaxZeroed: 1\n";

    @Test
    void sheets_are_on_time_late_missing_the_same_again_or_of_another_shape() throws Exception {
        JobDefinition job = nights.job("night", JOB);
        night(job, "2026-10-29T04:00:00Z", HEADER + "1,red,36,1\n1,red,37,x\n");
        night(job, "2026-10-30T07:00:00Z", HEADER + "1,red,36,2\n");
        // None on the 31st.
        night(job, "2026-11-01T05:00:00Z", HEADER + "1,red,36,3\n");
        night(job, "2026-11-02T05:00:00Z", HEADER + "1,red,36,3\n");
        night(job, "2026-11-03T05:00:00Z", "pid,colour,size,qty\n1,red,36,4\n");

        List<Month> months = months(job, "2026-11-03T12:00:00Z");
        assertThat(months)
                .containsExactly(
                        new Month(YearMonth.of(2026, 11), 2, 1, 0, 2, 1, 0.0, 1),
                        new Month(YearMonth.of(2026, 10), 2, 1, 1, 1, 0, 1 / 3.0, 0));

        String braked = nights.ledger.runs().latest("night").orElseThrow().id();
        nights.ended(nights.queue.resume(braked, ResumeOptions.forced(true)));
        assertThat(months(job, "2026-11-03T12:00:00Z"))
                .first()
                .as("the shape is known now, and that it was another one")
                .isEqualTo(new Month(YearMonth.of(2026, 11), 2, 2, 0, 1, 1, 0.0, 1));
    }

    @Test
    void a_job_without_a_time_says_nothing_about_it() throws Exception {
        JobDefinition job = nights.job("night", "read: in/*.csv\n");
        assertThat(months(job, "2026-11-03T12:00:00Z")).isEmpty();
        night(job, "2026-11-03T05:00:00Z", HEADER + "1,red,36,1\n");
        assertThat(months(job, "2026-11-03T12:00:00Z"))
                .containsExactly(new Month(YearMonth.of(2026, 11), 1, null, null, null, 0, 0.0, 0));
    }

    private List<Month> months(JobDefinition job, String now) {
        ExpectedSheets expected = new ExpectedSheets(nights.ledger, name -> name);
        return SourceMonths.of(List.of(job), expected, Instant.parse(now));
    }

    private void night(JobDefinition job, String at, String sheet) throws Exception {
        nights.time.set(Duration.between(nights.time.instant(), Instant.parse(at)));
        Path file = nights.sheet("in/stock.csv", sheet);
        Files.setLastModifiedTime(file, FileTime.from(nights.time.instant().minusSeconds(60)));
        run(job, Optional.empty(), Optional.empty());
    }
}
