package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronWordsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    30 1 * * *      | every day at 01:30
                    0 30 1 * * *    | every day at 01:30
                    0 6,18 * * *    | every day at 06:00 and 18:00
                    30 1 * * 1-5    | Monday to Friday at 01:30
                    0 4 * * SUN     | every Sunday at 04:00
                    0 4 * * 1,3,7   | every Monday, Wednesday and Sunday at 04:00
                    0 4 1 * *       | on day 1 of every month at 04:00
                    */15 * * * *    | every 15 minutes
                    */45 * * * *    | every hour at minutes 0 and 45
                    */25 * * * *    | every hour at minutes 0, 25 and 50
                    * * * * *       | every minute
                    5 * * * *       | every hour at minute 5
                    0 4 1 1 *       | by the cron line 0 4 1 1 *
                    0 4 1 * 1       | by the cron line 0 4 1 * 1
                    10 0 4 * * *    | by the cron line 10 0 4 * * *
                    @daily          | by the cron line @daily
                    """)
    void says_when_a_job_runs(String line, String words) {
        assertThat(CronWords.of(line)).isEqualTo(words);
    }
}
