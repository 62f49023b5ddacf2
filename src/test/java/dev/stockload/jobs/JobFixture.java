package dev.stockload.jobs;

import dev.stockload.Wait;
import dev.stockload.batch.ProcessContext;
import dev.stockload.database.DataFolderLock;
import dev.stockload.imports.Imports;
import dev.stockload.imports.StrictService;
import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.change.StoreVerification.Check;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.take.JobContext;
import dev.stockload.jobs.take.NewSheets;
import dev.stockload.jobs.take.SheetLook;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.ReadyLedger;
import dev.stockload.merchant.Merchant;
import dev.stockload.notifications.Channels;
import dev.stockload.notifications.Channels.MailServer;
import dev.stockload.notifications.MessageTable;
import dev.stockload.notifications.MessageTable.StoredMessage;
import dev.stockload.process.StopSignal;
import dev.stockload.queue.Ended;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.runs.TurnedTime;
import dev.stockload.sources.SourceAddress.SourceSettings;
import dev.stockload.sources.Sources;

import org.springframework.transaction.support.TransactionTemplate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A merchant service, a ledger and a folder of jobs, with a clock that tests set. */
final class JobFixture implements AutoCloseable {
    final Path home;
    final Path data;
    final TurnedTime time = new TurnedTime();
    final StrictService service;
    ProcessContext process;
    Imports imports;
    final StopSignal stop = new StopSignal();
    final Map<String, SourceSettings> sources = new HashMap<>();
    final Sources.Limits limits = new Sources.Limits(Duration.ofSeconds(5), Duration.ofSeconds(2));
    final List<String> said = Collections.synchronizedList(new ArrayList<>());
    private final DataFolderLock lock;
    Ledger ledger;
    ImportQueue queue;
    Notifier notifier;
    PlayedJobs runs;

    JobFixture(Path home) throws IOException {
        this.home = home;
        this.data = home.resolve("data");
        this.service = new StrictService(time, false);
        this.lock = DataFolderLock.take(data, "test").orElseThrow();
        start(Optional.empty());
    }

    /** Ends, and starts as a new process does, which may have a mail server. */
    void restart(MailServer mail) {
        stop();
        start(Optional.ofNullable(mail));
    }

    private void start(Optional<MailServer> mail) {
        ledger = ReadyLedger.in(data);
        process =
                new ProcessContext(
                        ledger,
                        data,
                        ledger.owners().enter(data.toString(), () -> {}),
                        time,
                        this::merchant);
        imports = new Imports(process, Caller.silent()).recoverDead();
        queue =
                new ImportQueue(
                                imports,
                                ledger,
                                ImportQueue.WORKERS,
                                Duration.ofSeconds(10),
                                (run, fault) -> notifier.unstored(run, fault))
                        .start();
        JobContext context = context();
        notifier = new Notifier(context, channels(mail), said::add);
        runs = new PlayedJobs(this, new JobRuns(notifier, account -> account, account -> true));
    }

    JobContext context() {
        return new JobContext(ledger, data, folder(), new Sources(sources, limits, stop), time);
    }

    /** The sheets that the job would take now; nothing is decided. */
    List<Path> take(JobDefinition job) throws IOException {
        return take(job, new ArrayList<>());
    }

    List<Path> take(JobDefinition job, List<String> notices) throws IOException {
        List<Path> files = new ArrayList<>();
        TransactionTemplate unkept = new TransactionTemplate(ledger.database().transactions());
        unkept.executeWithoutResult(
                status -> {
                    status.setRollbackOnly();
                    try (SheetLook look =
                            new NewSheets(context()).look(job, "default", true, Optional.empty())) {
                        for (Optional<SheetLook.Sheet> sheet = look.next();
                                sheet.isPresent();
                                sheet = look.next()) {
                            files.add(sheet.get().copy());
                            look.read(sheet.get(), true);
                        }
                        notices.addAll(look.end());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
        return files;
    }

    JobFolder folder() {
        return new JobFolder(List.of(home), Set.of(), sources.keySet());
    }

    Channels channels(Optional<MailServer> mail) {
        return new Channels(
                mail,
                Optional.of(URI.create("https://stock.shop.example/")),
                run -> RunFolder.of(data, run).rejects(),
                time);
    }

    private void stop() {
        notifier.close();
        queue.close();
        ledger.close();
    }

    MessageTable messages() {
        return new MessageTable(ledger.database());
    }

    /** The messages that are not delivered yet, also those whose next try is later. */
    List<StoredMessage> waiting() {
        return messages().due(time.instant().plus(Duration.ofDays(1)));
    }

    /** Waits while a check of the store is going on, and returns what the last one found. */
    VerifyResult checked() throws IOException, InterruptedException {
        Wait.until(() -> check().filter(Check::running).isEmpty());
        return StoreVerification.last(ledger, "default").orElseThrow();
    }

    Optional<Check> check() {
        return StoreVerification.asked(ledger, "default");
    }

    Run ended(ImportTicket ticket) {
        return Ended.run(ledger, ticket);
    }

    /** Finds and delivers notifications once. */
    void deliver() {
        notifier.findEnded();
        notifier.deliverDue();
    }

    /** Finds what ended and what is missing, as serve does at intervals. */
    void watch() {
        notifier.findEnded();
        notifier.checkJobs(folder(), new ExpectedSheets(ledger, account -> account));
    }

    JobDefinition job(String name, String definition) throws IOException {
        Files.createDirectories(home.resolve("jobs"));
        Files.writeString(home.resolve("jobs/" + name + ".yml"), definition);
        return folder().find(name);
    }

    Path sheet(String name, String text) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private Merchant merchant(String account) {
        return new Merchant(service.account(account), time);
    }

    @Override
    public void close() {
        stop();
        lock.close();
        service.close();
    }
}
