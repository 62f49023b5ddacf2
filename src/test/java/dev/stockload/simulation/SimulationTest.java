package dev.stockload.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Rounds;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.sql.SQLException;

/** Some random histories of every build; {@code ./gradlew simulate} plays more. */
class SimulationTest {
    @AutoClose private Stage stage;

    @BeforeEach
    void open() throws IOException, SQLException {
        stage = new Stage(new Coverage());
    }

    @Test
    void every_promise_is_kept_in_some_histories() throws Exception {
        for (long seed = 0; seed < Rounds.of(12); seed++) {
            assertThat(stage.play(Plan.of(seed))).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    void the_seed_alone_repeats_a_history_event_for_event() throws Exception {
        for (long seed = 100; seed < 103; seed++) {
            Journal once = new Journal(true);
            Journal again = new Journal(true);
            stage.play(Plan.of(seed), once);
            stage.play(Plan.of(seed), again);
            assertThat(again.lines()).isEqualTo(once.lines());
            assertThat(again.fingerprint()).isEqualTo(once.fingerprint());
        }
    }
}
