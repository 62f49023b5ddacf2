package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.jobs.define.JobDefinition;

import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Two weeks of nights, in one of which the clocks change. */
@Timeout(120)
class ExpectedSheetsTest extends InNights {
    private static final ZoneId VIENNA = ZoneId.of("Europe/Vienna");

    @AutoClose private final MockWebServer server = new MockWebServer();
    private final List<String> messages = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        server.setDispatcher(
                new Dispatcher() {
                    @Override
                    public MockResponse dispatch(RecordedRequest request) {
                        JsonNode body = JsonMapper.shared().readTree(request.getBody().utf8());
                        messages.add(
                                body.get("event").asString()
                                        + " "
                                        + body.path("message").asString(""));
                        return new MockResponse.Builder().code(200).build();
                    }
                });
        server.start();
    }

    @Test
    void two_weeks_of_nights_are_reported_correctly() throws Exception {
        // From Monday 19 to Saturday 31 October 2026; on the 25th the clocks go back at three.
        JobDefinition job =
                job("schedule: \"30 2 * * *\"\nzone: Europe/Vienna\nexpect: \"06:00\"\n");
        for (LocalDate day = LocalDate.of(2026, 10, 19);
                day.isBefore(LocalDate.of(2026, 11, 1));
                day = day.plusDays(1)) {
            night(job, day);
        }
        assertThat(messages.stream().map(words -> words.split("[ .]")[0]))
                .containsExactly(
                        "success", // 19
                        "success", // 20
                        "expect", // 21: nothing came
                        "success", // 22
                        "expect", // 23: the same again
                        "success", // 24
                        "success", // 25: the clocks change
                        "expect", // 26: nothing came
                        "expect", // 27: nothing came again
                        "failure", // 28: the service is away
                        "expect", // 28: not finished
                        "success", // 28: resumed at last
                        "success", // 29
                        "success", // 30
                        "success"); // 31
        assertThat(messages.get(2))
                .isEqualTo(
                        "expect No new sheet came by Wed 2026-10-21 06:00 CEST. The last one,"
                                + " stock.csv, was imported Tue 2026-10-20 02:30 CEST; the service"
                                + " still shows that stock.");
        assertThat(messages.get(4))
                .contains(
                        "stock.csv came again by Fri 2026-10-23 06:00 CEST with the same content");
        assertThat(messages.get(10))
                .contains(
                        "stock.csv came, but its import was not finished by Wed 2026-10-28 06:00"
                                + " CET");
    }

    private void night(JobDefinition job, LocalDate day) throws Exception {
        int number = day.getDayOfMonth() + (day.getMonthValue() == 11 ? 31 : 0);
        set(day, 1, 0);
        switch (number) {
            case 21, 26, 27 -> {}
            case 23 -> {
                Path sheet = folder.resolve("in/stock.csv");
                Files.setLastModifiedTime(sheet, FileTime.from(nights.time.instant()));
            }
            default -> {
                Path sheet = nights.sheet("in/stock.csv", sheet(number));
                Files.setLastModifiedTime(
                        sheet, FileTime.from(nights.time.instant().minusSeconds(60)));
            }
        }
        set(day, 2, 30);
        if (number == 28) {
            nights.service.close();
        }
        nights.runs.run(job, false);
        for (int hour = 3; hour < 24; hour += 3) {
            if (number == 28 && hour == 9) {
                nights.service.start();
                nights.runs.run(job, true);
            }
            set(day, hour, 1);
            nights.watch();
            nights.notifier.deliverDue();
        }
    }

    @Test
    void an_unusable_sheet_counts_as_missing_and_the_reason_is_given() throws Exception {
        JobDefinition job = job("zone: Europe/Vienna\nexpect: \"06:00\"\n");
        set(LocalDate.of(2026, 10, 20), 2, 30);
        nights.sheet("in/stock.csv", "no,stock,sheet\n");
        nights.runs.run(job, false);
        set(LocalDate.of(2026, 10, 20), 6, 1);

        assertThat(new ExpectedSheets(nights.ledger, account -> account).missed(job, now()))
                .map(ExpectedSheets.Missed::sentence)
                .get()
                .asString()
                .startsWith(
                        "stock.csv came by Tue 2026-10-20 06:00 CEST, but cannot be used:"
                                + " stock.csv")
                .endsWith("None was ever imported.");
    }

    @Test
    void a_sheet_older_than_the_newest_is_no_new_sheet_and_is_named() throws Exception {
        JobDefinition job = job("zone: Europe/Vienna\nexpect: \"06:00\"\n");
        LocalDate day = LocalDate.of(2026, 10, 20);
        Path sheet = nights.sheet("in/stock.csv", sheet(1));
        set(day.minusDays(1), 2, 30);
        Files.setLastModifiedTime(sheet, FileTime.from(now().minusSeconds(60)));
        nights.runs.run(job, false);
        set(day, 2, 30);
        nights.sheet("in/stock.csv", sheet(2));
        Files.setLastModifiedTime(sheet, FileTime.from(now().minus(Duration.ofDays(3))));
        nights.runs.run(job, false);
        set(day, 6, 1);
        assertThat(new ExpectedSheets(nights.ledger, account -> account).missed(job, now()))
                .map(missed -> missed.kind() + ": " + missed.sentence())
                .get()
                .asString()
                .startsWith("NO_SHEET: No new sheet came by Tue 2026-10-20 06:00 CEST. ")
                .contains("stock.csv", "is older than the newest sheet", "run night --file");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    none after it      |                        | 19T08:05          | 20 21
                    in the night       | schedule: "30 2 * * *" | 19T08:05          | 20 21
                    every hour         | schedule: "5 * * * *"  | 19T08:05          | 20 21
                    late again         | schedule: "30 2 * * *" | 19T08:05 20T08:05 | 20 21
                    late, then in time |                        | 19T08:05 20T05:00 | 21
                    two in a day       |                        | 19T08:05 19T20:00 | 21
                    none, then in time | schedule: "30 2 * * *" | 20T02:30          | 21
                    before the night   | schedule: "30 2 * * *" | 19T20:00          | 20 21
                    """)
    void a_late_sheet_does_not_count_for_the_next_night(
            String when, String schedule, String sheets, String expected) throws Exception {
        JobDefinition job =
                job(
                        "zone: Europe/Vienna\nexpect: \"06:00\"\n%s\n"
                                .formatted(schedule == null ? "" : schedule));
        LocalDate monday = LocalDate.of(2026, 10, 19);
        set(monday.minusDays(1), 2, 30);
        nights.sheet("in/stock.csv", sheet(1));
        nights.runs.run(job, false);
        Set<String> missed = new TreeSet<>();
        int number = 2;
        for (int hour = 0; hour <= 3 * 24; hour += 3) {
            Instant from = monday.minusDays(1).atTime(6, 0).atZone(VIENNA).toInstant();
            Instant now = from.plus(Duration.ofHours(hour));
            for (String each : sheets.split(" ")) {
                Instant came = LocalDateTime.parse("2026-10-" + each).atZone(VIENNA).toInstant();
                if (came.isAfter(now.minus(Duration.ofHours(3))) && !came.isAfter(now)) {
                    nights.time.set(Duration.between(nights.time.instant(), came));
                    nights.sheet("in/stock.csv", sheet(number++));
                    nights.runs.run(job, false);
                }
            }
            nights.time.set(Duration.between(nights.time.instant(), now));
            new ExpectedSheets(nights.ledger, account -> account)
                    .missed(job, now)
                    .map(found -> found.kind() + found.by().toString().substring(7, 10))
                    .ifPresent(missed::add);
        }
        assertThat(missed)
                .containsExactly(
                        Stream.of(("19 " + expected).split(" "))
                                .map(day -> "NO_SHEET-" + day)
                                .toArray(String[]::new));
    }

    private Instant now() {
        return nights.time.instant();
    }

    @Test
    void no_sheet_is_expected_on_days_without_a_run() throws Exception {
        JobDefinition job =
                job("schedule: \"30 2 * * 1-5\"\nzone: Europe/Vienna\nexpect: \"06:00\"\n");
        Instant sunday = LocalDate.of(2026, 10, 18).atTime(12, 0).atZone(VIENNA).toInstant();
        assertThat(ExpectedSheets.expected(job, sunday))
                .startsWith(
                        Instant.parse("2026-10-16T04:00:00Z"),
                        Instant.parse("2026-10-15T04:00:00Z"));
    }

    @Test
    void an_expected_time_that_the_clock_skips_comes_an_hour_later() throws Exception {
        JobDefinition job = job("zone: Europe/Vienna\nexpect: \"02:30\"\n");
        Instant noon = Instant.parse("2026-03-29T12:00:00Z");
        assertThat(ExpectedSheets.expected(job, noon))
                .startsWith(
                        Instant.parse("2026-03-29T01:30:00Z"),
                        Instant.parse("2026-03-28T01:30:00Z"));
    }

    @Test
    void a_definition_changed_after_the_time_expects_no_sheet_yet() throws Exception {
        JobDefinition job = job("zone: UTC\nexpect: \"06:00\"\n");
        Files.setLastModifiedTime(
                folder.resolve("jobs/night.yml"),
                FileTime.from(nights.time.instant().minus(Duration.ofMinutes(5))));
        assertThat(job.notifySettings().expect()).isPresent();
        ExpectedSheets expectations = new ExpectedSheets(nights.ledger, account -> account);
        assertThat(expectations.missed(job, nights.time.instant())).isEmpty();
        assertThat(expectations.missed(job, nights.time.instant().plus(Duration.ofDays(1))))
                .isPresent();
        nights.watch();
        nights.notifier.deliverDue();
        assertThat(messages).isEmpty();
    }

    @Test
    void a_late_sheet_does_not_count_for_the_next_night_if_the_job_was_changed_in_between()
            throws Exception {
        LocalDate day = LocalDate.of(2026, 11, 17);
        set(day, 6, 50);
        JobDefinition job =
                job("schedule: \"30 1 * * *\"\nzone: Europe/Vienna\nexpect: \"06:00\"\n");
        Files.setLastModifiedTime(folder.resolve("jobs/night.yml"), FileTime.from(now()));
        set(day, 6, 57);
        nights.sheet("in/stock.csv", sheet(1));
        nights.runs.run(job, false);
        ExpectedSheets expectations = new ExpectedSheets(nights.ledger, account -> account);
        assertThat(expectations.missed(job, now())).isEmpty();
        set(day.plusDays(1), 7, 0);
        assertThat(expectations.missed(job, now())).isPresent();
    }

    private void set(LocalDate day, int hour, int minute) {
        Instant then = day.atTime(hour, minute).atZone(VIENNA).toInstant();
        nights.time.set(Duration.between(nights.time.instant(), then));
    }

    private static String sheet(int stock) {
        return HEADER + "1,red,36,%d\n".formatted(stock);
    }

    private JobDefinition job(String keys) throws IOException {
        JobDefinition job =
                nights.job(
                        "night",
                        "read: in/stock.csv\nnotify: \"%s\"\n%s".formatted(server.url("/"), keys));
        Files.setLastModifiedTime(folder.resolve("jobs/night.yml"), FileTime.from(Instant.EPOCH));
        return job;
    }
}
