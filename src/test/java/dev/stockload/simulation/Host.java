package dev.stockload.simulation;

import dev.stockload.app.AccountNames;
import dev.stockload.app.SandboxSettings;
import dev.stockload.batch.ProcessContext;
import dev.stockload.book.rules.Work;
import dev.stockload.imports.Imports;
import dev.stockload.imports.Orders;
import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.ResendOrder;
import dev.stockload.imports.order.StockRules;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Account;
import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.Merchants;
import dev.stockload.runs.Caller;
import dev.stockload.runs.OwnerLeases;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.ResumeOptions.TakeAs;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.service.AccountIdentities;
import dev.stockload.sheet.Correction;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.MissingMode;
import dev.stockload.stock.Refusal;

import org.apache.commons.io.function.IORunnable;
import org.springframework.batch.core.scope.context.JobSynchronizationManager;
import org.springframework.batch.core.scope.context.StepSynchronizationManager;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A machine with Stockload on it: does what it is told, one command and process after another. */
final class Host {
    private static final int COLOURS_A_REQUEST = 3;

    private static final Duration BETWEEN_RENEWALS = Duration.ofSeconds(4);

    private final int number;
    private final History history;
    private final World.Actor actor;
    private final Deque<Event.Command> commands = new ArrayDeque<>();
    private SimulatedProcess process;
    private boolean closed;

    Host(int number, History history) {
        this.number = number;
        this.history = history;
        this.actor = history.world().actor("host " + number, this::live);
    }

    void tell(Event.Command command) {
        if (command.kind() != Event.Command.Kind.STOP) {
            commands.add(command);
            wake();
        } else if (process != null) {
            process.note("is asked to stop");
            history.coverage().count("stop");
            process.stop().ask();
        }
    }

    /** No command comes any more. */
    void close() {
        closed = true;
        wake();
    }

    /** What rests for another reason is not to be disturbed. */
    private void wake() {
        if (process == null) {
            history.world().wake(actor);
        }
    }

    /** The process on it is ended, and does not do what else it was told. */
    void end() {
        commands.clear();
        if (process != null) {
            process.end("is ended");
        }
    }

    /** The connections of the process on it are cut. */
    void cut() {
        if (process != null) {
            process.cut();
        }
    }

    private void live() {
        while (!closed || !commands.isEmpty()) {
            if (commands.isEmpty()) {
                history.world().rest(Long.MAX_VALUE, null);
            } else {
                perform(commands.poll());
            }
        }
    }

    private void perform(Event.Command command) {
        process =
                new SimulatedProcess(
                        history.world(),
                        history.faults(),
                        number,
                        () -> history.clockAhead(number));
        process.note(command.toString());
        history.coverage().count("command " + command.kind() + (command.again() ? " again" : ""));
        if (!history.clockAhead(number).isZero()) {
            history.coverage().count("clock of a host differs");
        }
        long begun = history.world().now();
        try {
            SimulatedStorage storage =
                    new SimulatedStorage(process, history.database(), history.faults());
            try (Ledger ledger = new Ledger(storage, history.address(number), process)) {
                perform(command, begun, ledger);
            }
        } catch (KilledError e) {
            process.note("is dead");
        } catch (IOException | RuntimeException | Error e) {
            if (!process.isDead() && !history.world().isOver()) {
                process.note("fails: " + brief(e));
                history.outcomes().failed(command, begun, e);
            }
        } finally {
            process.end();
            process = null;
            history.outcomes().over(command, begun);
            forgetExecutions();
        }
    }

    /** A killed process leaves nothing behind in its JVM, which here is ours. */
    private static void forgetExecutions() {
        while (StepSynchronizationManager.getContext() != null) {
            StepSynchronizationManager.release();
        }
        while (JobSynchronizationManager.getContext() != null) {
            JobSynchronizationManager.release();
        }
    }

    private void perform(Event.Command command, long begun, Ledger ledger) throws IOException {
        String owner = ledger.owners().enter("host " + number);
        if (history.plan().shared()) {
            SimulatedProcess ours = process;
            ours.beside(() -> renew(ledger, ours));
        }
        boolean unset = command.kind() == Event.Command.Kind.UNSET;
        ProcessContext context =
                new ProcessContext(
                        ledger,
                        history.folder(number),
                        owner,
                        process,
                        unset ? withoutSettings(ledger) : this::merchant);
        Caller caller = new Caller(process.stop(), listener());
        Imports imports = new Imports(context, caller).recoverDead();
        switch (command.kind()) {
            case IMPORT -> ended(command, begun, imports.start(order(command)));
            case SUBMIT -> process.note("enters " + imports.enter(order(command), false).id());
            case UNDO ->
                    undo(
                            command,
                            begun,
                            imports,
                            ledger.runs().lastFinished(Account.DEFAULT, "nightly"));
            case UNDO_RUN -> undo(command, begun, imports, run(command, ledger));
            case UNDO_UNDO ->
                    undo(
                            command,
                            begun,
                            imports,
                            ledger.runs().latestUsable(Account.DEFAULT, UndoOrder.JOB));
            case UNDO_RESEND ->
                    undo(
                            command,
                            begun,
                            imports,
                            ledger.runs().latestUsable(Account.DEFAULT, ResendOrder.JOB));
            case RESEND -> {
                VerifyResult store =
                        new StoreVerification(context, caller)
                                .verify(Account.DEFAULT, (product, products) -> {});
                if (!store.sentAgain(false).isEmpty()) {
                    ended(command, begun, imports.resend(store.resend(false, null)));
                }
            }
            case RESUME_RUN, RESUME_YES, TAKE_RUN_AS_SENT -> {
                Optional<Run> run = run(command, ledger);
                if (run.isPresent()) {
                    if (command.kind() == Event.Command.Kind.TAKE_RUN_AS_SENT) {
                        decide(run.get(), ledger);
                    }
                    ended(command, begun, imports.resume(run.get(), resuming(command)));
                }
            }
            case CORRECT -> {
                Optional<Run> run = run(command, ledger);
                if (run.isPresent()) {
                    ImportOrder order =
                            ImportOrder.correcting(
                                    run.get(),
                                    history.file(command.sheet()),
                                    corrected(history.plan().sheets().get(command.sheet())));
                    ended(command, begun, imports.start(order));
                }
            }
            case MOVED -> {
                new AccountIdentities(ledger).moved(Account.DEFAULT, context, caller);
                history.outcomes().border(true);
            }
            case UNSET -> shellWithoutSettings(command, imports, ledger);
            default -> resumeAll(command, begun, imports, ledger);
        }
    }

    private AccountNames unset(Ledger ledger) {
        return AccountNames.of(
                SandboxSettings.plain(Map.of(), history.folder(number), Optional.empty()), ledger);
    }

    /** The built-in sandbox of a shell without settings, which nothing but a trial may reach. */
    private Merchants withoutSettings(Ledger ledger) {
        return account -> {
            unset(ledger).usable(account);
            history.outcomes().reachedSandbox(account);
            throw new IllegalStateException(account + " is the sandbox");
        };
    }

    private void shellWithoutSettings(Event.Command command, Imports imports, Ledger ledger)
            throws IOException {
        if (unset(ledger).inLedger(Account.DEFAULT).equals(Account.SANDBOX)) {
            process.note("is a trial");
            return;
        }
        List<IORunnable> tries = new ArrayList<>();
        ledger.runs()
                .unfinished()
                .forEach(run -> tries.add(() -> imports.resume(run, resuming(command))));
        ledger.runs()
                .lastFinished(Account.DEFAULT, "nightly")
                .map(run -> new UndoOrder(run.id(), Set.of(), null))
                .ifPresent(order -> tries.add(() -> imports.undo(order, Orders.restoring(order))));
        tries.add(() -> imports.start(order(command)));
        for (IORunnable each : tries) {
            try {
                each.run();
            } catch (Refusal | IllegalStateException e) {
                process.note("is refused: " + brief(e));
            }
        }
    }

    /** The newest run over the sheet of a command. */
    private Optional<Run> run(Event.Command command, Ledger ledger) {
        PlannedSheet sheet = history.plan().sheets().get(command.sheet());
        return ledger.runs().latest(Account.DEFAULT, sheet.job(), sheet.hash());
    }

    private void decide(Run run, Ledger ledger) {
        Facts.colours(ledger, run.id(), ColourState.IN_DOUBT)
                .forEach(colour -> history.outcomes().decided(colour, true));
    }

    private void undo(Event.Command command, long begun, Imports imports, Optional<Run> run)
            throws IOException {
        if (run.isPresent()) {
            UndoOrder order = new UndoOrder(run.get().id(), Set.of(), null);
            ended(command, begun, imports.undo(order, Orders.restoring(order)));
        }
    }

    private void resumeAll(Event.Command command, long begun, Imports imports, Ledger ledger) {
        for (Run run : ledger.runs().unfinished()) {
            if (!process.stop().isAsked()) {
                try {
                    ended(command, begun, imports.resume(run, resuming(command)));
                } catch (IOException | RuntimeException e) {
                    process.note("fails to resume %s: %s".formatted(run.id(), brief(e)));
                    history.outcomes().failed(command, begun, e);
                }
            }
        }
    }

    private void ended(Event.Command command, long begun, Imports.Result result) {
        process.note(
                "%s %s%s%s"
                        .formatted(
                                result.run().id(),
                                result.run().state(),
                                result.alreadyDone() ? ", already imported" : "",
                                result.run().message() == null
                                        ? " " + result.report().colours()
                                        : ": " + result.run().message()));
        history.outcomes().ended(command, begun, result);
        if (Facts.isBrake(result.run().message())) {
            history.outcomes().braked(result.run().id());
        }
    }

    private static ResumeOptions resuming(Event.Command command) {
        return new ResumeOptions(
                command.kind() == Event.Command.Kind.RESUME_YES,
                switch (command.kind()) {
                    case TAKE_AS_SENT, TAKE_RUN_AS_SENT -> TakeAs.SENT;
                    case TAKE_AS_NOT_SENT -> TakeAs.NOT_SENT;
                    default -> null;
                });
    }

    /** What the thread does in real life that shows others that the process lives. */
    private void renew(Ledger ledger, SimulatedProcess ours) {
        long renewed = history.world().now();
        while (ours.restsBeside(BETWEEN_RENEWALS)) {
            long now = history.world().now();
            boolean lives;
            try {
                lives = ledger.owners().renew();
            } catch (RuntimeException e) {
                lives = false;
            }
            if (lives) {
                renewed = now;
            } else if (history.world().now() - renewed >= OwnerLeases.LEASE.toNanos()) {
                ours.note("has lost its lease");
                ours.stop().ask();
                return;
            }
        }
    }

    private static String brief(Throwable fault) {
        String words = fault.toString().lines().findFirst().orElse("");
        return words.substring(0, Math.min(200, words.length())).replaceAll("JobExecution: .*", "");
    }

    private static MissingMode missing(PlannedSheet sheet) {
        return switch (sheet.missing()) {
            case KEEP -> MissingMode.KEEP;
            case TELL -> MissingMode.REPORT;
            case ZERO -> MissingMode.ZERO;
        };
    }

    /** As a person reads bad rows and misspelt colours. */
    private static SheetOptions corrected(PlannedSheet sheet) {
        Set<Correction> values = new LinkedHashSet<>();
        values.add(
                new Correction(
                        HeaderField.SIZE, PlannedSheet.BAD_SIZE, PlannedSheet.READ_AS, null));
        Sheets.MISSPELT.forEach(
                (meant, misspelt) -> {
                    String found = sheet.spelled(misspelt);
                    boolean isNew = sheet.is(PlannedSheet.Trait.REALLY_NEW);
                    String name = isNew ? found : sheet.spelled(meant);
                    values.add(new Correction(HeaderField.COLOUR, found, name, null));
                });
        return new SheetOptions(null, null, null, null, Set.of(), values);
    }

    private ImportOrder order(Event.Command command) {
        PlannedSheet sheet = history.plan().sheets().get(command.sheet());
        return new ImportOrder(
                sheet.job(),
                Account.DEFAULT,
                history.file(command.sheet()),
                new ImportOptions(
                        SheetOptions.none(),
                        Work.valueOf(sheet.send().name()),
                        missing(sheet),
                        sheet.is(PlannedSheet.Trait.HOLDS_NEW)
                                ? NewColourMode.HOLD
                                : NewColourMode.SEND,
                        rules(sheet),
                        brake(sheet),
                        VerifyMode.NONE),
                command.again(),
                false);
    }

    private static StockRules rules(PlannedSheet sheet) {
        return sheet.is(PlannedSheet.Trait.KEEPS_BACK)
                ? new StockRules(
                        List.of(
                                new StockRules.Rule(
                                        "*",
                                        PlannedSheet.KEPT_BACK,
                                        PlannedSheet.FEW,
                                        Integer.MAX_VALUE)))
                : StockRules.NONE;
    }

    /** Nobody watches a job; small sheets are not compared with the last. */
    private static Optional<Brake> brake(PlannedSheet sheet) {
        boolean zeros = sheet.is(PlannedSheet.Trait.ZERO_BRAKE);
        return zeros || sheet.is(PlannedSheet.Trait.GARBAGE)
                ? Optional.of(new Brake(1.0 / 3, 0, zeros ? 0.2 : 1, false))
                : Optional.empty();
    }

    private Merchant merchant(String account) {
        return new Merchant(
                new Account(
                        account,
                        URI.create("http://127.0.0.1:%d/".formatted(history.port())),
                        SimulatedService.APP_ID,
                        SimulatedService.SECRET,
                        history.token(),
                        false,
                        Account.DEFAULT_DOUBT),
                process,
                COLOURS_A_REQUEST,
                http -> http.socketFactory(new SimulatedNetwork(process, history.service())));
    }

    private RunListener listener() {
        SimulatedProcess seen = process;
        return new RunListener() {
            @Override
            public void onStart(Run run) {
                seen.worksOn(run.id());
            }

            @Override
            public void onSending(Run run) {
                history.outcomes().named(run.id());
            }

            @Override
            public void onProgress(Run run) {
                seen.before(Effect.NOTICE);
            }

            @Override
            public void notice(String sentence) {
                seen.before(Effect.NOTICE);
                seen.note("says: " + sentence);
                history.outcomes().said(sentence);
            }
        };
    }
}
