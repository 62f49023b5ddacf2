package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.keep.ForgottenJobs.Unclaimed;
import dev.stockload.jobs.Morning.Forgotten;
import dev.stockload.jobs.Morning.Held;
import dev.stockload.jobs.Morning.JobNight;
import dev.stockload.jobs.Morning.Listed;
import dev.stockload.jobs.Morning.NewColours;
import dev.stockload.jobs.Morning.Night;
import dev.stockload.jobs.Morning.SoldOut;
import dev.stockload.jobs.Morning.State;
import dev.stockload.jobs.Morning.Store;
import dev.stockload.notifications.Message;
import dev.stockload.notifications.MessageTable.StoredMessage;
import dev.stockload.notifications.Recipient;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

class MorningTest {
    private static final Instant NOON = Instant.parse("2026-11-16T11:00:00Z");
    private static final Instant CAME = Instant.parse("2026-11-17T00:31:00Z");
    private static final LocalDate DATE = LocalDate.of(2026, 11, 17);

    private static Morning text(JobNight job, int soldOut) {
        List<SoldOut> sizes =
                IntStream.rangeClosed(1, soldOut)
                        .mapToObj(n -> new SoldOut("a", n, "", "red", "36", 4, n == 1))
                        .toList();
        return new Morning(
                CAME,
                NOON,
                "Europe/Vienna",
                job.state().needsSomebody(),
                List.of(job),
                new Listed<>(soldOut, sizes),
                new Listed<>(
                        1,
                        List.of(
                                new Held(
                                        "night",
                                        "a",
                                        7,
                                        "A-7",
                                        "red",
                                        DATE,
                                        1,
                                        "row 4: 'XL' is not a size: letters are not"
                                                + " accepted, only whole numbers"))),
                new Listed<>(0, List.of()),
                List.of(new NewColours("night", "a", "r", "1 new colour: 'Nvay' is new in A-7")),
                new Listed<>(1, List.of(new Forgotten("a", 9, "A-9", 1200))),
                List.of(
                        new Store(
                                "a",
                                List.of(
                                        new Night(DATE, 100L, 0L, 0L, Map.of()),
                                        new Night(DATE, null, null, null, Map.of()),
                                        new Night(DATE, 200L, 4L, 0L, Map.of("night", CAME))))),
                new Unclaimed(List.of("old"), 2));
    }

    @Test
    void a_message_about_very_many_accounts_has_the_first_of_them_and_says_so() {
        JobNight failed =
                new JobNight(
                        "night", "a", State.FAILED, "x".repeat(400), "r", null, null, false, null);
        Store store =
                new Store(
                        "a",
                        Collections.nCopies(30, new Night(DATE, 1L, 2L, 3L, Map.of("n", CAME))));
        Morning one = text(failed, 3);
        Morning many =
                new Morning(
                        CAME,
                        NOON,
                        "Europe/Vienna",
                        true,
                        Collections.nCopies(700, failed),
                        one.soldOut(),
                        one.held(),
                        one.left(),
                        one.newColours(),
                        one.forgotten(),
                        Collections.nCopies(700, store),
                        one.unclaimed());
        Message message = many.message("night");
        assertThat(message.subject()).endsWith("night (failed) and 695 more");
        assertThat(message.body().get("stores")).hasSize(Morning.MOST_IN_MESSAGE);
        assertThat(message.body().get("jobs")).hasSize(Morning.MOST_IN_MESSAGE);
        assertThat(message.body().get("more").asInt()).isEqualTo(600);
        assertThat(message.text()).last().asString().startsWith("And 600 more");
        StoredMessage stored =
                message.to(Recipient.parse("mailto:a@shop.example", false).get(0), "key", CAME);
        assertThat(stored.content()).hasSizeLessThan(2_000_000);
    }

    @Test
    void fits_eighty_columns() {
        JobNight job =
                new JobNight(
                        "night",
                        "a",
                        State.SENT,
                        "36 colours sent, 4 unchanged, of 4,912 rows",
                        "r",
                        "stock.csv",
                        CAME,
                        true,
                        "Unusual: 4,912 rows, usually 60");
        Morning text = text(job, 12);
        assertThat(text.headline()).isEqualTo("Nothing to do, but look at what is unusual");
        assertThat(String.join("\n\n", text.paragraphs()))
                .isEqualTo(
                        """
                        night: Sent. stock.csv came 01:31. 36 colours sent, 4 unchanged, of 4,912 rows.
                          Unusual: 4,912 rows, usually 60.

                        Colours that are not sent until their rows are correct: 1
                        - A-7 (7), red, 1 night since 2026-11-17: row 4: 'XL' is not a size: letters are
                          not accepted, only whole numbers

                        night: 1 new colour: 'Nvay' is new in A-7

                        Sizes that sold out overnight: 12
                        - Product 1, red, size 36, was 4, left the sheet
                        - Product 2, red, size 36, was 4
                        - Product 3, red, size 36, was 4
                        - Product 4, red, size 36, was 4
                        - Product 5, red, size 36, was 4
                        - Product 6, red, size 36, was 4
                        - Product 7, red, size 36, was 4
                        - Product 8, red, size 36, was 4
                        - Product 9, red, size 36, was 4
                        - Product 10, red, size 36, was 4
                        and 2 more

                        Products in the shop, but in no sheet for 30 days: 1
                        - A-9 (9), 1,200 pieces

                        Job old has no file: its sizes stay its own until the file is back, or:
                          stockload jobs forget old [--to OTHER]

                        2 sizes with stock that no job has, since a job was forgotten: no sheet sets
                          them to 0

                        The last 3 nights of a:
                        pieces in stock |▄·█| 200
                        sizes at 0      |▁·█| 4
                        rows to correct |▁·▁| 0
                        """);
    }

    @Test
    void the_headline_names_who_needs_somebody() {
        JobNight job =
                new JobNight(
                        "night",
                        "a",
                        State.LATE,
                        "No new sheet came",
                        null,
                        null,
                        null,
                        false,
                        null);
        assertThat(text(job, 0).headline()).isEqualTo("To look at: night (late)");
        assertThat(text(job, 0).paragraphs().get(0)).isEqualTo("night: Late. No new sheet came.");
    }
}
