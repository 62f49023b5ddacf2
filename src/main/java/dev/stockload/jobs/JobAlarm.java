package dev.stockload.jobs;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What somebody should know of the sheets of a job, in a sentence. */
public record JobAlarm(String job, String sentence) {
    /** The alarms of jobs at a time. */
    public static List<JobAlarm> of(
            List<JobDefinition> jobs, ExpectedSheets expectations, Instant now) {
        List<JobAlarm> alarms = new ArrayList<>();
        for (JobDefinition job : jobs) {
            for (String sentence : expectations.alarms(job, now)) {
                alarms.add(new JobAlarm(job.name(), sentence));
            }
        }
        return alarms;
    }

    @Override
    public String toString() {
        return job + ": " + sentence;
    }
}
