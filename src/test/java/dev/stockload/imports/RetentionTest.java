package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.stockload.book.rules.Work;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.StrictService.Fault;
import dev.stockload.imports.keep.Retention;
import dev.stockload.imports.order.Brake;
import dev.stockload.runs.OldRuns;
import dev.stockload.runs.Run;
import dev.stockload.stock.ColourState;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Old data is deleted a little after each run; what later runs need stays. */
@Tag("soak")
class RetentionTest extends InEachWarehouse {
    private static final Duration LONG = OldRuns.KEPT.plusDays(1);

    @BeforeEach
    void products() {
        warehouse.service.product(1, "A-1");
        warehouse.service.product(2, "A-2");
    }

    @Test
    void a_run_is_deleted_with_all_its_data() throws Exception {
        Result old = warehouse.start(sheet("old.csv", "1,red,36,3\n1,blue,XL,3\n"));
        Result kept = warehouse.start(sheet("kept.csv", "1,red,36,4\n"));
        warehouse.time.set(LONG);
        warehouse.start(sheet("new.csv", "1,red,36,5\n"));

        assertThat(warehouse.ledger.runs().find(old.run().id())).isEmpty();
        assertThat(warehouse.ledger.runs().find(kept.run().id())).isEmpty();
        assertThat(folderOf(old)).doesNotExist();
        assertThat(count("run")).isOne();
        assertThat(count("request")).isOne();
        assertThat(count("problems where run = '%s'".formatted(old.run().id()))).isZero();
        assertThat(count("batch_job_instance")).isOne();
        assertThat(count("batch_step_execution")).isEqualTo(4);
    }

    @Test
    void what_is_too_much_for_one_time_is_deleted_a_minute_later() throws IOException {
        warehouse.start(sheet("old.csv", "1,red,36,3\n"));
        for (int doubled = 1; doubled < 1024; doubled *= 2) {
            copyAll(doubled);
        }
        warehouse.time.set(LONG);
        warehouse.start(sheet("new.csv", "1,red,36,5\n"));
        assertThat(count("run")).isEqualTo(25);
        warehouse.imports.clean();
        assertThat(count("run")).as("not at once").isEqualTo(25);
        warehouse.time.set(Duration.ofMinutes(2));
        warehouse.imports.clean();
        assertThat(count("run")).isOne();
    }

    /** Makes of so many runs twice as many. */
    private void copyAll(int runs) {
        warehouse
                .ledger
                .database()
                .sql(
                        """
                        insert into run (id, job, account, number, rank, file, options, send, missing,
                                         content, state, named, standing, started_at,
                                         ended_at, tally, requests, owner)
                        select id || '-' || cast(:runs as varchar(9)), job, account, number - :runs, rank, file,
                               options, send, missing, content, state, named, standing,
                               started_at, ended_at, tally, requests, owner
                          from run
                        """)
                .param("runs", runs)
                .update();
    }

    @Test
    void a_copy_that_a_killed_process_left_is_deleted_after_a_day() throws IOException {
        Path copies = Files.createDirectories(warehouse.data.resolve("reports/.incoming"));
        Path left = Files.createFile(copies.resolve(".incoming17"));
        Path used = Files.createFile(copies.resolve(".incoming18"));
        Instant now = warehouse.time.instant();
        Files.setLastModifiedTime(left, FileTime.from(now.minus(Duration.ofHours(25))));
        Files.setLastModifiedTime(used, FileTime.from(now.minus(Duration.ofHours(23))));

        warehouse.start(sheet("new.csv", "1,red,36,5\n"));

        assertThat(left).doesNotExist();
        assertThat(used).exists();
    }

    @Test
    void the_folders_of_all_runs_are_not_listed_for_a_run() throws IOException {
        warehouse.start(sheet("first.csv", "1,red,36,5\n"));
        Path reports = warehouse.data.resolve("reports");
        FileTime longAgo = FileTime.from(Instant.EPOCH);
        Files.setAttribute(reports, "lastAccessTime", longAgo);
        warehouse.time.set(Duration.ofHours(5));
        warehouse.start(sheet("second.csv", "1,red,36,6\n"));
        assertThat(Files.getAttribute(reports, "lastAccessTime")).isEqualTo(longAgo);
        try (Stream<Path> all = Files.list(reports)) {
            assertThat(all).hasSize(4);
        }
        assertThat(Files.getAttribute(reports, "lastAccessTime"))
                .as("a list would be seen")
                .isNotEqualTo(longAgo);
    }

    @Test
    void a_run_stays_for_its_retention_time() throws IOException {
        Result first = warehouse.start(sheet("first.csv", "1,red,36,3\n"));
        warehouse.time.set(OldRuns.KEPT.minusDays(1));
        warehouse.start(sheet("second.csv", "1,red,36,4\n"));
        assertThat(warehouse.ledger.runs().find(first.run().id())).isPresent();
        assertThat(folderOf(first).resolve("report.json")).exists();
    }

    @Test
    void known_stock_outlives_the_run_that_sent_it() throws IOException {
        warehouse.start(sheet("old.csv", "1,red,36,3\n2,red,36,7\n"));
        warehouse.time.set(LONG);
        warehouse.start(sheet("new.csv", "1,red,36,4\n"));
        warehouse.time.set(LONG);
        Path newest = sheet("newest.csv", "1,red,36,5\n2,red,36,7\n");
        Result result = warehouse.start(Warehouse.order(newest, Work.CHANGED, false, null));
        assertThat(count("run")).isOne();
        assertThat(result.report().colours().unchanged()).isOne();
        assertThat(result.report().colours().sent()).isOne();
    }

    @Test
    void the_last_import_of_a_job_stays_imported_however_long_ago() throws IOException {
        Path sheet = sheet("nightly.csv", "1,red,36,3\n");
        Brake brake = new Brake(0.3, 0.1, 0.2, false);
        warehouse.start(Warehouse.order(sheet, Work.ALL, false, brake));
        warehouse.time.set(LONG.multipliedBy(2));
        warehouse.start(sheet("other.csv", "2,red,36,3\n"));
        assertThat(warehouse.start(Warehouse.order(sheet, Work.ALL, false, brake)).alreadyDone())
                .isTrue();
    }

    @Test
    void an_unfinished_run_is_deleted_with_its_sheet_once_a_newer_one_has_come()
            throws IOException {
        warehouse.service.stop();
        Result failed = warehouse.start(sheet("old.csv", "1,red,36,3\n"));
        assertThat(failed.run().state()).isEqualTo(Run.State.FAILED);
        assertThat(folderOf(failed).resolve("sheet/old.csv")).exists();
        warehouse.service.start();
        warehouse.time.set(LONG);
        warehouse.start(sheet("new.csv", "1,red,36,5\n"));
        assertThat(warehouse.unfinished()).isEmpty();
        assertThat(folderOf(failed)).doesNotExist();
        assertThat(warehouse.notices)
                .as("nothing goes in silence")
                .contains(
                        "Run %s over %s was never finished and is not kept after 400 days: 1 colour was not sent"
                                .formatted(failed.run().id(), failed.run().sheetName()));
    }

    @Test
    void unsent_colours_are_reported_when_their_run_is_deleted() throws IOException {
        Path sheet = warehouse.sheet("old.csv", 100, 7);
        Result stopped = warehouse.stopAtFirstRequest(sheet);
        warehouse.time.set(LONG);
        warehouse.start(sheet("new.csv", "1,red,36,5\n"));
        assertThat(warehouse.notices)
                .contains(
                        "Run %s over %s was never finished and is not kept after 400 days: 400 colours were not sent"
                                .formatted(stopped.run().id(), stopped.run().sheetName()));
    }

    @Test
    void an_unfinished_run_stays_while_it_is_the_newest_of_its_job() throws IOException {
        warehouse.service.stop();
        Path sheet = sheet("nightly.csv", "1,red,36,3\n");
        warehouse.start(Warehouse.order(sheet, Work.ALL, false, new Brake(0.3, 0.1, 0.2, false)));
        warehouse.service.start();
        warehouse.time.set(LONG);
        warehouse.start(sheet("other.csv", "2,red,36,3\n"));
        assertThat(warehouse.resume().run().state()).isEqualTo(Run.State.COMPLETED);
    }

    @Test
    void an_older_run_does_not_send_a_colour_that_a_newer_run_held_long_ago() throws IOException {
        warehouse.service.fault(1, Fault.TOO_MANY_FOR_LONG);
        warehouse.start(sheet("old.csv", "1,red,36,3\n"));
        warehouse.passAnHour();
        heldAndForgotten();

        Result resumed = warehouse.resume();

        assertThat(resumed.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(warehouse.service.stock()).doesNotContainKey("1 red");
    }

    @Test
    void an_unfinished_run_ends_after_a_month_once_a_process_has_seen_that_for_an_hour()
            throws IOException {
        warehouse.service.stop();
        Run failed = warehouse.start(sheet("old.csv", "1,red,36,3\n")).run();
        warehouse.service.start();
        warehouse.time.set(OldRuns.COLOURS_KEPT.plusDays(1));
        warehouse.start(sheet("b.csv", "2,red,36,1\n"));
        assertThat(warehouse.unfinished()).as("the clock may be wrong").hasSize(1);

        warehouse.passAnHour();
        warehouse.start(sheet("c.csv", "2,red,36,2\n"));

        assertThat(warehouse.unfinished()).isEmpty();
        assertThat(warehouse.notices)
                .contains(
                        "Run %s over %s was never finished and is not kept after 30 days: 1 colour was not sent"
                                .formatted(failed.id(), failed.sheetName()));
    }

    @Test
    void an_account_that_does_not_run_any_more_is_cleaned_after_the_runs_of_others()
            throws IOException {
        warehouse.service.stop();
        Run failed = warehouse.start(sheet("old.csv", "1,red,36,3\n")).run();
        warehouse.service.start();
        warehouse.time.set(OldRuns.COLOURS_KEPT.plusDays(1));
        warehouse.start(Orders.byHand("other", sheet("b.csv", "2,red,36,1\n")));
        warehouse.passAnHour();
        warehouse.start(Orders.byHand("other", sheet("c.csv", "2,red,36,2\n")));

        assertThat(warehouse.unfinished()).isEmpty();
        assertThat(warehouse.notices).anyMatch(words -> words.contains(failed.id()));
    }

    @Test
    void colours_in_doubt_of_an_undone_run_do_not_stop_later_runs() throws IOException {
        warehouse.service.fault(1, Fault.PARTLY);
        Run doubtful =
                warehouse.start(sheet("a.csv", "1,red,36,3\n1,red,37,3\n2,red,36,1\n")).run();
        assertThat(doubtful.tally().colours(ColourState.IN_DOUBT)).isOne();
        warehouse.undo(doubtful);
        warehouse.time.set(OldRuns.COLOURS_KEPT.plusDays(1));
        warehouse.start(sheet("b.csv", "2,red,36,5\n"));
        assertThat(count("run_colours where run = '%s'".formatted(doubtful.id()))).isZero();

        Result later = warehouse.start(sheet("c.csv", "1,red,36,6\n1,red,37,6\n"));

        assertThat(later.run().state()).as(later.run().message()).isEqualTo(Run.State.COMPLETED);
        assertThat(later.report().colours().sent()).isOne();
    }

    private void heldAndForgotten() throws IOException {
        Result held = warehouse.start(sheet("new.csv", "1,red,36,2\n1,red,XL,2\n2,red,36,1\n"));
        warehouse.time.set(OldRuns.COLOURS_KEPT.plusDays(1));
        warehouse.start(sheet("other.csv", "2,red,36,9\n"));
        assertThat(count("run_colours where run = '%s'".formatted(held.run().id()))).isZero();
    }

    @Test
    void stock_sent_after_all_earlier_requests_were_deleted_is_known() throws IOException {
        changed("1,red,36,3\n");
        changed("1,red,36,3\n\n");
        warehouse.time.set(LONG);
        changed("1,red,36,3\n\n\n");
        assertThat(count("request")).as("the first run has gone with its request").isZero();

        assertThat(changed("1,red,36,5\n").report().colours().sent()).isOne();

        assertThat(changed("1,red,36,5\n\n").report().colours().unchanged()).isOne();
    }

    private Result changed(String rows) throws IOException {
        Path file = sheet("changed.csv", rows);
        return warehouse.start(Warehouse.order(file, Work.CHANGED, false, null));
    }

    @Test
    void a_kill_in_the_middle_leaves_a_run_whole_or_gone() throws IOException {
        Result old = warehouse.start(sheet("old.csv", "1,red,36,3\n"));
        Run run = old.run();
        int requests = count("request");
        Retention killed =
                warehouse.retention(
                        removed -> {
                            throw new IllegalStateException("killed");
                        });
        assertThatIllegalStateException().isThrownBy(() -> killed.remove(run));
        assertThat(warehouse.ledger.runs().find(run.id())).isEqualTo(Optional.of(run));
        assertThat(count("request")).isEqualTo(requests);

        // Killed after the run was deleted, and before its folder was.
        warehouse.retention(removed -> {}).remove(run);
        assertThat(folderOf(old)).exists();
        warehouse.time.set(LONG);
        warehouse.start(sheet("new.csv", "1,red,36,5\n"));
        assertThat(folderOf(old)).doesNotExist();
    }

    @Test
    void a_run_that_is_resumed_is_not_deleted() throws IOException {
        warehouse.service.stop();
        Run failed = warehouse.start(sheet("old.csv", "1,red,36,3\n")).run();
        warehouse.ledger.runs().claim(failed, "another host");
        warehouse.retention(removed -> {}).remove(failed);
        assertThat(warehouse.ledger.runs().find(failed.id())).isPresent();
    }

    /** A table that refers to a run without that keeps it from being deleted. */
    @Test
    void what_refers_to_a_run_is_deleted_with_it() throws IOException {
        assertThat(
                        texts(
                                """
                                select lower(child.table_name) from information_schema.referential_constraints c
                                  join information_schema.table_constraints child
                                    on child.constraint_name = c.constraint_name
                                  join information_schema.table_constraints parent
                                    on parent.constraint_name = c.unique_constraint_name
                                 where lower(parent.table_name) = 'run' and c.delete_rule = 'CASCADE'
                                """))
                .containsExactlyInAnyOrder(
                        "run_colours",
                        "undo_fate",
                        "braked_diff",
                        "problems",
                        "request",
                        "reported_run",
                        "accepted_run",
                        "detail_wanted",
                        "sheet");
    }

    private Path sheet(String name, String rows) {
        return warehouse.write(name, "pid,colour,size,stock\n" + rows);
    }

    private int count(String from) {
        return Integer.parseInt(texts("select count(*) from " + from).get(0));
    }

    private List<String> texts(String query) {
        return warehouse.ledger.database().sql(query).query(String.class).list();
    }
}
