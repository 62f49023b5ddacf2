package dev.stockload.jobs;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobDefinition.NotifySettings.Rule;
import dev.stockload.notifications.Message;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.List;

/** The message about last night that the jobs of a recipient send once a day. */
record DailyMessage(List<JobDefinition> jobs) {
    /** When it is sent if a job expects no sheet by a time. */
    private static final LocalTime USUAL = LocalTime.of(7, 0);

    /** The same all day, so that it is sent once. */
    String key(Instant now) {
        return "daily " + now.atZone(jobs.get(0).zoneOrDefault()).toLocalDate();
    }

    boolean isDue(Instant now) {
        return jobs.stream().allMatch(job -> isDue(job, now));
    }

    /** At {@code expect} or 07:00; not on the day on which the definition was changed later. */
    private static boolean isDue(JobDefinition job, Instant now) {
        ZonedDateTime today = now.atZone(job.zoneOrDefault());
        Instant due = today.with(job.notifySettings().expect().orElse(USUAL)).toInstant();
        return !due.isAfter(now) && !job.changedAt().isAfter(due);
    }

    Message of(Morning morning) {
        MorningText text = new MorningText(morning);
        ObjectNode body = JsonMapper.shared().valueToTree(morning);
        body.put("event", Rule.End.DAILY.key()).put("message", text.headline());
        return new Message(
                jobs.get(0).name(),
                "Last night: " + text.headline(),
                text.paragraphs(),
                List.of(),
                List.of(),
                0,
                null,
                body);
    }
}
