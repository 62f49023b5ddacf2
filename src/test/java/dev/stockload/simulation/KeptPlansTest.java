package dev.stockload.simulation;

import static dev.stockload.simulation.Event.AtCreate.Moment.LEAVING;
import static dev.stockload.simulation.Event.AtCreate.Moment.TAKEN;
import static dev.stockload.simulation.Event.Command.Kind.IMPORT;
import static dev.stockload.simulation.Event.Command.Kind.RESEND;
import static dev.stockload.simulation.Event.Command.Kind.RESUME;
import static dev.stockload.simulation.Event.Command.Kind.UNDO;
import static dev.stockload.simulation.PlannedSheet.Trait.BARCODES;
import static dev.stockload.simulation.PlannedSheet.Trait.LOWER_CASE;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Histories that broke a promise, each kept as a plan of its own: what happens in it is said by
 * requests and times, so that it means the same whatever statements the program has.
 */
class KeptPlansTest {
    @AutoClose private static Stage stage;

    @BeforeAll
    static void open() throws IOException, SQLException {
        stage = new Stage(new Coverage());
    }

    @ParameterizedTest
    @MethodSource("plans")
    void a_kept_history_ends_well(Plan plan) throws Exception {
        Journal journal = new Journal(true);
        List<Violation> found = stage.play(plan, journal);
        assertThat(found).as(String.join("\n", journal.lines())).isEmpty();
    }

    static Stream<Plan> plans() {
        return Stream.of(
                // Two runs never settle; the newest has named the colours when it is killed.
                plan(
                        5000229,
                        false,
                        1,
                        List.of(
                                sheet("nightly changed keep", "4 red 36=10 37=20 38-39=30"),
                                sheet(
                                        "nightly changed keep",
                                        "4 red 36=10 37=20 38-39=30; 4 navy blue 36=70"),
                                sheet(
                                        "nightly changed keep",
                                        "4 red 36=10 37=20 38-39=30; 4 navy blue 36=80")),
                        new Event.ServiceAway(0.5, 210),
                        command(1, 0, IMPORT, 0),
                        command(7.9, 0, IMPORT, 1),
                        command(218.6, 0, IMPORT, 2),
                        new Event.AtCreate(1, LEAVING, false),
                        new Event.Refuses(4, "red", false)),
                // A zero for missing is refused.
                plan(
                        5000325,
                        true,
                        1,
                        List.of(
                                sheet(
                                        "nightly changed zero",
                                        "3 black 36=130 37=140; 4 black 36=150"),
                                sheet("nightly changed zero", "2 grün 36=10 37=20")),
                        command(86.4, 0, IMPORT, 0),
                        command(189.6, 0, IMPORT, 1),
                        new Event.Refuses(3, "black", false),
                        new Event.Refuses(2, "grün", true),
                        new Event.StockBefore(
                                3, "black", Map.of("36", 130, "37", 140, "38-39", 0))),
                // What leaves one job's sheet stays with another's.
                plan(
                        5001128,
                        true,
                        3,
                        List.of(
                                sheet(
                                        "nightly all zero",
                                        "3 navy blue 36=90 37=100; 3 grün 36=110"),
                                sheet(
                                        "returns all zero",
                                        "3 navy blue 36=120 37=130 38-39=140; 3 grün 36=110"),
                                sheet("nightly all zero", "3 navy blue 36=120 37=130 38-39=140")),
                        command(309.3, 0, IMPORT, 0),
                        command(328.3, 2, IMPORT, 1),
                        command(86262, 2, IMPORT, 2),
                        new Event.Refuses(3, "navy blue", true)),
                // A job sets to 0 what another job's newest sheet has.
                plan(
                        5001418,
                        true,
                        1,
                        List.of(
                                sheet("returns all zero", "3 navy blue 36=10", LOWER_CASE),
                                sheet("nightly all zero", "3 navy blue 36=20"),
                                sheet("returns all zero", "4 black 36=30 37=40", LOWER_CASE)),
                        new Event.Command(1, 0, IMPORT, 0, true),
                        new Event.Command(88398.2, 0, IMPORT, 1, true),
                        command(88684.4, 0, IMPORT, 2)),
                // The same rows in another order are another content.
                plan(
                        6000579,
                        true,
                        3,
                        List.of(
                                sheet(
                                        "nightly all zero",
                                        "2 grün 36=0 37=90; 2 navy blue 36=100 37=110"),
                                sheet(
                                        "nightly all zero",
                                        "2 navy blue 36=100 37=110; 2 grün 36=0 37=90")),
                        command(23.4, 0, IMPORT, 0),
                        command(89.5, 0, IMPORT, 1)),
                // As 5001418, with content that both jobs have sent.
                plan(
                        6000795,
                        true,
                        2,
                        List.of(
                                sheet("returns all zero", "4 black 36=70 37=80 38-39=90"),
                                sheet(
                                        "nightly all zero",
                                        "4 black 36=70 37=80 38-39=90; 1 grün 36=200 37=210"
                                                + " 38-39=220",
                                        LOWER_CASE),
                                sheet("returns all zero", "1 grün 36=240 37=250")),
                        command(1, 0, IMPORT, 0),
                        command(86207, 0, IMPORT, 1),
                        command(86479.1, 0, IMPORT, 2)),
                // An undo of what was there already.
                plan(
                        6001934,
                        false,
                        1,
                        List.of(
                                sheet(
                                        "nightly all keep",
                                        "3 grün 36=150 37=160 38-39=170",
                                        LOWER_CASE),
                                sheet("nightly all keep", "3 grün 36=240 37=250"),
                                sheet("nightly all keep", "3 grün 36=240 37=250", LOWER_CASE)),
                        command(136.9, 0, IMPORT, 0),
                        command(273.7, 0, IMPORT, 1),
                        command(296.5, 0, IMPORT, 2),
                        command(423.2, 0, UNDO, 0)),
                // Two runs never settle; the newest fails when some of it is sent.
                plan(
                        6002075,
                        false,
                        1,
                        List.of(
                                sheet(
                                        "nightly changed keep",
                                        "3 grün 36=10 37=20; 4 red 36=30 37=40"),
                                sheet(
                                        "nightly changed keep",
                                        "3 grün 36=10 37=20; 4 red 36=30 37=40; 1 grün 36=70;"
                                                + " 2 grün 36=0 37=90 38-39=100"),
                                sheet(
                                        "nightly changed keep",
                                        "3 grün 36=110; 4 red 36=120 37=130; 1 grün 36=140 37=150"
                                                + " 38-39=160; 2 grün 36=0 37=90 38-39=100")),
                        new Event.ServiceAway(0.5, 300),
                        command(1, 0, IMPORT, 0),
                        command(11.6, 0, IMPORT, 1),
                        command(88387.7, 0, IMPORT, 2),
                        new Event.LimitedFrom(4, 300),
                        new Event.Refuses(3, "grün", false)),
                // An older run fails before it settles; the newer is killed before its second try.
                plan(
                        6002223,
                        true,
                        2,
                        List.of(
                                sheet("nightly changed keep", "4 navy blue 36=0 37=20 38-39=30"),
                                sheet(
                                        "nightly changed keep",
                                        "4 navy blue 36=0 37=20 38-39=30; 3 navy blue 36=50 37=60"
                                                + " 38-39=70"),
                                sheet(
                                        "nightly changed keep",
                                        "4 navy blue 36=100; 3 navy blue 36=130 37=140")),
                        command(1, 1, IMPORT, 0),
                        new Event.ServiceAway(81359, 100),
                        new Event.Command(81359.1, 1, IMPORT, 1, true),
                        command(81482, 1, IMPORT, 2),
                        new Event.AtCreate(2, LEAVING, false),
                        new Event.Refuses(4, "navy blue", false)),
                // A zero for what another job's sheet has as 0.
                plan(
                        6002465,
                        false,
                        1,
                        List.of(
                                sheet(
                                        "returns all zero",
                                        "4 navy blue 36=60 37=70; 1 red 36=100",
                                        LOWER_CASE),
                                sheet(
                                        "nightly all keep",
                                        "4 navy blue 36=130 37=140; 1 red 36=0 37=190 38-39=200"),
                                sheet("returns all zero", "4 navy blue 36=60 37=70")),
                        command(1, 0, IMPORT, 0),
                        command(100, 0, IMPORT, 1),
                        command(223.9, 0, IMPORT, 2)),
                // A run that was stopped goes on before the newer one that was killed; an undo.
                plan(
                        6002547,
                        true,
                        2,
                        List.of(
                                sheet(
                                        "nightly changed keep",
                                        "4 grün 36=0 37=20 38-39=30; 4 red 36=70; 2 grün 36=80;"
                                                + " 2 black 36=90 37=100"),
                                sheet(
                                        "nightly changed keep",
                                        "4 grün 36=110; 4 red 36=120; 2 grün 36=80; 2 black 36=130"
                                                + " 37=140; 2 navy blue 36=150"),
                                sheet(
                                        "nightly changed keep",
                                        "4 grün 36=160 37=170; 4 red 36=120; 2 grün 36=180 37=190;"
                                                + " 2 navy blue 36=200 37=210 38-39=220")),
                        command(1, 0, IMPORT, 0),
                        new Event.CreateMood(0, Mood.LIMITED, 0),
                        new Event.AtCreate(0, TAKEN, true),
                        command(117.5, 0, IMPORT, 1),
                        new Event.AtCreate(2, LEAVING, false),
                        command(186.5, 1, RESUME, 0),
                        new Event.CreateMood(3, Mood.BROKEN, 0),
                        command(802.6, 0, IMPORT, 2),
                        command(968.5, 1, UNDO, 0)),
                // The newer run of another job is killed while it sends.
                plan(
                        6002652,
                        true,
                        3,
                        List.of(
                                sheet(
                                        "nightly all tell",
                                        "2 navy blue 36=30 37=40 38-39=50; 1 grün 36=60; 3 red"
                                                + " 36=70 37=80 38-39=90"),
                                sheet(
                                        "returns all tell",
                                        "2 navy blue 36=100 37=110; 1 grün 36=120; 3 red 36=70"
                                                + " 37=80 38-39=90")),
                        new Event.ServiceAway(0.5, 90),
                        command(1, 0, IMPORT, 0),
                        command(100, 2, IMPORT, 1),
                        new Event.CreateMood(1, Mood.LATE, 36),
                        new Event.AtCreate(1, TAKEN, false),
                        new Event.Refuses(3, "red", false)),
                // A person says of an older run's doubt that it was not sent.
                plan(
                        6002912,
                        true,
                        3,
                        List.of(
                                sheet(
                                        "nightly changed zero",
                                        "1 black 36=40 37=50 38-39=60; 3 grün 36=70",
                                        LOWER_CASE),
                                sheet(
                                        "nightly changed zero",
                                        "1 black 36=40 37=50 38-39=60",
                                        LOWER_CASE)),
                        command(1, 0, IMPORT, 0),
                        command(16.6, 2, IMPORT, 1),
                        new Event.ListMood(3, Mood.Reading.SILENT, 1),
                        new Event.Refuses(1, "black", false),
                        new Event.StockBefore(3, "grün", Map.of("36", 80411, "45", 0)),
                        new Event.StockBefore(
                                1, "black", Map.of("36", 100, "37", 110, "38-39", 80569))),
                // The service shows a colour under a shorter name, also before it is sent again.
                plan(
                        310003219,
                        false,
                        1,
                        List.of(
                                sheet(
                                        "nightly changed zero",
                                        "1 dark olive green melange 36=67 37=0"),
                                sheet(
                                        "import changed keep",
                                        "1 black 36=187 37=205; 1 dark olive green melange"
                                                + " 37=226")),
                        new Event.Renames(Event.Renames.Spelling.CUT),
                        new Event.CreateMood(1, Mood.LATE, 5),
                        command(1, 0, IMPORT, 0),
                        command(423, 0, IMPORT, 1)),
                // What an unfinished run may have changed had stock before: it is no new product.
                plan(
                        320000031,
                        false,
                        1,
                        List.of(
                                sheet("nightly new keep", "2 red 37=123; 2 black 36=0"),
                                sheet("returns all keep", "2 red 37=123; 2 black 36=0"),
                                sheet("nightly new keep", "2 red 36=0; 2 black 37=244")),
                        command(1, 0, IMPORT, 0),
                        new Event.Touches(1049.2, 2, "Red", false),
                        command(1048, 0, IMPORT, 1),
                        new Event.AtCreate(1, LEAVING, false),
                        command(1574, 0, IMPORT, 2)),
                // A sheet that leaves a product out names no size to come, though a colour of it
                // cannot be read.
                plan(
                        330002963,
                        true,
                        1,
                        List.of(
                                sheet("nightly all zero", "1 red 36=21 38=47; 2 black 36=147"),
                                sheet(
                                        "nightly all zero",
                                        "1 red 36=201 38-39=221",
                                        PlannedSheet.Trait.ZERO_BRAKE),
                                sheet("returns new keep", "1 red 38=47").withUnread(Set.of(1))),
                        command(1, 0, IMPORT, 0),
                        command(753, 0, IMPORT, 1),
                        command(1346, 0, IMPORT, 2),
                        command(2024, 0, Event.Command.Kind.RESUME_YES, 1)),
                // A row that cannot be read makes no entry of the service ours.
                plan(
                        470000850,
                        true,
                        1,
                        List.of(
                                sheet("returns changed keep", "2 dark olive green melange 37=102")
                                        .withUnread(Set.of(1)),
                                sheet(
                                        "nightly changed zero",
                                        "1 black & white 36=144 37=167;"
                                                + " 1 dark olive green melange 37=188;"
                                                + " 2 black 36=206;"
                                                + " 2 dark olive green melange 36=262 37=0")),
                        new Event.Renames(Event.Renames.Spelling.CUT),
                        new Event.CreateMood(1, Mood.LOST, 5),
                        new Event.ServiceAway(0.5, 200),
                        command(1, 0, IMPORT, 0),
                        new Event.Command(546, 0, IMPORT, 1, true)),
                // A range that a run had to send was opened, and a newer run has one of its sizes.
                plan(
                        85000075,
                        true,
                        1,
                        List.of(
                                sheet("returns changed keep", "1 red 38-40=5"),
                                sheet("nightly changed keep", "1 red 39=7; 2 red 36-37=9"),
                                sheet("nightly changed keep", "1 red 39=7; 2 red 36-37=11")),
                        new Event.SplitsRanges(),
                        new Event.LimitedFrom(0, 200),
                        command(1, 0, IMPORT, 0),
                        command(400, 0, IMPORT, 1),
                        command(800, 0, IMPORT, 2),
                        command(1200, 0, RESUME, 0)),
                // A range in doubt is opened, and a newer run has its sizes.
                plan(
                        85000445,
                        true,
                        1,
                        List.of(
                                sheet(
                                        "nightly all keep",
                                        "1 black 36=5; 1 red 36=6; 2 black 36=62 39-40=103;"
                                                + " 2 red 36=23 38-39=42"),
                                sheet("returns all zero", "1 red 36=9; 2 red 38-39=0")),
                        new Event.SplitsRanges(),
                        new Event.LimitedFrom(1, 200),
                        new Event.AtCreate(7, TAKEN, false),
                        command(1, 0, IMPORT, 0),
                        command(705, 0, IMPORT, 1)),
                // What an unfinished run sent as a range is shown as its sizes, and is no stock.
                plan(
                        85040021,
                        true,
                        1,
                        List.of(
                                sheet(
                                        "import new zero",
                                        "1 red 36=5; 1 black 36=6; 2 black 38-39=7; 2 red 36=8"),
                                sheet("nightly new tell", "1 red 36=5; 2 black !")
                                        .withUnread(Set.of(2)),
                                sheet("import new zero", "2 black 38=7")),
                        new Event.SplitsRanges(),
                        new Event.LimitedFrom(1, 200),
                        command(1, 0, IMPORT, 0),
                        command(400, 0, IMPORT, 1),
                        command(800, 0, IMPORT, 2)),
                // A size has another barcode than the range of which it was a part.
                plan(
                        87000150,
                        false,
                        1,
                        List.of(
                                sheet("nightly changed keep", "2 black 38-39=8", BARCODES),
                                sheet("nightly changed keep", "2 black 38=8", BARCODES)),
                        new Event.SplitsRanges(),
                        command(1, 0, IMPORT, 0),
                        command(400, 0, IMPORT, 1)),
                // A newer run has sent a range that has a size of a resumed one, and nobody has
                // seen yet that the store splits it.
                plan(
                        88000063,
                        true,
                        1,
                        List.of(
                                sheet("nightly changed keep", "1 black 36=62; 2 black 39=50"),
                                sheet("returns changed keep", "2 black 39-40=100")),
                        new Event.SplitsRanges(),
                        new Event.LimitedFrom(0, 200),
                        command(1, 0, IMPORT, 0),
                        command(400, 0, IMPORT, 1),
                        command(800, 0, RESUME, 0)),
                // The same, and the whole store is compared and sent as the sheets want it.
                plan(
                        95001181,
                        false,
                        1,
                        List.of(
                                sheet("import all zero", "2 black 36=27 38=40 39=0"),
                                sheet("nightly changed keep", "2 black 36=102 39-40=120")),
                        new Event.SplitsRanges(),
                        command(1, 0, IMPORT, 0),
                        command(745, 0, IMPORT, 1),
                        command(1423, 0, RESEND, 0)));
    }

    private static Plan plan(
            long seed, boolean shared, int hosts, List<PlannedSheet> sheets, Event... events) {
        return new Plan(seed, shared, hosts, sheets, List.of(events));
    }

    private static PlannedSheet sheet(String how, String rows, PlannedSheet.Trait... traits) {
        return PlannedSheet.of(how, rows, traits);
    }

    private static Event.Command command(double at, int host, Event.Command.Kind kind, int sheet) {
        return new Event.Command(at, host, kind, sheet, false);
    }
}
