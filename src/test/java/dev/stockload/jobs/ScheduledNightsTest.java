package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Wait;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.notifications.MessageTable.StoredMessage;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Two weeks in which the scheduler starts a job each night and the watch expects its sheets. */
@Timeout(300)
@Tag("soak")
class ScheduledNightsTest extends InNights {
    private static final ZoneId VIENNA = ZoneId.of("Europe/Vienna");
    private static final int DAYS = 14;

    private final long begun = System.nanoTime();
    private JobScheduler schedules;

    @AfterEach
    void close() {
        schedules.close();
    }

    /** On the eighth day the clocks change: at two in spring, at three in autumn. */
    @ParameterizedTest
    @CsvSource({"2026-03-22, 3", "2026-03-22, 7", "2026-10-18, 3", "2026-10-18, 7"})
    void each_night_is_run_and_reported_once_also_when_the_clocks_change(
            LocalDate first, int missing) throws Exception {
        Instant begin = first.atStartOfDay(VIENNA).toInstant();
        nights.time.set(Duration.between(nights.time.instant(), begin));
        start();
        List<String> wanted = new ArrayList<>();
        for (int day = 0; day < DAYS; day++) {
            if (day != missing) {
                drop(day);
            }
            wanted.add(day == missing ? "expect" : "success");
            Instant end = first.plusDays(day + 1L).atStartOfDay(VIENNA).toInstant();
            while (nights.time.instant().isBefore(end)) {
                anHourPasses(end);
            }
            assertThat(messages()).as("until the end of %s", first.plusDays(day)).isEqualTo(wanted);
        }
        assertThat(nights.service.creates()).hasSize(DAYS - 1);
    }

    private void start() throws IOException {
        nights.job(
                "night",
                """
                read: in/*.csv
                schedule: "30 2 * * *"
                zone: Europe/Vienna
                expect: "06:00"
                notify: https://shop.example/imports
                """);
        Files.setLastModifiedTime(
                folder.resolve("jobs/night.yml"), FileTime.from(nights.time.instant()));
        JobFolder jobs = nights.folder();
        schedules =
                new JobScheduler(
                                nights.ledger,
                                jobs,
                                nights.runs,
                                this::now,
                                new JobScheduler.Intervals(
                                        Duration.ofMillis(5),
                                        Duration.ofDays(30),
                                        Duration.ofDays(30)))
                        .start();
    }

    /** The scheduler polls by its clock, so the clock must keep running. */
    private Instant now() {
        return nights.time.instant().plusNanos(System.nanoTime() - begun);
    }

    /** A run takes some time itself. */
    private void anHourPasses(Instant end) {
        Duration left = Duration.between(nights.time.instant(), end);
        Duration hour = Duration.ofHours(1);
        nights.time.set(left.compareTo(hour) < 0 ? left : hour);
        Wait.until(
                () ->
                        JobSchedulerTest.scheduledTime(nights.ledger)
                                .filter(next -> next.isAfter(now()))
                                .isPresent());
        nights.watch();
    }

    private void drop(int day) throws IOException {
        Path sheet = nights.sheet("in/stock.csv", HEADER + "1,red,36,%d\n".formatted(day + 1));
        Files.setLastModifiedTime(sheet, FileTime.from(nights.time.instant().minusSeconds(60)));
    }

    private List<String> messages() {
        return nights.waiting().stream()
                .map(StoredMessage::content)
                .map(JsonMapper.shared()::readTree)
                .map((JsonNode message) -> message.at("/body/event").asString())
                .toList();
    }
}
