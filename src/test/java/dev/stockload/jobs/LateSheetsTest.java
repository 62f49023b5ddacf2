package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.imports.Imports;
import dev.stockload.imports.StrictService.Fault;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.JobSheets;
import dev.stockload.jobs.take.NewSheets;
import dev.stockload.jobs.take.SheetLook;
import dev.stockload.queue.Ended;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.FileSystemUtils;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** No sheet goes over a newer one, whatever happens to files. */
@Timeout(60)
class LateSheetsTest extends InNights {
    private static final String ALL = "read: in/*.csv\n";
    private static final String NEWEST = "read: in/*.csv\ntake: newest\n";

    @ParameterizedTest
    @ValueSource(strings = {"", "missing: zero\n", "afterwards: move\n"})
    void monday_is_not_imported_after_tuesday_was_taken_and_is_gone(String more) throws Exception {
        JobDefinition job = nights.job("night", NEWEST + more);
        drop("mon", 1, 0);
        drop("tue", 2, 1);
        nights.runs.run(job, false);
        Files.deleteIfExists(folder.resolve("in/tue.csv"));
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(2);
        assertThat(late(job)).as("passed over").isEmpty();
    }

    @Test
    void touched_sheets_are_not_imported_again() throws Exception {
        JobDefinition job = job();
        drop("mon", 1, 0);
        drop("tue", 2, 1);
        nights.runs.run(job, false);
        touch("mon", 60);
        touch("tue", 60);
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(2);
        assertThat(nights.ledger.runs().size("")).isEqualTo(2);
        assertThat(late(job))
                .singleElement()
                .asString()
                .contains("mon.csv", "has a new time, but the content of an earlier sheet");
    }

    @Test
    void a_copied_folder_is_not_imported_again() throws Exception {
        JobDefinition job = job();
        drop("mon", 1, 0);
        drop("tue", 2, 1);
        nights.runs.run(job, false);
        drop("copy-mon", 1, 60);
        drop("copy-tue", 2, 61);
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(2);
        assertThat(nights.ledger.runs().size("")).isEqualTo(2);
    }

    @Test
    void a_marker_that_comes_late_does_not_let_an_old_sheet_over_a_newer_one() throws Exception {
        JobDefinition job = nights.job("night", ALL + "done: \"*.ok\"\n");
        drop("mon", 1, 0);
        drop("tue", 2, 1);
        nights.sheet("in/tue.ok", "");
        nights.runs.run(job, false);
        nights.sheet("in/mon.ok", "");
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(2);
        assertThat(late(job))
                .singleElement()
                .asString()
                .contains("mon.csv", "is older than the newest sheet", "run night --file");
    }

    /** As on another host that shares the database, but not the data folder. */
    @Test
    void what_another_host_has_entered_is_the_newest_sheet_although_its_file_is_gone()
            throws Exception {
        JobDefinition job = job();
        drop("tue", 2, 1);
        ScheduledJobs served = new ScheduledJobs(nights.queue, nights.runs.jobs());
        try (Imports.Turn other = nights.imports.turnIfFree("default").orElseThrow()) {
            assertThat(other).isNotNull();
            served.run(job, nights.time.instant());
            FileSystemUtils.deleteRecursively(nights.data.resolve("sources"));
            Files.delete(folder.resolve("in/tue.csv"));
            served.run(job, nights.time.instant());
        }
        nights.runs.goOn(job);
        drop("mon", 1, 0);
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(2);
        assertThat(late(job)).singleElement().asString().contains("mon.csv", "is older");
    }

    @Test
    void what_a_job_had_begun_when_it_was_forgotten_is_not_imported_over_newer_sheets()
            throws Exception {
        JobDefinition job = job();
        drop("a", 1, 0);
        drop("b", 2, 1);
        try (Imports.Turn other = nights.imports.turnIfFree("default").orElseThrow()) {
            assertThat(other).isNotNull();
            new ScheduledJobs(nights.queue, nights.runs.jobs()).run(job, nights.time.instant());
        }
        Ended.run(nights.ledger, nights.ledger.runs().page("", 0, 1).get(0).id());
        nights.imports.forgetJob("night", "day");
        drop("c", 3, 2);
        nights.runs.run(nights.job("day", ALL), false);
        assertThat(pieces()).isEqualTo(3);

        nights.runs.goOn(job);
        assertThat(pieces()).isEqualTo(3);
    }

    /** 29 pieces are written over 2 while the first sheet is sent. */
    @Test
    void a_sheet_that_is_rewritten_while_another_is_sent_is_not_imported_in_part()
            throws Exception {
        JobDefinition job = job();
        drop("a", 1, 0);
        drop("b", 30, 1);
        AtomicBoolean written = new AtomicBoolean();
        nights.service.onCreate(
                () -> {
                    if (!written.getAndSet(true)) {
                        write("in/b.csv", "pid,colour,size,stock\n1,red,36,2");
                    }
                });
        nights.runs.run(job, false);
        assertThat(pieces()).as("the copy of a file that did not change").isEqualTo(30);
        drop("b", 29, 120);
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(29);
    }

    @Test
    void a_file_that_changes_while_it_is_copied_waits() throws Exception {
        JobDefinition job = job();
        drop("a", 1, 0);
        nights.time.onRest(() -> write("in/a.csv", "pid,colour,size,stock\n1,red,36,2"));
        nights.runs.run(job, false);
        nights.time.onRest(() -> {});
        write("in/a.csv", "pid,colour,size,stock\n1,red,36,29\n");
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(29);
    }

    @Test
    void there_is_one_pause_for_all_files_of_a_job() throws Exception {
        for (int sheet = 1; sheet <= 7; sheet++) {
            drop("s" + sheet, sheet, sheet);
        }
        Instant before = nights.time.instant();
        assertThat(nights.take(job())).hasSize(7);
        assertThat(nights.time.instant()).isEqualTo(before.plusSeconds(4));
        assertThat(nights.take(nights.job("none", "read: in/*.xlsx\n"))).isEmpty();
        assertThat(nights.time.instant()).as("nothing to copy").isEqualTo(before.plusSeconds(4));
    }

    @Test
    void a_late_sheet_is_told_once_in_a_message_that_is_stored_with_the_decision()
            throws Exception {
        JobDefinition job =
                nights.job("night", ALL + "afterwards: move\nnotify: https://a.example/\n");
        drop("tue", 2, 1);
        nights.runs.run(job, false);
        drop("mon", 1, 0);
        nights.runs.run(job, false);
        nights.runs.run(job, false);
        assertThat(nights.waiting())
                .filteredOn(message -> message.content().contains("\"late\""))
                .singleElement()
                .asString()
                .contains("mon.csv", "stockload run night --file");
        assertThat(names("in")).containsExactlyInAnyOrder("done", "late");
        assertThat(names("in/late")).containsExactly("mon.csv");
        Morning morning =
                MorningBuilder.ofAll(
                        nights.folder().list(),
                        new ExpectedSheets(nights.ledger, account -> account),
                        nights.time.instant());
        assertThat(morning.needsSomebody()).isTrue();
        assertThat(morning.jobs().toString()).contains("LATE", "mon.csv");
    }

    @Test
    void of_very_many_late_sheets_people_are_told_the_newest_and_programs_all() throws Exception {
        JobDefinition job = nights.job("night", ALL + "notify: https://a.example/\n");
        drop("tue", 2, 1);
        nights.runs.run(job, false);
        for (int i = 0; i < 150; i++) {
            drop("mon" + i, 3 + i, -i);
        }
        nights.runs.run(job, false);
        assertThat(nights.waiting())
                .filteredOn(message -> message.content().contains("\"late\""))
                .singleElement()
                .asString()
                .contains("150 sheets not imported", "mon0.csv", "And 130 older sheets")
                .doesNotContain("mon149.csv");
        ExpectedSheets expected = new ExpectedSheets(nights.ledger, account -> account);
        Instant now = nights.time.instant();
        assertThat(expected.sheets(job).late(now)).hasSize(150);
        assertThat(expected.alarms(job, now).sentences()).hasSize(21);
        Morning morning = MorningBuilder.ofAll(nights.folder().list(), expected, now);
        assertThat(morning.jobs().toString()).contains("mon0.csv").doesNotContain("mon149.csv");
    }

    @Test
    void copies_and_late_sheets_of_one_run_are_in_one_message() throws Exception {
        JobDefinition job = nights.job("night", ALL + "notify: https://a.example/\n");
        drop("mon", 1, 0);
        drop("tue", 2, 1);
        nights.runs.run(job, false);
        drop("copy-mon", 1, 60);
        drop("copy-tue", 2, 61);
        drop("wed", 3, 62);
        drop("sun", 4, -60);
        nights.runs.run(job, false);
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(3);
        assertThat(nights.waiting())
                .filteredOn(message -> message.content().contains("\"late\""))
                .singleElement()
                .asString()
                .contains("copy-mon.csv", "copy-tue.csv", "sun.csv", "3 sheets not imported");
    }

    @Test
    void what_a_killed_process_decided_is_in_the_message_of_the_next_look() throws Exception {
        JobDefinition job = nights.job("night", ALL + "notify: https://a.example/\n");
        drop("tue", 2, 1);
        nights.runs.run(job, false);
        drop("mon", 1, 0);
        try (SheetLook killed =
                new NewSheets(nights.context()).look(job, "default", false, Optional.empty())) {
            assertThat(killed.next()).isEmpty();
        }
        drop("sun", 4, -60);
        nights.runs.run(job, false);
        assertThat(nights.waiting())
                .filteredOn(message -> message.content().contains("\"late\""))
                .singleElement()
                .asString()
                .contains("mon.csv", "sun.csv", "2 sheets not imported");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in/mon.csv", "in/late/mon.csv", "gone"})
    void a_person_can_import_a_late_sheet_as_the_newest(String where) throws Exception {
        JobDefinition job = nights.job("night", ALL + "afterwards: move\n");
        drop("tue", 2, 1);
        nights.runs.run(job, false);
        drop("mon", 1, 0);
        nights.runs.run(job, false);
        if (where.equals("gone")) {
            Files.delete(folder.resolve("in/late/mon.csv"));
        }
        byHand(job, where.equals("gone") ? "mon.csv" : where);
        assertThat(pieces()).isEqualTo(1);
        assertThat(names("in/late")).as("it was imported").isEmpty();
        assertThat(names("in/done")).contains(where.equals("gone") ? "tue.csv" : "mon.csv");
        assertThat(late(job)).isEmpty();

        drop("wed", 3, 0);
        Files.setLastModifiedTime(folder.resolve("in/wed.csv"), time(1));
        nights.runs.run(job, false);
        assertThat(pieces()).as("the mark is that of the sheet by hand").isEqualTo(3);
    }

    @Test
    void after_a_restore_nothing_is_imported_by_itself_that_was_there_before() throws Exception {
        JobDefinition job = job();
        drop("mon", 1, 0);
        nights.runs.run(job, false);
        nights.ledger.markRestored();
        drop("tue", 2, 1);
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(1);
        assertThat(late(job))
                .singleElement()
                .asString()
                .contains("tue.csv", "may have been imported after the backup");
        nights.time.set(Duration.ofHours(2));
        drop("wed", 3, 0);
        Files.setLastModifiedTime(
                folder.resolve("in/wed.csv"),
                FileTime.from(nights.time.instant().minusSeconds(60)));
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(3);
    }

    @Test
    void the_first_run_over_many_old_sheets_waits_for_a_person() throws Exception {
        for (int sheet = 1; sheet <= 9; sheet++) {
            drop("s" + sheet, sheet, sheet);
            Files.setLastModifiedTime(
                    folder.resolve("in/s%d.csv".formatted(sheet)),
                    FileTime.from(nights.time.instant().minus(Duration.ofDays(20L - sheet))));
        }
        JobDefinition job = job();
        nights.runs.run(job, false);
        assertThat(nights.ledger.runs().size("")).isZero();
        assertThatThrownBy(() -> run(job, Optional.empty(), Optional.empty()))
                .hasMessageContaining("would import 9 sheets at its first run, from s1.csv")
                .hasMessageContaining("stockload run night --first newest");
        run(job, Optional.empty(), Optional.of(SheetLook.First.NEWEST));
        assertThat(nights.ledger.runs().size("")).isOne();
        assertThat(pieces()).isEqualTo(9);
        nights.runs.run(job, false);
        assertThat(late(job)).as("passed over").isEmpty();
        assertThat(nights.ledger.runs().size("")).isOne();
    }

    @Test
    void the_first_run_of_a_job_that_takes_only_the_newest_does_not_ask() throws Exception {
        for (int sheet = 1; sheet <= 9; sheet++) {
            drop("s" + sheet, sheet, sheet - 864_000);
        }
        JobDefinition job = nights.job("night", NEWEST);
        run(job, Optional.empty(), Optional.empty());
        assertThat(nights.ledger.runs().size("")).isOne();
        assertThat(pieces()).isEqualTo(9);
    }

    /** A folder of years was copied at the first run, to import one sheet of it. */
    @ParameterizedTest
    @ValueSource(strings = {"by hand", "in serve"})
    void only_the_newest_sheet_of_a_folder_is_copied_and_the_others_are_known(String how)
            throws Exception {
        for (int sheet = 1; sheet <= 9; sheet++) {
            drop("s" + sheet, sheet, sheet - 864_000);
        }
        JobDefinition job = nights.job("night", NEWEST);
        if (how.equals("by hand")) {
            run(job, Optional.empty(), Optional.empty());
        } else {
            nights.runs.run(job, false);
        }
        assertThat(pieces()).isEqualTo(9);
        assertThat(copies()).as("copies").isOne();

        Files.move(folder.resolve("in/s3.csv"), folder.resolve("in/renamed.csv"));
        drop("s4", 40, 0);
        drop("tue", 20, 1);
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(20);
        assertThat(late(job)).as("passed over, or the same sheet").isEmpty();
        assertThat(copies()).as("with those that came since").isEqualTo(4);
        drop("s5", 5, 2);
        drop("copied", 6, 3);
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(6);
        assertThat(late(job)).singleElement().asString().contains("s5.csv", "has a new time");
    }

    private long copies() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> file.toString().contains("sources"))
                    .count();
        }
    }

    @Test
    void another_account_and_another_name_have_their_own_or_the_same_mark() throws Exception {
        JobDefinition job = job();
        drop("tue", 2, 1);
        nights.runs.run(job, false);
        drop("mon", 1, 0);
        nights.ledger.takenFiles().endJob("night", "late-shift");
        JobDefinition other = nights.job("late-shift", ALL);
        nights.runs.run(other, false);
        assertThat(pieces()).as("the renamed job keeps its mark").isEqualTo(2);
        nights.ledger.takenFiles().endJob("late-shift", null);
        assertThat(nights.take(other)).as("a job that knows nothing").hasSize(2);
    }

    @Test
    void a_job_over_the_sheets_of_one_that_has_no_file_asks_whether_it_is_its_new_name()
            throws Exception {
        drop("mon", 1, 0);
        drop("tue", 2, 1);
        nights.runs.run(nights.job("y", NEWEST), false);
        Files.delete(folder.resolve("in/tue.csv"));
        Files.delete(nights.job("y", NEWEST).file());
        JobDefinition renamed = nights.job("yy", NEWEST);
        assertThatThrownBy(() -> run(renamed, Optional.empty(), Optional.empty()))
                .hasMessageContaining("Job y has no file here and took these sheets")
                .hasMessageContaining("stockload jobs forget y --to yy");
        nights.ledger.takenFiles().endJob("y", "yy");
        nights.runs.run(renamed, false);
        assertThat(pieces()).isEqualTo(2);
    }

    /** The sheet that a run would take, or else the newest one that was taken. */
    @Test
    void a_preview_shows_no_late_touched_or_copied_sheet() throws Exception {
        JobDefinition job = nights.job("night", NEWEST);
        drop("mon", 1, 0);
        drop("tue", 2, 1);
        nights.runs.run(job, false);
        touch("mon", 60);
        assertThat(preview(job)).as("touched").isEqualTo("tue.csv");
        nights.runs.run(job, false);
        drop("sun", 3, -60);
        drop("copy", 2, 90);
        assertThat(preview(job)).as("late, and a copy").isEqualTo("tue.csv");
        drop("wed", 4, 120);
        assertThat(preview(job)).as("new").isEqualTo("wed.csv");
        nights.runs.run(job, false);
        assertThat(pieces()).isEqualTo(4);
    }

    /** What {@code jobs --check} says: the numbers are those of the run. */
    @Test
    void the_check_of_a_job_counts_no_late_touched_or_copied_sheet() throws Exception {
        JobDefinition job = nights.job("night", NEWEST);
        drop("mon", 1, 0);
        drop("tue", 2, 1);
        assertThat(check(job))
                .isEqualTo("2 files found, the newest tue.csv; the first run would take 1");
        nights.runs.run(job, false);
        assertThat(check(job)).endsWith("the next run would take 0");
        drop("sun", 3, -60);
        assertThat(check(job)).as("late").endsWith("the next run would take 0");
        touch("mon", 60);
        drop("copy", 2, 90);
        assertThat(check(job)).as("touched, and a copy").endsWith("the next run would take 0");
        drop("wed", 4, 120);
        assertThat(check(job))
                .isEqualTo("5 files found, the newest wed.csv; the next run would take 1");
    }

    private String check(JobDefinition job) throws IOException {
        JobSheets late = new JobSheets(nights.ledger, job, "default");
        return NewSheets.counting(job, Optional.of(late)).get();
    }

    private String preview(JobDefinition job) throws IOException {
        return new NewSheets(nights.context()).newest(job, "default").file().toFile().getName();
    }

    @Test
    void a_failed_run_hides_no_late_sheet_in_the_morning() throws Exception {
        JobDefinition job = job();
        drop("tue", 2, 1);
        nights.runs.run(job, false);
        nights.service.fault(2, Fault.TOO_MANY_FOR_LONG);
        drop("mon", 1, 0);
        drop("wed", 3, 2);
        nights.runs.run(job, false);
        Morning morning =
                MorningBuilder.ofAll(
                        nights.folder().list(),
                        new ExpectedSheets(nights.ledger, account -> account),
                        nights.time.instant());
        assertThat(morning.jobs().toString()).contains("FAILED", "mon.csv");
    }

    private JobDefinition job() throws IOException {
        return nights.job("night", ALL);
    }

    private List<String> late(JobDefinition job) {
        return new JobSheets(nights.ledger, job, "default")
                .late(nights.time.instant()).stream().map(JobSheets.Late::sentence).toList();
    }

    private void byHand(JobDefinition job, String file) throws IOException {
        run(job, Optional.of(file), Optional.empty());
    }

    /** Some minutes before the first night. */
    private static FileTime time(int minute) {
        return FileTime.from(Instant.parse("2026-11-15T01:00:00Z").plusSeconds(minute * 60L));
    }

    private void drop(String name, int pieces, int second) throws IOException {
        Path file =
                nights.sheet(
                        "in/" + name + ".csv",
                        "pid,colour,size,stock\n1,red,36,%d\n".formatted(pieces));
        Files.setLastModifiedTime(
                file, FileTime.from(Instant.parse("2026-11-15T01:00:00Z").plusSeconds(second)));
    }

    private void touch(String name, int second) throws IOException {
        Files.setLastModifiedTime(
                folder.resolve("in/" + name + ".csv"),
                FileTime.from(Instant.parse("2026-11-15T01:00:00Z").plusSeconds(second)));
    }

    private void write(String name, String text) {
        try {
            Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int pieces() {
        return nights.service.pieces("1 red", "36");
    }
}
