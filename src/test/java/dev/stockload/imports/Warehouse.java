package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.batch.AccountTurn;
import dev.stockload.batch.ProcessContext;
import dev.stockload.book.rules.Work;
import dev.stockload.database.DataFolderLock;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.change.Previews;
import dev.stockload.imports.change.RunVerification;
import dev.stockload.imports.change.StockHistory;
import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.keep.Retention;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.ResendOrder;
import dev.stockload.imports.order.StockRules;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.read.StockDiff;
import dev.stockload.imports.store.StoreExport;
import dev.stockload.imports.undo.UndoSummary;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.TestAccounts;
import dev.stockload.process.StopSignal;
import dev.stockload.queue.ImportQueue;
import dev.stockload.runs.Caller;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.TurnedTime;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.header.HeaderOptions;
import dev.stockload.stock.MissingMode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A data folder, sheets and a service with controlled time, for tests of runs. */
final class Warehouse implements AutoCloseable {
    final Path data;
    final TurnedTime time;
    final StrictService service;
    final List<String> notices = new ArrayList<>();
    int sends;
    String secret = StrictService.SECRET;
    String token = StrictService.TOKEN;
    URI address;
    StopSignal stop = new StopSignal();
    Ledger ledger;

    private final TestDatabase database;
    private DataFolderLock folder;
    private ProcessContext process;
    Imports imports;

    Warehouse(Path data, TestDatabase database) throws IOException {
        this(data, database, false);
    }

    Warehouse(Path data, TestDatabase database, boolean splitsRanges) throws IOException {
        this.data = data;
        this.database = database;
        this.time = new TurnedTime();
        this.service = new StrictService(time, splitsRanges);
        this.address = service.address();
        open();
    }

    private Warehouse(Path data, Warehouse other) throws IOException {
        this.data = data;
        this.database = other.database;
        this.time = other.time;
        this.service = other.service;
        this.address = other.address;
        open();
    }

    /** The same service from another data folder. */
    Warehouse elsewhere(Path otherData) throws IOException {
        return new Warehouse(otherData, this);
    }

    /** Closes everything and opens it again, as another process would. */
    void reopen() throws IOException {
        shut();
        open();
    }

    private void open() throws IOException {
        stop = new StopSignal();
        folder = DataFolderLock.take(data, "test").orElseThrow();
        ledger = database.open(data);
        process =
                new ProcessContext(
                        ledger,
                        data,
                        ledger.owners().enter(data.toString(), stop::ask),
                        time,
                        this::merchant);
        imports =
                new Imports(
                                process,
                                new Caller(
                                        stop,
                                        new RunListener() {
                                            @Override
                                            public void onSending(Run run) {
                                                sends++;
                                            }

                                            @Override
                                            public void notice(String sentence) {
                                                notices.add(sentence);
                                            }
                                        }))
                        .recoverDead();
    }

    private Caller caller() {
        return new Caller(stop, RunListener.NOBODY);
    }

    Merchant merchant(String account) {
        return new Merchant(TestAccounts.of(account, address, secret, token), time);
    }

    /** A sheet with products from 1 on, each with colours of three sizes. */
    Path sheet(String name, int products, int colours) {
        StringBuilder rows = new StringBuilder("pid,colour,size,stock\n");
        for (int p = 1; p <= products; p++) {
            service.product(p, "A-" + p);
            for (int c = 1; c <= colours; c++) {
                for (int size : new int[] {36, 37, 38}) {
                    rows.append("%d,c%d,%d,%d%n".formatted(p, c, size, p + c));
                }
            }
        }
        return write(name, rows.toString());
    }

    Path write(String name, String text) {
        try {
            return Files.writeString(data.resolveSibling(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Result start(Path file) throws IOException {
        return imports.start(order(file, Work.ALL, false, null));
    }

    Result start(ImportOrder order) throws IOException {
        return imports.start(order);
    }

    Result stopAtFirstRequest(Path file) throws IOException {
        return stopAtFirstRequest(Orders.byHand("default", file));
    }

    /** Starts an import that is stopped at its first request, and opens everything again. */
    Result stopAtFirstRequest(ImportOrder order) throws IOException {
        service.onCreate(() -> stop.ask());
        Result stopped = start(order);
        assertThat(stopped.run().state()).isEqualTo(Run.State.STOPPED);
        service.onCreate(() -> {});
        reopen();
        return stopped;
    }

    StockDiff diff(ImportOrder order, boolean fresh) throws IOException {
        return previews().ofOrder(order, fresh, (product, products) -> {}).diff();
    }

    Previews previews() {
        return new Previews(process, caller());
    }

    StoreExport export() {
        return new StoreExport(process, caller());
    }

    StoreVerification storeVerification() {
        return new StoreVerification(process, caller());
    }

    RunVerification verification() {
        return new RunVerification(process, caller());
    }

    UndoSummary undoPlan(Run run, Integer... products) {
        UndoOrder order = new UndoOrder(run.id(), Set.of(products), null);
        return UndoSummary.of(order, process, caller(), (product, all) -> {});
    }

    StockHistory.Answer why(String product, Duration since) {
        return why(product, null, since);
    }

    StockHistory.Answer why(String product, String colour, Duration since) {
        return new StockHistory(process, caller())
                .of(new StockHistory.Question("default", product, colour, null, since));
    }

    Result resend(ResendOrder order) throws IOException {
        return imports.resend(order);
    }

    Result undo(Run run, Integer... products) throws IOException {
        UndoOrder order = new UndoOrder(run.id(), Set.of(products), null);
        return imports.undo(order, Orders.restoring(order));
    }

    static ImportOrder order(Path file, Work send, boolean again, Brake brake) {
        return new ImportOrder(
                brake == null ? ImportOrder.NO_JOB : "nightly",
                "default",
                file,
                new ImportOptions(
                        SheetOptions.none(),
                        send,
                        MissingMode.KEEP,
                        NewColourMode.SEND,
                        StockRules.NONE,
                        Optional.ofNullable(brake),
                        VerifyMode.NONE),
                again,
                false);
    }

    /** An order for a sheet whose colours are in this column. */
    static ImportOrder orderWithColour(Path file, String column) {
        SheetOptions sheet =
                new SheetOptions(
                        null,
                        HeaderOptions.named(Map.of(HeaderField.COLOUR, column)),
                        null,
                        null,
                        Set.of(),
                        Set.of());
        ImportOptions options = ImportOptions.of(sheet, Work.ALL, MissingMode.KEEP);
        return Orders.order(ImportOrder.NO_JOB, "default", file, options);
    }

    ImportQueue queue(Duration patience) {
        return new ImportQueue(imports, ledger, ImportQueue.WORKERS, patience, (run, fault) -> {})
                .start();
    }

    Retention retention(Consumer<Run> batch) {
        AccountTurn turn = new AccountTurn(process);
        return new Retention(process, turn, RunListener.NOBODY, batch);
    }

    /** The name of this process in the ledger. */
    String owner() {
        return process.owner();
    }

    /** Changes the database behind the program's back. */
    void change(String sql) {
        ledger.database().sql(sql).update();
    }

    /** The wait that a service asks for when it is busy for long. */
    void passAnHour() {
        pass(Duration.ofHours(1));
    }

    /** Lets time pass for this process and for the database, whose clock nobody can turn. */
    void pass(Duration duration) {
        time.rest(duration, stop);
        if (database == TestDatabase.POSTGRESQL) {
            ledger.database()
                    .sql("update pace set retry_until = retry_until - make_interval(secs => :secs)")
                    .param("secs", duration.toSeconds())
                    .update();
        }
    }

    Result resume() throws IOException {
        return resume(ResumeOptions.forced(false));
    }

    Result resume(ResumeOptions how) throws IOException {
        List<Run> runs = ledger.runs().unfinished();
        if (runs.size() != 1) {
            throw new IllegalStateException("Expected one unfinished run, but these are " + runs);
        }
        return imports.resume(runs.get(0), how);
    }

    Result resume(Run run, ResumeOptions how) throws IOException {
        return imports.resume(run, how);
    }

    List<Run> unfinished() {
        return ledger.runs().unfinished();
    }

    private void shut() {
        ledger.close();
        folder.close();
    }

    @Override
    public void close() {
        shut();
        service.close();
    }
}
