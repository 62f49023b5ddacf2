package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.HeldCreates;
import dev.stockload.imports.StrictService.Fault;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.JobFiles;
import dev.stockload.jobs.take.JobSheets;
import dev.stockload.jobs.take.SheetLook;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.OldRuns;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Sheets that somebody drops into a folder. */
@Timeout(60)
class LocalSheetsTest extends InNights {
    @Test
    void incomplete_files_are_not_taken() throws Exception {
        nights.sheet("in/a.csv.part", GOOD);
        nights.sheet("in/b.csv", GOOD);
        nights.sheet("in/c.csv", GOOD);
        nights.sheet("in/c.csv.ok", "");
        JobDefinition job = nights.job("night", "read: in/*\ndone: \"*.ok\"\n");
        assertThat(JobFiles.of(job)).singleElement().asString().endsWith("c.csv");
    }

    @Test
    void a_hidden_file_is_not_taken() throws Exception {
        nights.sheet("in/.stock.csv.swp.csv", GOOD);
        nights.sheet("in/.hidden/a.csv", GOOD);
        nights.sheet("in/b.csv", GOOD);
        assertThat(JobFiles.of(nights.job("night", "read: in/**.csv\n")))
                .singleElement()
                .asString()
                .endsWith("b.csv");
    }

    @Test
    void a_file_whose_writer_pauses_for_three_seconds_is_skipped_with_a_message() throws Exception {
        Path file = nights.sheet("in/stock.csv", GOOD);
        Instant from = nights.time.instant();
        Files.setLastModifiedTime(file, FileTime.from(from));
        nights.time.onRest(
                () -> {
                    if (!nights.time.instant().isBefore(from.plusSeconds(3))) {
                        append(file, "1,blue,36,1\n");
                    }
                });
        JobDefinition job = nights.job("night", "read: in/*.csv\n");

        List<String> notices = new ArrayList<>();

        assertThat(nights.take(job, notices)).isEmpty();
        assertThat(notices)
                .containsExactly(
                        file.toAbsolutePath()
                                + " is still being written: the next run of the job takes it");
    }

    @Test
    void a_file_that_is_still_written_is_taken_once_it_stops_changing() throws Exception {
        Path file = nights.sheet("in/stock.csv", GOOD);
        Files.setLastModifiedTime(file, FileTime.from(nights.time.instant()));
        AtomicInteger size = new AtomicInteger(36);
        nights.time.onRest(() -> append(file, "1,blue,%d,1\n".formatted(size.getAndIncrement())));
        JobDefinition job = nights.job("night", "read: in/*.csv\nexpect: \"06:00\"\n");
        nights.runs.run(job, false);
        assertThat(nights.ledger.runs().size("")).as("it grows").isZero();

        nights.time.onRest(() -> {});
        nights.runs.run(job, false);
        assertThat(nights.service.applied()).containsKeys("1 red", "1 blue");
    }

    @Test
    void a_file_is_looked_at_twice_however_old_its_time_says_it_is() throws Exception {
        Path file = nights.sheet("in/stock.csv", GOOD);
        Files.setLastModifiedTime(file, FileTime.from(nights.time.instant().minusSeconds(60)));
        Instant before = nights.time.instant();
        JobDefinition job = nights.job("night", "read: in/*.csv\n");
        assertThat(nights.take(job)).hasSize(1);
        assertThat(nights.time.instant()).isEqualTo(before.plusSeconds(4));
    }

    @Test
    void a_marker_is_moved_together_with_its_sheet() throws Exception {
        nights.sheet("in/stock.csv", GOOD);
        nights.sheet("in/stock.ok", "");
        nights.sheet("in/next.ok", "");
        nights.runs.run(
                nights.job("night", "read: in/*.csv\nafterwards: move\ndone: \"*.ok\"\n"), false);
        nights.deliver();
        assertThat(names("in")).containsExactlyInAnyOrder("done", "next.ok");
        assertThat(names("in/done")).containsExactlyInAnyOrder("stock.csv", "stock.ok");
    }

    @Test
    void a_file_with_known_content_and_another_name_is_moved_too() throws Exception {
        JobDefinition job = move();
        nights.sheet("in/monday.csv", GOOD);
        nights.runs.run(job, false);
        nights.deliver();
        nights.sheet("in/tuesday.csv", GOOD);
        nights.runs.run(job, false);
        nights.deliver();
        assertThat(names("in")).containsExactly("done");
        assertThat(names("in/done")).contains("monday.csv", "tuesday.csv");
        assertThat(folder.resolve("in/done/tuesday.csv.already-imported.txt"))
                .content()
                .startsWith("tuesday.csv was already imported: it has the content of monday.csv");
    }

    private static void append(Path file, String line) {
        try {
            FileTime then = Files.getLastModifiedTime(file);
            Files.writeString(file, Files.readString(file) + line);
            Files.setLastModifiedTime(file, then);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void a_sheet_is_moved_to_done_only_after_its_run_has_finished() throws Exception {
        nights.sheet("in/stock.csv", GOOD + "1,blue,XL,2\n");
        JobDefinition job = move();
        nights.service.close();
        nights.runs.run(job, false);
        nights.deliver();
        assertThat(names("in")).containsExactly("stock.csv");

        nights.service.start();
        nights.runs.run(job, true);
        nights.deliver();
        assertThat(names("in")).containsExactly("done");
        assertThat(names("in/done"))
                .containsExactlyInAnyOrder(
                        "stock.csv", "stock.csv.problems.txt", "stock.csv.rejected.csv");
        assertThat(folder.resolve("in/done/stock.csv.problems.txt"))
                .content()
                .startsWith("row 3, column size: 'XL' is not a size");
    }

    @Test
    void an_unusable_sheet_is_moved_to_failed_with_the_reason() throws Exception {
        nights.sheet("in/stock.csv", "no,stock,sheet\n");
        nights.runs.run(move(), false);
        nights.deliver();
        assertThat(names("in/failed"))
                .containsExactlyInAnyOrder("stock.csv", "stock.csv.problems.txt");
        assertThat(folder.resolve("in/failed/stock.csv.problems.txt")).content().isNotBlank();
    }

    @Test
    void a_new_sheet_of_the_same_name_is_not_moved() throws Exception {
        nights.sheet("in/stock.csv", GOOD);
        JobDefinition job = move();
        nights.runs.run(job, false);
        nights.sheet("in/stock.csv", GOOD + "1,red,37,1\n");
        nights.deliver();
        assertThat(names("in")).containsExactlyInAnyOrder("done", "stock.csv");
    }

    @Test
    void the_same_sheet_again_is_moved_next_to_the_first() throws Exception {
        JobDefinition job = move();
        for (int night = 0; night < 2; night++) {
            nights.sheet("in/stock.csv", GOOD);
            nights.runs.run(job, false);
            nights.deliver();
        }
        assertThat(names("in")).containsExactly("done");
        assertThat(names("in/done")).hasSize(2);
        assertThat(nights.service.applied()).containsEntry("1 red", 1);
    }

    @Test
    void the_sheets_of_earlier_nights_are_not_imported_again() throws Exception {
        JobDefinition job = nights.job("night", "read: in/*.csv\n");
        for (int night = 1; night <= 3; night++) {
            drop(night);
            nights.runs.run(job, false);
        }
        assertThat(nights.service.creates()).hasSize(3);
        nights.runs.run(job, false);
        assertThat(nights.service.creates()).as("nothing is new").hasSize(3);
        assertThat(pieces()).isEqualTo(3);
    }

    @Test
    void sheets_are_not_imported_again_after_their_runs_were_deleted() throws Exception {
        JobDefinition job = nights.job("night", "read: in/*.csv\n");
        drop(1);
        nights.runs.run(job, false);
        nights.time.set(OldRuns.KEPT.plusDays(1));
        drop(2);
        nights.runs.run(job, false);
        // Old runs go once an hour, of accounts that nobody works for just then.
        for (int tries = 0; tries < 20 && nights.ledger.runs().size("") > 1; tries++) {
            nights.time.set(Duration.ofHours(2));
            nights.imports.turn("default").close();
        }
        assertThat(nights.ledger.runs().size("")).as("the first run is gone").isOne();
        nights.runs.run(job, false);
        assertThat(nights.service.creates()).hasSize(2);
        assertThat(pieces()).isEqualTo(2);
    }

    @Test
    void sheets_that_wait_in_the_queue_are_not_imported_twice() throws Exception {
        JobDefinition job = nights.job("night", "read: in/*.csv\n");
        drop(1);
        drop(2);
        drop(3);
        HeldCreates held = nights.service.holdCreates();
        List<ImportTicket> given = submit(job);

        List<ImportTicket> found = submit(job);

        held.release();
        given.forEach(nights::ended);
        assertThat(found.stream().map(ImportTicket::run).toList())
                .as("what is under way is joined")
                .startsWith(given.get(0).run());
        nights.runs.run(job, false);
        assertThat(nights.service.creates()).as("each was sent once").hasSize(3);
        assertThat(pieces()).isEqualTo(3);
    }

    @Test
    void sheets_that_another_process_imports_meanwhile_are_not_imported_twice() throws Exception {
        JobDefinition job = nights.job("night", "read: in/*.csv\n");
        drop(1);
        drop(2);
        drop(3);
        List<ImportTicket> others = new CopyOnWriteArrayList<>();
        AtomicBoolean asked = new AtomicBoolean();
        nights.service.onCreate(
                () -> {
                    if (!asked.getAndSet(true)) {
                        others.addAll(submit(job));
                    }
                });

        nights.runs.run(job, false);

        assertThat(others).isNotEmpty();
        others.forEach(nights::ended);
        assertThat(nights.service.creates()).as("each was sent once").hasSize(3);
        assertThat(pieces()).isEqualTo(3);
    }

    @Test
    void a_schedule_and_a_person_at_once_import_each_sheet_once() throws Exception {
        JobDefinition job = nights.job("night", "read: in/*.csv\n");
        drop(1);
        drop(2);
        drop(3);
        copyFirstToThird();
        Thread schedule = new Thread(() -> nights.runs.run(job, false));
        Submitted sheets =
                new Submitted(nights.queue) {
                    @Override
                    public String begin(SheetLook.Sheet sheet, ImportOrder order)
                            throws IOException {
                        if (schedule.getState() == Thread.State.NEW) {
                            schedule.start();
                        }
                        return super.begin(sheet, order);
                    }
                };

        nights.runs.jobs().begin(job, new JobRuns.Options(false, false, "person"), sheets);

        sheets.tickets.forEach(nights::ended);
        schedule.join();
        assertThat(nights.service.creates()).as("each was sent once").hasSize(3);
        assertThat(pieces()).isEqualTo(1);
    }

    @Test
    void sheets_with_the_same_content_are_moved_in_the_same_night() throws Exception {
        JobDefinition job = move();
        drop(1);
        nights.sheet("in/copy.csv", Files.readString(folder.resolve("in/stock-1.csv")));
        nights.runs.run(job, false);
        nights.deliver();
        assertThat(names("in")).containsExactly("done");
        assertThat(names("in/done"))
                .containsExactlyInAnyOrder(
                        "stock-1.csv", "copy.csv", "copy.csv.already-imported.txt");
    }

    @Test
    void unusable_sheets_with_the_same_content_are_moved_in_the_same_night() throws Exception {
        JobDefinition job = move();
        for (String name : List.of("in/stock.csv", "in/copy.csv")) {
            Files.setLastModifiedTime(
                    nights.sheet(name, "no,stock,sheet\n"),
                    FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
        }
        nights.runs.run(job, false);
        nights.deliver();
        assertThat(names("in")).containsExactlyInAnyOrder("failed", "done");
        assertThat(names("in/failed")).contains("copy.csv", "copy.csv.problems.txt");
        assertThat(names("in/done")).as("a mere copy").containsExactly("stock.csv");
    }

    @Test
    void the_same_content_before_and_after_another_sheet_is_imported_twice() throws Exception {
        JobDefinition job = nights.job("night", "read: in/*.csv\n");
        drop(1);
        drop(2);
        drop(3);
        copyFirstToThird();

        nights.runs.run(job, false);

        assertThat(nights.service.creates()).hasSize(3);
        assertThat(pieces()).isEqualTo(1);
    }

    @Test
    void a_failed_sheet_never_overwrites_newer_sheets() throws Exception {
        JobDefinition job = nights.job("night", "read: in/*.csv\n");
        drop(1);
        ImportTicket failed = submitToFail(job);
        drop(2);
        drop(3);
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(3);

        nights.runs.run(job, false);

        assertThat(pieces()).isEqualTo(3);
        nights.ended(nights.queue.resume(failed.run(), ResumeOptions.forced(false)));
        assertThat(pieces()).as("nothing of it was left to send").isEqualTo(3);
    }

    @Test
    void a_failed_sheet_with_a_time_in_the_future_does_not_overwrite_newer_sheets()
            throws Exception {
        JobDefinition job = nights.job("night", "read: in/*.csv\n");
        drop(1);
        FileTime ahead = FileTime.from(nights.time.instant().plus(Duration.ofDays(1)));
        Files.setLastModifiedTime(folder.resolve("in/stock-1.csv"), ahead);
        ImportTicket failed = submitToFail(job);
        drop(2);
        Path second = folder.resolve("in/stock-2.csv");
        Files.setLastModifiedTime(
                second, FileTime.from(ahead.toInstant().plus(Duration.ofMinutes(1))));
        nights.ended(nights.queue.submit(job.order(second, "default", false, false)));
        assertThat(pieces()).isEqualTo(2);

        submitAll(job);

        assertThat(pieces()).isEqualTo(2);
        assertThat(nights.ledger.runs().size("")).as("none was begun anew").isEqualTo(2);
    }

    @Test
    void a_sheet_that_is_replaced_during_its_import_by_an_older_one_is_reported_as_late()
            throws Exception {
        JobDefinition job = nights.job("night", "read: in/*.csv\n");
        drop(1);
        drop(2);
        AtomicBoolean replaced = new AtomicBoolean();
        nights.service.onCreate(
                () -> {
                    if (!replaced.getAndSet(true)) {
                        append(folder.resolve("in/stock-1.csv"), "1,blue,36,7\n");
                    }
                });
        nights.runs.run(job, false);
        assertThat(nights.take(job)).isEmpty();

        nights.runs.run(job, false);

        assertThat(nights.service.applied()).doesNotContainKey("1 blue");
        assertThat(late(job)).singleElement().asString().contains("stock-1.csv");
    }

    @Test
    void circular_links_are_not_followed() throws Exception {
        nights.sheet("in/a/stock.csv", GOOD);
        Files.createSymbolicLink(folder.resolve("in/a/back"), Path.of(".."));
        Files.createSymbolicLink(folder.resolve("in/nowhere.csv"), Path.of("nowhere.csv"));
        assertThat(JobFiles.of(nights.job("night", "read: in/**.csv\n")))
                .singleElement()
                .asString()
                .endsWith("in/a/stock.csv");
    }

    @Test
    void a_file_that_a_program_submits_again_is_moved_too() throws Exception {
        JobDefinition job = move();
        nights.sheet("in/monday.csv", GOOD);
        nights.runs.run(job, false);
        nights.deliver();
        nights.sheet("in/tuesday.csv", GOOD);

        submitAll(job);

        assertThat(names("in")).containsExactly("done");
        assertThat(names("in/done")).contains("tuesday.csv.already-imported.txt");

        String run = nights.ledger.runs().latest("night").orElseThrow().id();
        UndoOrder order = new UndoOrder(run, Set.of(), null);
        nights.ended(nights.queue.undo(order));
        nights.sheet("in/wednesday.csv", GOOD);
        submitAll(job);
        assertThat(folder.resolve("in/done/wednesday.csv.already-imported.txt"))
                .content()
                .contains("That is run %s, which was undone on 2026-11-1".formatted(run))
                .endsWith("put it back where it was, then: stockload run night --again\n");
    }

    @Test
    void an_unusable_sheet_is_reported_once_until_it_changes() throws Exception {
        JobDefinition job = nights.job("night", "read: in/*.csv\n");
        Path file = nights.sheet("in/stock.csv", "nothing of use\n");
        for (int tick = 0; tick < 3; tick++) {
            nights.runs.run(job, false);
        }
        assertThat(nights.ledger.runs().size("")).isOne();

        Files.setLastModifiedTime(
                file, FileTime.from(nights.time.instant().plus(Duration.ofMinutes(1))));
        nights.runs.run(job, false);
        nights.runs.run(job, false);
        assertThat(nights.ledger.runs().size("")).as("a new time alone is not new").isOne();

        submitAll(job);
        assertThat(nights.ledger.runs().size("")).as("somebody asked for it").isEqualTo(2);

        nights.runs.run(nights.job("night", "read: in/*.csv\ndelimiter: \";\"\n"), false);
        assertThat(nights.ledger.runs().size("")).as("it is to be read otherwise").isEqualTo(3);
        assertThat(nights.ledger.runs().latest("night").orElseThrow().isUnusable()).isTrue();
    }

    @Test
    void a_formerly_unusable_sheet_never_overwrites_newer_sheets() throws Exception {
        JobDefinition job = nights.job("night", "read: in/*.csv\n");
        Path file = nights.sheet("in/stock-0.csv", "product,colour,size,on hand\n1,red,36,9\n");
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
        drop(1);
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(1);

        job =
                nights.job(
                        "night", "read: in/*.csv\ncolumns: { product: product, stock: on hand }\n");
        nights.runs.run(job, false);

        assertThat(pieces()).isEqualTo(1);
        assertThat(nights.take(job)).isEmpty();
    }

    @Test
    void an_unusable_sheet_does_not_cause_another_sheet_to_be_sent_again() throws Exception {
        JobDefinition job = nights.job("night", "read: in/*.csv\n");
        nights.sheet("in/stock-0.csv", "nothing of use\n");
        drop(1);
        submitAll(job);
        assertThat(nights.service.creates()).hasSize(1);

        submitAll(job);

        assertThat(nights.service.creates()).hasSize(1);
    }

    /** As other programs do. */
    private static class Submitted implements JobRuns.SheetImporter {
        private final ImportQueue queue;
        private final List<ImportTicket> tickets = new CopyOnWriteArrayList<>();

        Submitted(ImportQueue queue) {
            this.queue = queue;
        }

        @Override
        public String begin(SheetLook.Sheet sheet, ImportOrder order) throws IOException {
            ImportTicket ticket = queue.submit(order);
            tickets.add(ticket);
            return ticket.run();
        }

        @Override
        public void unusable(Path file, UnusableSheetException why) {
            throw why;
        }
    }

    /** A program submits the job, and whoever serves goes on with it. */
    private void submitAll(JobDefinition job) {
        submit(job);
        nights.runs.goOn(job);
    }

    private List<ImportTicket> submit(JobDefinition job) {
        try {
            Submitted sheets = new Submitted(nights.queue);
            nights.runs.jobs().begin(job, new JobRuns.Options(false, false, "program"), sheets);
            return sheets.tickets;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void an_earlier_sheet_that_changed_is_imported_again() throws Exception {
        JobDefinition job = nights.job("night", "read: in/*.csv\n");
        drop(1);
        drop(2);
        nights.runs.run(job, false);
        nights.sheet("in/stock-1.csv", GOOD + "1,blue,36,7\n");
        nights.runs.run(job, false);
        assertThat(nights.service.applied()).containsEntry("1 blue", 1);
    }

    @Test
    void a_sheet_that_became_the_newest_because_others_are_gone_is_not_sent_again()
            throws Exception {
        JobDefinition job = nights.job("night", "read: in/*.csv\n");
        for (int night = 1; night <= 3; night++) {
            drop(night);
        }
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(3);
        Files.delete(folder.resolve("in/stock-3.csv"));
        nights.runs.run(job, false);
        Files.delete(folder.resolve("in/stock-2.csv"));
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(3);

        drop(2);
        nights.sheet("in/stock-2.csv", "pid,colour,size,stock\n1,red,36,7\n");
        nights.runs.run(job, false);
        assertThat(pieces()).as("a new sheet of that name").isEqualTo(7);
    }

    @Test
    void a_new_sheet_with_an_older_time_is_reported_as_late_once_and_not_imported()
            throws Exception {
        JobDefinition job = nights.job("night", "read: in/*.csv\n");
        drop(1);
        drop(3);
        nights.runs.run(job, false);
        drop(2);
        nights.runs.run(job, false);
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(3);
        assertThat(late(job)).singleElement().asString().contains("stock-2.csv");
    }

    private List<String> late(JobDefinition job) {
        return new JobSheets(nights.ledger, job, "default")
                .late(nights.time.instant()).stream().map(JobSheets.Late::sentence).toList();
    }

    /** The third sheet gets the content of the first and keeps its time. */
    private void copyFirstToThird() throws IOException {
        Path third = folder.resolve("in/stock-3.csv");
        FileTime time = Files.getLastModifiedTime(third);
        Files.copy(folder.resolve("in/stock-1.csv"), third, StandardCopyOption.REPLACE_EXISTING);
        Files.setLastModifiedTime(third, time);
    }

    /** What is added to the name must not make it longer than systems allow. */
    @Test
    void a_sheet_with_the_longest_name_is_moved_each_night_with_its_problems() throws Exception {
        String name = "n".repeat(251) + ".csv";
        for (int night = 1; night <= 2; night++) {
            nights.sheet("in/" + name, GOOD.replace("4", "4" + night) + "1,blue,XL,2\n");
            nights.runs.run(move(), false);
            nights.notifier.findEnded();
            nights.time.set(Duration.ofDays(night));
        }
        assertThat(names("in")).containsExactly("done");
        assertThat(names("in/done"))
                .hasSize(6)
                .areExactly(2, new Condition<>(each -> each.endsWith(".problems.txt"), "problems"))
                .areExactly(2, new Condition<>(each -> each.endsWith("rejected.csv"), "rejects"));
    }

    private ImportTicket submitToFail(JobDefinition job) {
        for (int create = 1; create <= 20; create++) {
            nights.service.fault(create, Fault.ERROR_BEFORE);
        }
        ImportTicket failed = submit(job).get(0);
        assertThat(nights.ended(failed).state()).isEqualTo(Run.State.FAILED);
        nights.service.works();
        return failed;
    }

    private void drop(int night) throws IOException {
        String name = "in/stock-%d.csv".formatted(night);
        nights.sheet(name, "pid,colour,size,stock\n1,red,36,%d\n".formatted(night));
        Files.setLastModifiedTime(
                folder.resolve(name),
                FileTime.from(Instant.parse("2026-01-01T00:00:00Z").plusSeconds(night)));
    }

    private int pieces() {
        return nights.service.pieces("1 red", "36");
    }

    private JobDefinition move() throws IOException {
        return nights.job("night", "read: in/**.csv\nafterwards: move\n");
    }
}
