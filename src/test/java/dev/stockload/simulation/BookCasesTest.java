package dev.stockload.simulation;

import static dev.stockload.simulation.Event.AtCreate.Moment.TAKEN;
import static dev.stockload.simulation.Event.Command.Kind.IMPORT;
import static dev.stockload.simulation.Event.Command.Kind.RESUME_RUN;
import static dev.stockload.simulation.Event.Command.Kind.TAKE_RUN_AS_SENT;
import static dev.stockload.simulation.Event.Command.Kind.UNDO_RUN;
import static dev.stockload.simulation.PlannedSheet.Trait.BARCODES;
import static dev.stockload.simulation.PlannedSheet.Trait.GARBAGE;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The twenty cases of the book of stock, and five that were found later, played end to end: real
 * sheets, settings, database and requests. A is the job nightly, B is returns, and steps are a
 * quarter of an hour apart.
 */
class BookCasesTest {
    private static final ColourKey RED = new ColourKey(1, "Red");
    private static final ColourKey BLACK = new ColourKey(1, "Black");
    private static final double STEP = 900;
    private static final int SHORTER_THAN_A_STEP = 600;

    @AutoClose private static Stage stage;

    @BeforeAll
    static void open() throws IOException, SQLException {
        stage = new Stage(new Coverage());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_case_ends_as_the_book_has_it(Case each) throws Exception {
        Journal journal = new Journal(true);
        History history = stage.history(each.plan(), journal);
        List<Violation> found = history.play();
        String told = String.join("\n", journal.lines());
        each.check(history, told);
        assertThat(found).as(told).isEmpty();
    }

    static Stream<Case> cases() {
        return Stream.of(
                of(1, "what the brake stops has named nothing")
                        .sheet("returns changed tell", "1 red 36=5")
                        .sheet("nightly changed zero", "1 red 36=99", GARBAGE)
                        .sheet("nightly changed zero", "1 black 36=1")
                        .imports(0, 1, 2)
                        .is(RED, "36", 5)
                        .requests(2),
                of(2, "held: nothing is sent, by this run or an older one")
                        .sheet("nightly changed tell", "1 red 36=5")
                        .sheet("nightly changed tell", "1 red 36=3")
                        .sheet("nightly changed tell", "1 red !; 2 black 36=9")
                        .with(new Event.LimitedFrom(1, SHORTER_THAN_A_STEP))
                        .imports(0, 1, 2)
                        .is(RED, "36", 5)
                        .applications(RED, 1),
                of(3, "a new size of a held colour takes the colour's jobs")
                        .sheet("nightly changed zero", "1 red !; 2 black 36=9")
                        .sheet("import changed keep", "1 red 36=7")
                        .sheet("nightly changed zero", "2 black 36=9; 1 black 36=1")
                        .imports(0, 1, 2)
                        .is(RED, "36", 0),
                of(4, "an older run leaves out what a newer one holds")
                        .sheet("nightly changed tell", "1 red 36=5")
                        .sheet("nightly changed tell", "1 red !; 2 black 36=9")
                        .with(new Event.ServiceAway(0, SHORTER_THAN_A_STEP))
                        .imports(0, 1)
                        .command(RESUME_RUN, 0)
                        .isNotThere(RED),
                of(5, "what leaves one job's sheet stays with the other's")
                        .sheet("nightly changed tell", "1 red 36=5")
                        .sheet("returns changed zero", "1 red 36=5; 2 black 36=9")
                        .sheet("returns changed zero", "2 black 36=9; 1 black 36=1")
                        .imports(0, 1, 2)
                        .is(RED, "36", 5),
                of(6, "imports by hand have what no job has")
                        .sheet("import changed zero", "1 red 36=5 37=5")
                        .sheet("import changed zero", "1 red 36=5")
                        .imports(0, 1)
                        .is(RED, "36", 5)
                        .is(RED, "37", 0),
                of(7, "what new leaves out neither gives nor takes")
                        .sheet("nightly new zero", "1 red 36=9; 2 black 36=9")
                        .sheet("nightly new zero", "2 black 36=9; 3 red 36=1")
                        .with(new Event.StockBefore(1, "red", Map.of("36", 4)))
                        .imports(0, 1)
                        .is(RED, "36", 4)
                        .applications(RED, 0),
                of(8, "what was never sent is not missing")
                        .sheet("nightly changed zero", "1 red 36=5")
                        .sheet("nightly changed zero", "1 black 36=1")
                        .with(new Event.LimitedFrom(0, SHORTER_THAN_A_STEP))
                        .imports(0, 1)
                        .isNotThere(RED)
                        .is(BLACK, "36", 1),
                of(9, "another job's newest sheet names over a zero for missing")
                        .sheet("returns changed tell", "1 red 36=1")
                        .sheet("nightly changed zero", "1 red 36=4; 2 black 36=9")
                        .sheet("nightly changed zero", "2 black 36=9")
                        .with(new Event.ServiceAway(0, SHORTER_THAN_A_STEP))
                        .imports(0, 1, 2)
                        .command(RESUME_RUN, 0)
                        .is(RED, "36", 1)
                        .applications(RED, 3),
                of(10, "a run older than one with zeros sends nothing")
                        .sheet("nightly changed zero", "1 red 36=5")
                        .sheet("nightly changed zero", "1 black 36=1")
                        .with(new Event.ServiceAway(0, SHORTER_THAN_A_STEP))
                        .imports(0, 1)
                        .command(RESUME_RUN, 0)
                        .isNotThere(RED),
                of(11, "what was sold is not sent again")
                        .sheet("nightly changed tell", "1 red 36=5")
                        .sheet("nightly changed tell", "1 red 36=5; 1 black 36=1")
                        .with(new Event.Touches(STEP / 2, 1, "red", true))
                        .imports(0, 1)
                        .is(RED, "36", 4)
                        .applications(RED, 1),
                of(12, "a verdict on an old request is none on a later one")
                        .sheet("nightly changed tell", "1 red 36=5")
                        .sheet("nightly changed tell", "1 red 36=3")
                        .sheet("nightly changed tell", "1 red 36=5; 1 black 36=1")
                        .with(new Event.StockBefore(1, "red", Map.of("36", 8)))
                        .with(new Event.AtCreate(0, TAKEN, false))
                        .with(new Event.Touches(STEP / 2, 1, "red", false))
                        .imports(0, 1)
                        .command(TAKE_RUN_AS_SENT, 0)
                        .imports(2)
                        .is(RED, "36", 5)
                        .applications(RED, 3),
                of(13, "what was read back as arrived is no longer what was known")
                        .sheet("nightly changed tell", "1 red 36=3")
                        .sheet("nightly changed tell", "1 red 36=5")
                        .with(new Event.AtCreate(1, TAKEN, false))
                        .imports(0, 1, 0)
                        .is(RED, "36", 3)
                        .applications(RED, 3),
                of(14, "a row without a barcode does not name one")
                        .sheet("nightly changed tell", "1 red 36=5", BARCODES)
                        .sheet("nightly changed tell", "1 red 36=5")
                        .imports(0, 1)
                        .applications(RED, 1),
                of(15, "new: a product half sent is sent whole by the newer run")
                        .sheet(
                                "nightly new tell",
                                "1 black 36=1; 1 grün 36=1; 1 navy blue 36=1; 1 red 36=1")
                        .sheet(
                                "nightly new tell",
                                "1 black 36=2; 1 grün 36=2; 1 navy blue 36=2; 1 red 36=2")
                        .with(new Event.AtCreate(0, TAKEN, true))
                        .with(new Event.LimitedFrom(1, SHORTER_THAN_A_STEP))
                        .imports(0, 1)
                        .command(RESUME_RUN, 0)
                        .command(RESUME_RUN, 1)
                        .is(BLACK, "36", 2)
                        .is(new ColourKey(1, "Grün"), "36", 2)
                        .is(new ColourKey(1, "Navy Blue"), "36", 2)
                        .is(RED, "36", 2)
                        .applications(RED, 1),
                of(16, "between what was sent and what was before: sold, and not arrived")
                        .sheet("nightly changed tell", "1 red 36=8")
                        .with(new Event.StockBefore(1, "red", Map.of("36", 10)))
                        .with(new Event.CreateMood(0, Mood.BROKEN, 0))
                        .with(new Event.AtCreate(0, TAKEN, false))
                        .with(new Event.Touches(STEP / 2, 1, "red", true))
                        .imports(0)
                        .command(RESUME_RUN, 0)
                        .is(RED, "36", 8)
                        .applications(RED, 1)
                        .undecided(),
                of(17, "an undo brings back what was there before the run")
                        .sheet("nightly changed tell", "1 red 36=5")
                        .sheet("nightly changed tell", "1 red 36=3")
                        .with(new Event.StockBefore(1, "red", Map.of("36", 7)))
                        .with(new Event.CreateMood(0, Mood.REFUSED, 0))
                        .imports(0, 1)
                        .command(UNDO_RUN, 1)
                        .is(RED, "36", 7),
                of(18, "an undo ends the run")
                        .sheet(
                                "nightly changed tell",
                                "1 black 36=1; 1 grün 36=1; 1 navy blue 36=1; 1 red 36=1")
                        .with(new Event.AtCreate(0, TAKEN, true))
                        .imports(0)
                        .command(UNDO_RUN, 0)
                        .command(RESUME_RUN, 0)
                        .is(BLACK, "36", 0)
                        .isNotThere(RED),
                of(19, "an expired run is not resumed: the same file is a new run")
                        .sheet("nightly changed tell", "1 red 36=5")
                        .sheet("returns changed tell", "2 red 36=1")
                        .sheet("returns changed tell", "2 red 36=2")
                        .with(new Event.LimitedFrom(0, SHORTER_THAN_A_STEP))
                        .imports(0)
                        .days(31)
                        .imports(1)
                        .days(1)
                        .imports(2)
                        .days(1)
                        .imports(0)
                        .is(RED, "36", 5)
                        .runs("nightly", 2),
                of(20, "a range is an entry as it is written")
                        .sheet("nightly changed zero", "1 red 36-40=5")
                        .sheet("nightly changed zero", "1 red 36=1 37=1 38=1 39=1 40=1")
                        .imports(0, 1)
                        .is(RED, "36-40", 0)
                        .is(RED, "36", 1)
                        .is(RED, "40", 1),
                of(21, "what another job found unchanged is not set to 0")
                        .sheet("nightly changed zero", "1 red 36=5; 2 black 36=9")
                        .sheet("returns changed tell", "1 red 36=5")
                        .sheet("nightly changed zero", "2 black 36=9")
                        .imports(0, 1, 2, 1)
                        .is(RED, "36", 5)
                        .applications(RED, 1),
                of(22, "an undo does not go under a newer sheet that found the same")
                        .sheet("nightly changed tell", "1 red 36=5")
                        .sheet("nightly changed tell", "1 red 36=3")
                        .sheet("nightly changed tell", "1 red 36=3; 1 black 36=1")
                        .imports(0, 1, 2)
                        .command(UNDO_RUN, 1)
                        .imports(2)
                        .is(RED, "36", 3)
                        .applications(RED, 2),
                of(23, "an undo does not stop a sheet that came after what it undoes")
                        .sheet("nightly changed tell", "1 red 36=5")
                        .sheet("returns changed tell", "1 red 36=7 37=1")
                        .with(new Event.ServiceAway(STEP, SHORTER_THAN_A_STEP))
                        .imports(0, 1)
                        .command(UNDO_RUN, 0)
                        .command(RESUME_RUN, 1)
                        .is(RED, "36", 7)
                        .is(RED, "37", 1),
                of(24, "what the service showed in a form of its own before is not sent twice")
                        .sheet("nightly changed tell", "1 red 36=5")
                        .sheet("nightly changed tell", "1 red 36=7")
                        .with(new Event.ShowsSizes(Event.ShowsSizes.Form.EU))
                        .with(new Event.CreateMood(0, Mood.LOST, 5))
                        .with(new Event.CreateMood(1, Mood.LATE, 35))
                        .imports(0, 1)
                        .is(RED, "36", 7),
                of(25, "new leaves alone what an undo has kept, since a person has set it")
                        .sheet("nightly new tell", "1 red 36=5")
                        .sheet("nightly new tell", "1 red 36=6; 1 black 36=1")
                        .with(new Event.Touches(STEP / 2, 1, "red", false))
                        .imports(0)
                        .command(UNDO_RUN, 0)
                        .imports(1)
                        .applications(RED, 1)
                        .isNotThere(BLACK));
    }

    private static Case of(int number, String words) {
        return new Case(number, words);
    }

    /** What is asked when all is quiet. */
    private interface Check {
        void of(History history);
    }

    /** A scripted history and what must have come of it. */
    private static final class Case {
        private final int number;
        private final String words;
        private final List<PlannedSheet> sheets = new ArrayList<>();
        private final List<Event> events = new ArrayList<>();
        private final List<Check> checks = new ArrayList<>();
        private double at = 1;

        Case(int number, String words) {
            this.number = number;
            this.words = words;
        }

        int number() {
            return number;
        }

        Case sheet(String how, String rows, PlannedSheet.Trait... traits) {
            sheets.add(PlannedSheet.of(how, rows, traits));
            return this;
        }

        Case with(Event event) {
            events.add(event);
            return this;
        }

        Case imports(int... numbers) {
            for (int sheet : numbers) {
                command(IMPORT, sheet);
            }
            return this;
        }

        Case command(Event.Command.Kind kind, int sheet) {
            events.add(new Event.Command(at, 0, kind, sheet, false));
            at += STEP;
            return this;
        }

        Case days(int count) {
            at += 86_400.0 * count;
            return this;
        }

        Case is(ColourKey colour, String size, int pieces) {
            checks.add(
                    history ->
                            assertThat(history.store().sizes(colour))
                                    .as("stock of %s", colour)
                                    .containsEntry(size, pieces));
            return this;
        }

        Case isNotThere(ColourKey colour) {
            checks.add(history -> assertThat(history.store().sizes(colour)).isEmpty());
            return applications(colour, 0);
        }

        Case requests(int count) {
            checks.add(history -> assertThat(history.service().creates()).hasSize(count));
            return this;
        }

        Case applications(ColourKey colour, int count) {
            checks.add(
                    history ->
                            assertThat(history.service().creates())
                                    .flatExtracting(Create::applied)
                                    .filteredOn(each -> each.group().colour().equals(colour))
                                    .as("applications of %s", colour)
                                    .hasSize(count));
            return this;
        }

        Case runs(String job, int count) {
            checks.add(
                    history ->
                            assertThat(history.facts().runs())
                                    .filteredOn(run -> run.job().equals(job))
                                    .hasSize(count));
            return this;
        }

        /** Nobody had to say what is right. */
        Case undecided() {
            checks.add(
                    history ->
                            assertThat(sheets)
                                    .flatExtracting(sheet -> sheet.colours().keySet())
                                    .noneMatch(history.outcomes()::isDecided));
            return this;
        }

        Plan plan() {
            return new Plan(number, false, 1, sheets, events);
        }

        void check(History history, String told) {
            checks.forEach(
                    check -> {
                        try {
                            check.of(history);
                        } catch (AssertionError e) {
                            throw new AssertionError(e.getMessage() + "\n" + told, e);
                        }
                    });
        }

        @Override
        public String toString() {
            return number + ": " + words;
        }
    }
}
