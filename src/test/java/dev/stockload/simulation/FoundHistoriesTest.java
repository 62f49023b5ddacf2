package dev.stockload.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Rounds;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;

/** Histories in which the simulation found a fault, with the fault at each place it could be at. */
@Tag("soak")
class FoundHistoriesTest {
    private static final ColourKey BLACK = new ColourKey(2, "Black");
    private static final ColourKey NAVY = new ColourKey(1, "Navy Blue");

    /** Each third place in a build, and each with {@code -Prounds=2}. */
    private static final int STEP = Rounds.of(1) > 1 ? 1 : 3;

    /** An import has more commits. */
    private static final int LEAST_PLACES = 25;

    private static final Coverage COVERAGE = new Coverage();

    @AutoClose private static Stage stage;

    @BeforeAll
    static void open() throws IOException, SQLException {
        stage = new Stage(COVERAGE);
    }

    @Test
    void a_run_can_be_resumed_whichever_commit_was_done_and_not_confirmed() throws Exception {
        everywhere(
                "storage fails at COMMIT",
                nth -> new Event.StorageFails(0, Effect.COMMIT, nth, true));
    }

    @Test
    void a_run_can_be_resumed_whichever_commit_failed() throws Exception {
        everywhere(
                "storage fails at COMMIT",
                nth -> new Event.StorageFails(0, Effect.COMMIT, nth, false));
    }

    @Test
    void a_run_can_be_resumed_whichever_commit_was_its_last() throws Exception {
        everywhere("kill at COMMIT", nth -> new Event.Kill(0, Effect.COMMIT, nth, 0));
    }

    @Test
    void another_host_goes_on_whichever_statement_failed_while_a_run_began() throws Exception {
        for (int nth = 1; nth <= 60; nth += STEP) {
            Plan plan =
                    new Plan(
                            0,
                            true,
                            2,
                            List.of(sheet(10)),
                            List.of(
                                    new Event.StorageFails(1, Effect.STATEMENT, nth, false),
                                    new Event.Command(1, 1, Event.Command.Kind.IMPORT, 0, false)));
            assertThat(stage.play(plan)).as("%s", plan).isEmpty();
        }
    }

    @Test
    void who_comes_back_does_not_write_over_the_end_that_another_wrote() throws Exception {
        for (int nth = 30; nth <= 90; nth += STEP) {
            Plan plan =
                    new Plan(
                            0,
                            true,
                            2,
                            List.of(sheet(10)),
                            List.of(
                                    new Event.Command(1, 0, Event.Command.Kind.IMPORT, 0, false),
                                    new Event.StorageFails(0, Effect.COMMIT, 30, true),
                                    new Event.Pause(0, Effect.CONNECT, nth, 66, false),
                                    new Event.Command(47, 1, Event.Command.Kind.RESUME, 0, false)));
            assertThat(stage.play(plan)).as("%s", plan).isEmpty();
        }
    }

    @Test
    void who_comes_back_does_not_begin_a_step_that_another_has_done() throws Exception {
        for (int nth = 25; nth <= 70; nth += STEP) {
            Plan plan =
                    new Plan(
                            0,
                            true,
                            2,
                            List.of(sheet(10)),
                            List.of(
                                    new Event.Command(1, 0, Event.Command.Kind.IMPORT, 0, false),
                                    new Event.Pause(0, Effect.CONNECT, nth, 73, false),
                                    new Event.Command(38, 1, Event.Command.Kind.RESUME, 0, false),
                                    new Event.Command(41.6, 1, Event.Command.Kind.STOP, 0, false)));
            assertThat(stage.play(plan)).as("%s", plan).isEmpty();
        }
    }

    @Test
    void what_a_refused_request_has_brought_is_not_sent_again_after_a_kill() throws Exception {
        for (int nth = 1; nth <= 12; nth++) {
            onSharedLedger(
                    List.of(
                            new Event.Refuses(2, "Black", false),
                            new Event.CreateMood(0, Mood.REFUSED_PARTLY, 0),
                            new Event.Kill(0, Effect.ANSWER, nth, 0)));
        }
    }

    @Test
    void what_a_person_edits_after_a_refusal_is_not_overwritten() throws Exception {
        for (int tenth = 20; tenth < 50; tenth += 2) {
            double at = tenth / 10.0;
            onSharedLedger(
                    List.of(
                            new Event.Refuses(2, "Black", true),
                            new Event.CreateMood(0, Mood.REFUSED_PARTLY, 0),
                            new Event.Touches(at, 1, "Navy Blue", false)));
        }
    }

    @Test
    void no_colour_is_blamed_for_a_token_that_ended() throws Exception {
        for (int tenth = 15; tenth < 60; tenth += 3) {
            double at = tenth / 10.0;
            onSharedLedger(
                    List.of(new Event.Refuses(2, "Black", false), new Event.TokenEnds(at, 147)));
        }
    }

    @Test
    void an_older_sheet_is_not_sent_where_a_newer_one_is_in_doubt() throws Exception {
        PlannedSheet older = sheet(10);
        PlannedSheet newer = sheet(50);
        for (int kill = 1; kill <= 12; kill++) {
            Plan plan =
                    new Plan(
                            0,
                            false,
                            1,
                            List.of(older, newer),
                            List.of(
                                    new Event.Command(1, 0, Event.Command.Kind.IMPORT, 0, false),
                                    new Event.Kill(0, Effect.COMMITTED, 23, 0),
                                    new Event.Command(16, 0, Event.Command.Kind.IMPORT, 1, false),
                                    new Event.Kill(0, Effect.ANSWER, kill, 0),
                                    new Event.Touches(33.5, 1, "Navy Blue", true)));
            assertThat(stage.play(plan)).as("%s", plan).isEmpty();
        }
    }

    @Test
    void a_step_that_was_done_stays_done_whatever_a_paused_process_takes_back() throws Exception {
        for (int commit = 20; commit <= 40; commit++) {
            Plan plan =
                    new Plan(
                            0,
                            true,
                            2,
                            List.of(sheet(10)),
                            List.of(
                                    new Event.Command(1, 0, Event.Command.Kind.IMPORT, 0, false),
                                    new Event.Pause(0, Effect.COMMIT, commit, 66, true),
                                    new Event.Command(50, 1, Event.Command.Kind.RESUME, 0, false),
                                    new Event.StorageFails(1, Effect.COMMIT, 37, true)));
            assertThat(stage.play(plan)).as("%s", plan).isEmpty();
        }
    }

    @Test
    void a_clock_that_is_set_makes_no_doubt_older_or_younger() throws Exception {
        for (boolean shared : new boolean[] {true, false}) {
            for (int seconds : new int[] {3600, 45, -45, -3600}) {
                Plan plan =
                        new Plan(
                                0,
                                shared,
                                1,
                                List.of(sheet(10)),
                                List.of(
                                        new Event.Command(
                                                1, 0, Event.Command.Kind.IMPORT, 0, false),
                                        new Event.CreateMood(0, Mood.LATE, 50),
                                        new Event.Kill(0, Effect.ANSWER, 3, 0),
                                        new Event.ClockSet(8, 0, seconds),
                                        new Event.Command(
                                                40, 0, Event.Command.Kind.RESUME, 0, false)));
                assertThat(stage.play(plan)).as("%s", plan).isEmpty();
            }
        }
    }

    @Test
    void a_job_sets_to_0_its_own_sizes_of_a_colour_that_another_has_sent_since() throws Exception {
        List<Event> events = new ArrayList<>();
        for (int sheet = 0; sheet < 3; sheet++) {
            events.add(
                    new Event.Command(1 + 30 * sheet, 0, Event.Command.Kind.IMPORT, sheet, false));
        }
        Plan plan =
                new Plan(
                        0,
                        true,
                        1,
                        List.of(
                                zeroing("returns", NAVY, Map.of("36", 5, "37", 20)),
                                zeroing("nightly", NAVY, Map.of("36", 80)),
                                zeroing("returns", BLACK, Map.of("36", 7))),
                        events);
        assertThat(stage.play(plan)).as("%s", plan).isEmpty();
    }

    private static PlannedSheet zeroing(String job, ColourKey colour, Map<String, Integer> sizes) {
        return new PlannedSheet(
                job,
                PlannedSheet.Send.CHANGED,
                PlannedSheet.Missing.ZERO,
                Map.of(colour, sizes),
                Set.of());
    }

    /** At the first place, and so on until the run is over before it comes to the next. */
    private void everywhere(String met, IntFunction<Event> fault) throws Exception {
        // The places that are left out on one kind of ledger are tried on the other.
        for (boolean shared : new boolean[] {true, false}) {
            int nth = shared ? 1 : STEP;
            long before;
            do {
                before = times(met);
                play(shared, List.of(fault.apply(nth)));
                nth += STEP;
            } while (times(met) > before);
            assertThat(nth).as("places where a %s", met).isGreaterThan(LEAST_PLACES);
        }
    }

    private static long times(String met) {
        LongAdder times = COVERAGE.all().get(met);
        return times == null ? 0 : times.sum();
    }

    private void onSharedLedger(List<Event> faults) throws Exception {
        play(true, faults);
        if (STEP == 1) {
            play(false, faults);
        }
    }

    private void play(boolean shared, List<Event> faults) throws Exception {
        List<Event> events = new ArrayList<>(faults);
        events.add(new Event.Command(1, 0, Event.Command.Kind.IMPORT, 0, false));
        Plan plan = new Plan(0, shared, 1, List.of(sheet(10)), events);
        assertThat(stage.play(plan)).as("%s", plan).isEmpty();
    }

    private static PlannedSheet sheet(int pieces) {
        Map<ColourKey, Map<String, Integer>> colours = new LinkedHashMap<>();
        colours.put(NAVY, Map.of("36", pieces));
        colours.put(BLACK, Map.of("36", pieces + 10));
        colours.put(new ColourKey(3, "Red"), Map.of("36", pieces + 20));
        colours.put(new ColourKey(4, "Red"), Map.of("36", pieces + 30));
        return new PlannedSheet(
                "nightly", PlannedSheet.Send.CHANGED, PlannedSheet.Missing.KEEP, colours, Set.of());
    }
}
