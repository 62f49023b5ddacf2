package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.stockload.book.rules.Work;
import dev.stockload.database.DatabaseLoan;
import dev.stockload.database.LedgerAddress;
import dev.stockload.database.StateFolder;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.change.Previews.ImportPreview;
import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.imports.keep.StateBackup;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.runs.Run;
import dev.stockload.stock.Refusal;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Collections;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** A backup made during a run, restored after the service has got more. */
@Tag("soak")
class BackupTest {
    private static final int COLOURS = 1200;

    @TempDir Path folder;
    @AutoClose Warehouse warehouse;
    private Warehouse restored;
    private Path backup;

    @BeforeEach
    void open() throws IOException {
        warehouse = new Warehouse(Files.createDirectory(folder.resolve("data")), TestDatabase.H2);
        backup = folder.resolve("backup.zip");
    }

    @AfterEach
    void close() {
        if (restored != null) {
            restored.close();
        }
    }

    @Test
    void stock_that_a_run_sent_after_the_backup_is_not_sent_again() throws IOException {
        backUpAtRequest(2);
        assertThat(warehouse.start(warehouse.sheet("a.csv", 200, 6)).run().state())
                .isEqualTo(Run.State.COMPLETED);
        int sent = warehouse.service.creates().size();

        restore();
        assertThat(restored.unfinished()).as("a restore ends what was not finished").isEmpty();
        Result again = restored.start(warehouse.sheet("a.csv", 200, 6));

        assertThat(again.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(warehouse.service.creates()).hasSize(sent);
        assertSentOnce();
        assertThat(again.report().colours().unchanged()).isEqualTo(COLOURS);
    }

    @Test
    void only_stock_that_was_not_sent_is_sent_after_a_restore() throws IOException {
        warehouse.service.onCreate(
                () -> {
                    int create = warehouse.service.creates().size();
                    if (create == 2) {
                        backUp();
                    }
                    if (create == 3) {
                        warehouse.stop.ask();
                    }
                });
        assertThat(warehouse.start(warehouse.sheet("a.csv", 200, 6)).run().state())
                .isEqualTo(Run.State.STOPPED);
        warehouse.service.onCreate(() -> {});
        assertThat(warehouse.service.applied()).hasSizeLessThan(COLOURS);

        restore();
        Result again = restored.start(warehouse.sheet("a.csv", 200, 6));

        assertThat(again.run().state()).isEqualTo(Run.State.COMPLETED);
        assertSentOnce();
    }

    @Test
    void changes_by_a_run_after_the_backup_do_not_count_as_unchanged() throws IOException {
        restoreMondayAfterTuesday();
        Result wednesday = restored.start(changed("wednesday.csv", 5, 7));

        assertThat(pieces(1)).isEqualTo(5);
        assertThat(wednesday.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(warehouse.service.applied()).as("the service has it").containsEntry("2 red", 1);
    }

    @Test
    void a_sheet_newer_than_everything_sent_is_sent_in_any_case() throws IOException {
        restoreMondayAfterTuesday();
        restored.start(changed("wednesday.csv", 4, 7));

        assertThat(pieces(1)).isEqualTo(4);
    }

    @Test
    void the_last_import_in_the_backup_may_not_be_the_last_one() throws IOException {
        restoreMondayAfterTuesday();
        Result again = restored.start(changed("monday.csv", 5, 7));

        assertThat(again.alreadyDone()).isFalse();
        assertThat(pieces(1)).isEqualTo(5);
        assertThat(restored.start(changed("monday.csv", 5, 7)).alreadyDone()).isTrue();
    }

    @Test
    void a_diff_shows_the_stock_at_the_service_not_that_of_the_backup() throws IOException {
        restoreMondayAfterTuesday();
        ImportPreview diff =
                restored.previews()
                        .ofOrder(changed("monday.csv", 5, 7), false, (product, of) -> {});

        assertThat(diff.diff().changes())
                .singleElement()
                .satisfies(
                        change -> {
                            assertThat(change.before()).isEqualTo(3);
                            assertThat(change.after()).isEqualTo(5);
                        });
        assertThat(diff.alreadyImported()).isEmpty();
        assertThat(diff.warning()).isEmpty();
        restored.start(changed("monday.csv", 5, 7));
        assertThat(restored.previews().ofOrder(changed("tuesday.csv", 6, 7), false, (p, of) -> {}))
                .satisfies(later -> assertThat(later.warning()).isEmpty());
    }

    @Test
    void an_older_run_does_not_overwrite_stock_sent_after_the_backup() throws IOException {
        warehouse.service.product(1, "A-1");
        warehouse.service.product(2, "A-2");
        warehouse.start(changed("sunday.csv", 7, 7));
        warehouse.service.fault(2, StrictService.Fault.TOO_MANY_FOR_LONG);
        assertThat(warehouse.start(changed("monday.csv", 5, 7)).run().state())
                .isEqualTo(Run.State.FAILED);
        backUp();
        warehouse.passAnHour();
        warehouse.start(changed("tuesday.csv", 3, 7));

        restore();
        assertThat(restored.unfinished()).isEmpty();
        assertThat(pieces(1)).isEqualTo(3);
    }

    @Test
    void a_backup_contains_the_sheets_of_unfinished_runs() throws IOException {
        warehouse.service.stop();
        Result failed = warehouse.start(warehouse.sheet("a.csv", 2, 2));
        backUp();
        warehouse.service.start();

        restore();

        assertThat(
                        restored.data
                                .resolve("reports")
                                .resolve(failed.run().id())
                                .resolve("sheet/a.csv"))
                .exists();
        assertThat(restored.start(warehouse.sheet("a.csv", 2, 2)).run().state())
                .isEqualTo(Run.State.COMPLETED);
    }

    @Test
    void a_backup_contains_the_last_check_of_the_store() throws IOException {
        warehouse.start(warehouse.sheet("a.csv", 2, 2));
        warehouse.service.put(1, "c1", "36", 99);
        VerifyResult found =
                warehouse.storeVerification().verify("default", (product, products) -> {});
        backUp();

        restore();

        assertThat(StoreVerification.last(restored.ledger, "default")).contains(found);
        assertThat(found.more()).isOne();
    }

    @Test
    void nothing_is_overwritten() throws IOException {
        warehouse.start(warehouse.sheet("a.csv", 2, 2));
        backUp();
        assertThatThrownBy(this::write).isInstanceOf(FileAlreadyExistsException.class);

        Path other = Files.createDirectory(folder.resolve("other"));
        StateFolder target = new StateFolder(other);
        assertThat(target.parts()).isEmpty();
        StateBackup.restore(backup, target);
        assertThat(target.parts()).contains(StateFolder.LEDGER);
        assertThatThrownBy(() -> StateBackup.restore(backup, target))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_file_that_is_not_a_backup_changes_nothing() throws IOException {
        Path other = Files.createDirectory(folder.resolve("other"));
        Path letter = Files.writeString(folder.resolve("letter.zip"), "Dear Sir");
        StateFolder target = new StateFolder(other);
        assertThatThrownBy(() -> StateBackup.restore(letter, target))
                .isInstanceOf(ZipException.class);
        assertThat(other).isEmptyDirectory();
    }

    @Test
    void a_changed_part_is_reported_as_damage() throws IOException {
        backUpWaitingRun();
        assertDamaged("/sheet/a.csv", text -> text.replace("stock", "pieces"), "a.csv is not");
    }

    @Test
    void a_missing_part_is_reported_as_damage() throws IOException {
        backUpWaitingRun();
        assertDamaged("/sheet/a.csv", text -> null, "a.csv is missing");
    }

    @Test
    void a_backup_without_the_list_of_its_parts_is_refused() throws IOException {
        backUpWaitingRun();
        rewrite("stockload.sha256.json", text -> null);
        assertDamaged("none", text -> text, "stockload.sha256.json is missing");
    }

    private void backUpWaitingRun() throws IOException {
        warehouse.service.stop();
        warehouse.start(warehouse.sheet("a.csv", 2, 2));
        backUp();
    }

    /** Changes an entry of the backup, and expects that this is found and nothing is left over. */
    private void assertDamaged(String entry, UnaryOperator<String> change, String words)
            throws IOException {
        rewrite(entry, change);
        Path other = Files.createDirectories(folder.resolve("good"));
        StateFolder target = new StateFolder(other);
        assertThatThrownBy(() -> StateBackup.restore(backup, target))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(words);
        assertThat(other).isEmptyDirectory();
    }

    /** Writes the backup again as a valid zip, with one entry changed or left out. */
    private void rewrite(String changed, UnaryOperator<String> change) throws IOException {
        Path anew = folder.resolve("anew.zip");
        try (ZipFile from = new ZipFile(backup.toFile());
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(anew))) {
            for (ZipEntry entry : Collections.list(from.entries())) {
                byte[] bytes = from.getInputStream(entry).readAllBytes();
                if (entry.getName().endsWith(changed)) {
                    String text = change.apply(new String(bytes, ISO_8859_1));
                    bytes = text == null ? null : text.getBytes(ISO_8859_1);
                }
                if (bytes != null) {
                    to.putNextEntry(new ZipEntry(entry.getName()));
                    to.write(bytes);
                    to.closeEntry();
                }
            }
        }
        Files.move(anew, backup, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Restores Monday's state after the service has got Tuesday's sheet. */
    private void restoreMondayAfterTuesday() throws IOException {
        warehouse.service.product(1, "A-1");
        warehouse.service.product(2, "A-2");
        warehouse.start(changed("monday.csv", 5, 7));
        backUp();
        warehouse.start(changed("tuesday.csv", 3, 7));
        restore();
    }

    private void backUpAtRequest(int number) {
        warehouse.service.onCreate(
                () -> {
                    if (warehouse.service.creates().size() == number) {
                        backUp();
                    }
                });
    }

    private void backUp() {
        try {
            write();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a backup as another process would, while this one has the ledger open. */
    private void write() throws IOException {
        try (DatabaseLoan loan = DatabaseLoan.of(LedgerAddress.inFolder(warehouse.data));
                Ledger lent =
                        Ledger.openToRead(
                                LedgerAddress.lent(
                                        loan.port(), loan.key(), Duration.ofSeconds(10)))) {
            new StateBackup(warehouse.data, lent).write(backup);
        }
    }

    private void restore() throws IOException {
        Path other = Files.createDirectory(folder.resolve("other"));
        StateBackup.restore(backup, new StateFolder(other));
        restored = warehouse.elsewhere(other);
    }

    private ImportOrder changed(String name, int first, int second) {
        Path file =
                warehouse.write(
                        name,
                        "pid,colour,size,stock\n1,red,36,%d\n2,red,36,%d\n"
                                .formatted(first, second));
        return Warehouse.order(file, Work.CHANGED, false, null);
    }

    private int pieces(int product) {
        return warehouse.service.stock().get(product + " red").get("36").stock();
    }

    private void assertSentOnce() {
        assertThat(warehouse.service.applied())
                .hasSize(COLOURS)
                .allSatisfy((colour, times) -> assertThat(times).as(colour).isOne());
    }
}
