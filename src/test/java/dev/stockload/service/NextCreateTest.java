package dev.stockload.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.ReadyLedger;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.TurnedTime;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;

class NextCreateTest {
    private final TurnedTime time = new TurnedTime();
    @AutoClose private Ledger ledger;
    private NextCreate pace;

    @BeforeEach
    void open(@TempDir Path folder) {
        ledger = ReadyLedger.in(folder);
        pace = new NextCreate(ledger, time);
    }

    @Test
    void the_first_create_may_start_at_once() {
        assertThat(pace.waitBefore("default")).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, PT2S",
        "PT0.5S, PT1.5S",
        "PT1.999S, PT0.001S",
        "PT2S, PT0S",
        "PT24H, PT0S",
    })
    void the_next_create_waits_for_the_rest_of_the_pause(Duration since, Duration wait) {
        pace.ended("default");
        time.rest(since, new StopSignal());
        assertThat(pace.waitBefore("default")).isEqualTo(wait);
    }

    @Test
    void setting_the_clock_forward_does_not_shorten_the_pause() {
        pace.ended("default");
        time.set(Duration.ofHours(1));
        assertThat(pace.waitBefore("default")).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void the_next_process_keeps_the_wait_that_the_service_asked_for() {
        pace.ended("default");
        pace.postponed("default", Duration.ofSeconds(45));
        time.rest(Duration.ofSeconds(5), new StopSignal());
        assertThat(restarted().waitBefore("default")).isEqualTo(Duration.ofSeconds(40));
        pace.ended("default");
        assertThat(restarted().waitBefore("default")).isZero();
    }

    @Test
    void a_long_wait_lasts_as_long_as_the_service_asked_for() {
        pace.ended("default");
        pace.postponed("default", Duration.ofHours(1));
        time.rest(Duration.ofMinutes(10), new StopSignal());
        assertThat(restarted().waitBefore("default")).isEqualTo(Duration.ofMinutes(50));
    }

    @Test
    void nobody_waits_for_longer_than_a_day() {
        pace.ended("default");
        pace.postponed("default", Duration.ofDays(30));
        assertThat(restarted().waitBefore("default")).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void a_wait_that_another_request_is_asked_for_meanwhile_is_kept() {
        assertThat(pace.waitBefore("default")).isZero();
        restarted().postponed("default", Duration.ofHours(1));
        pace.ended("default");
        assertThat(pace.waitBefore("default")).isEqualTo(Duration.ofHours(1));

        restarted().postponed("default", Duration.ofSeconds(5));
        assertThat(pace.waitBefore("default")).as("the longer").isEqualTo(Duration.ofHours(1));
        time.rest(Duration.ofHours(1), new StopSignal());
        pace.ended("default");
        time.set(Duration.ofHours(-1));
        assertThat(pace.waitBefore("default")).isEqualTo(Duration.ofSeconds(2));
        assertThat(restarted().waitBefore("default")).as("it is over").isZero();
    }

    @Test
    void setting_the_clock_forward_does_not_shorten_the_wait() {
        pace.postponed("default", Duration.ofHours(1));
        time.set(Duration.ofDays(1));
        assertThat(pace.waitBefore("default")).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void setting_the_clock_back_does_not_lengthen_the_wait() {
        pace.postponed("default", Duration.ofHours(1));
        time.set(Duration.ofDays(-1));
        assertThat(restarted().waitBefore("default")).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void accounts_do_not_wait_for_each_other() {
        pace.ended("default");
        assertThat(pace.waitBefore("other")).isZero();
    }

    @Test
    void after_another_process_the_whole_pause_is_kept() {
        pace.afterAnother("default");
        assertThat(pace.waitBefore("default")).isEqualTo(Duration.ofSeconds(2));
        time.rest(Duration.ofSeconds(2), new StopSignal());
        assertThat(pace.waitBefore("default")).isZero();
    }

    private NextCreate restarted() {
        return new NextCreate(ledger, time);
    }
}
