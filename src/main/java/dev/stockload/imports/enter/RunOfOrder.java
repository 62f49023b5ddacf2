package dev.stockload.imports.enter;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.RunView;
import dev.stockload.book.rules.Work;
import dev.stockload.details.table.DetailsRequest;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.ResendOrder;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.read.ProductCatalogue;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.Sha256;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunIds;
import dev.stockload.runs.SheetOrder;
import dev.stockload.service.RetryingClient;
import dev.stockload.stock.Standing;

import org.springframework.dao.DuplicateKeyException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the run for an order: an unfinished one, or a new one. New runs of an account are added one
 * at a time, since its numbers are checked before they are taken.
 */
public final class RunOfOrder {
    private static final int MOST_TRIES = 20;

    private final ProcessContext process;
    private final Ledger ledger;
    private final Map<String, Object> locks = new ConcurrentHashMap<>();

    public RunOfOrder(ProcessContext process) {
        this.process = process;
        this.ledger = process.ledger();
    }

    /** The run that has sent this content, if nothing is left to send (rule 11). */
    public Optional<Run> finished(ImportOrder order, String content) {
        return arrived(order, content).filter(run -> !hasNewProducts(run));
    }

    private Optional<Run> arrived(ImportOrder order, String content) {
        return before(order, content)
                .filter(run -> !run.isUnfinished() && !order.readsOtherwise(run))
                .filter(run -> run.isUndone() ? order.corrects() == null : hasArrived(run));
    }

    /** The run that the order repeats, resumes or corrects. */
    private Optional<Run> before(ImportOrder order, String content) {
        return order.corrects() == null
                ? same(order, content)
                : Optional.of(new CorrectableRuns(ledger).newest(order.corrects(), content));
    }

    /** The run that the order asks for: the job's newest, with this content and these options. */
    private Optional<Run> same(ImportOrder order, String content) {
        return ledger.runs()
                .latest(order.account(), order.job(), content)
                .filter(run -> !order.again() && !run.isUnusable())
                .filter(run -> run.number() > order.foundAfter() || isNewest(run) || run.isUndone())
                .filter(run -> hasSameOptions(order, run));
    }

    /** A corrected run answers for those that it corrects. */
    private boolean hasSameOptions(ImportOrder order, Run run) {
        return order.hasSameOptions(run)
                || run.corrects() != null
                        && new SheetOrder(ledger.runs())
                                .ofSamePlace(run).stream().anyMatch(order::hasSameOptions);
    }

    /** Whether the service is known to have each value of a run that no newer run has named. */
    private boolean hasArrived(Run run) {
        return ledger.book(run.account()).all().allMatch(entry -> entry.isAsWantedBy(run.number()))
                && (run.standing() != Standing.EXPIRED || run.isNamed());
    }

    /** Whether the merchant has a product by now that was unknown to the run, or not listed. */
    private boolean hasNewProducts(Run run) {
        Set<String> unknown = ledger.problems().unknownProducts(run.id());
        List<Integer> away =
                ledger.book(run.account())
                        .all()
                        .filter(product -> product.wasAwayFor(run.job(), run.number()))
                        .map(ProductEntry::id)
                        .toList();
        if (unknown.isEmpty() && away.isEmpty() || run.isUndone()) {
            return false;
        }
        try (RetryingClient service =
                new RetryingClient(process, run.account(), Caller.silent().withoutRetries())) {
            ProductCatalogue listed = new ProductCatalogue(service.products());
            return listed.hasAny(unknown) || away.stream().anyMatch(listed::contains);
        } catch (RunFailedException e) {
            return false;
        }
    }

    /**
     * The new run of an order, or the run that has done the same.
     *
     * @param joins whether it may be a run that waits or is under way
     */
    public Run enter(ImportOrder order, boolean joins) throws IOException {
        RunFolder.Incoming incoming =
                RunFolder.copy(order.file(), process.data(), process.time().instant());
        try {
            // Others do not wait while the service is asked.
            boolean again =
                    before(order, incoming.content())
                            .filter(run -> !run.isUnfinished() && hasNewProducts(run))
                            .isPresent();
            return decided(order.account(), () -> enter(order, joins, incoming, again));
        } finally {
            Files.deleteIfExists(incoming.copy());
        }
    }

    private Run enter(ImportOrder order, boolean joins, RunFolder.Incoming incoming, boolean again)
            throws IOException {
        // Before it is decided: if another process enters a run meanwhile, adding this one fails.
        long number = ledger.runs().nextNumber(order.account());
        Optional<Run> done =
                ledger.waitingRuns()
                        .newestWhole(order.account())
                        .filter(run -> joins && order.isDoneBy(run, incoming.content()));
        if (done.isEmpty() && !again) {
            done = arrived(order, incoming.content());
        }
        if (done.isPresent()) {
            return done.get();
        }
        Optional<Run> before = before(order, incoming.content());
        if (before.filter(run -> run.isUnfinished() && !order.readsOtherwise(run)).isPresent()) {
            keepAgain(before.get(), incoming);
            return before.get();
        }
        // The sheet is stored before its run, so that a kill leaves no run without a sheet.
        Run run = begun(order, incoming.content(), before, number);
        return ledger.runs().add(run, () -> keep(run, incoming));
    }

    /** Stores the sheet again, unless a running run is using it. */
    private void keepAgain(Run run, RunFolder.Incoming incoming) throws IOException {
        Path sheet = RunFolder.of(process.data(), run.id()).sheet(run.file());
        if (run.state() != Run.State.RUNNING || !Files.exists(sheet)) {
            ledger.sheets().keep(run.id(), keep(run, incoming));
        }
    }

    private interface Decision<E extends Exception> {
        Run make() throws E;
    }

    /** Decides anew if another process has taken the number, or entered the same, meanwhile. */
    private <E extends Exception> Run decided(String account, Decision<E> decision) throws E {
        synchronized (locks.computeIfAbsent(account, name -> new Object())) {
            for (int tries = 1; tries < MOST_TRIES; tries++) {
                try {
                    return decision.make();
                } catch (DuplicateKeyException e) {
                    // That cannot happen for ever.
                }
            }
            return decision.make();
        }
    }

    private boolean isNewest(Run run) {
        return ledger.runs()
                .latestUsable(run.account(), run.job())
                .filter(newest -> newest.id().equals(run.id()))
                .isPresent();
    }

    private Path keep(Run run, RunFolder.Incoming incoming) throws IOException {
        RunFolder folder = RunFolder.of(process.data(), run.id());
        folder.keepSheet(incoming.copy(), run.file());
        return folder.sheet(run.file());
    }

    /** The run that the order would become, as the newest; nothing is stored. */
    public Run begun(ImportOrder order, String content) {
        return begun(order, content, before(order, content), RunView.NEWEST);
    }

    private Run begun(ImportOrder order, String content, Optional<Run> before, long number) {
        boolean corrects = before.filter(order::readsOtherwise).isPresent();
        // The same sheet again is read as a person has corrected it.
        ImportOptions options =
                before.filter(run -> !corrects)
                        .map(run -> order.options().reading(RunOptions.of(run).sheet()))
                        .orElse(order.options());
        Run.Input input =
                Run.Input.unread(
                                order.file().toString(),
                                RunOptions.of(options).write(),
                                work(order, content))
                        .asked(name(order), order.by())
                        .missing(order.options().missing());
        String id = id(order.subject(), content);
        Run run = begun(new Run.Identity(id, order.job(), order.account(), content, number), input);
        return before.map(old -> run.repeating(old, corrects ? old.id() : old.corrects()))
                .orElse(run);
    }

    /** Of a sheet that it had before, a job sends only what the service does not have (rule 11). */
    private Work work(ImportOrder order, String content) {
        boolean hadIt =
                order.corrects() != null
                        || ledger.runs()
                                .latest(order.account(), order.job(), content)
                                .filter(run -> !order.again() && hasSameOptions(order, run))
                                .isPresent();
        Work asked = order.options().send();
        return hadIt && asked == Work.ALL ? Work.CHANGED : asked;
    }

    private String id(String about, String content) {
        return RunIds.next(
                process.time().instant(),
                about,
                content,
                id -> !ledger.runs().known(Set.of(id)).isEmpty(),
                ledger.database()::nextNumber);
    }

    private Run begun(Run.Identity identity, Run.Input input) {
        return Run.begun(identity, input, process.time().instant(), process.owner());
    }

    /** For files in the data folder people know only the name: they did not put them there. */
    private String name(ImportOrder order) {
        Path file = order.file().toAbsolutePath().normalize();
        boolean ours = file.startsWith(process.data().toAbsolutePath().normalize());
        return order.name() == null && ours ? file.getFileName().toString() : order.name();
    }

    public Run add(Run undone, UndoOrder order) {
        Run.Input input =
                Run.Input.unread(undone.file(), RunOptions.undoing(order).write(), Work.UNDO)
                        .asked("undo of run " + undone.id(), order.by());
        String content = Sha256.of(order.run() + " " + order.products());
        String account = undone.account();
        return decided(account, () -> withoutSheet(UndoOrder.JOB, account, content, input));
    }

    public Run add(ResendOrder order) {
        Run.Input input =
                Run.Input.unread(
                                "the store",
                                RunOptions.resending(order).write(),
                                order.alsoLess() ? Work.RESEND_SOLD : Work.RESEND)
                        .asked("check of the store", order.by());
        String content = Sha256.of(input.options());
        String account = order.account();
        return decided(account, () -> withoutSheet(ResendOrder.JOB, account, content, input));
    }

    public Run add(DetailsRequest order) {
        Run.Input input = Run.Input.unread(order.file(), order.options(), Work.DETAILS);
        return decided(
                order.account(), () -> ledger.database().inTransaction(() -> add(order, input)));
    }

    private Run add(DetailsRequest order, Run.Input input) {
        Run run = withoutSheet(DetailsRequest.JOB, order.account(), order.content(), input);
        ledger.details().want(run.id(), order.products());
        ledger.runs().tally(run.id(), ledger.details().count(run.id()), 0);
        return ledger.runs().get(run.id());
    }

    private Run withoutSheet(String job, String account, String content, Run.Input input) {
        long number = ledger.runs().nextNumber(account);
        Optional<Run> before = ledger.runs().latest(account, job, content);
        if (before.filter(Run::isUnfinished).isPresent()) {
            return before.get();
        }
        String id = id(job, content);
        return ledger.runs().add(begun(new Run.Identity(id, job, account, content, number), input));
    }
}
