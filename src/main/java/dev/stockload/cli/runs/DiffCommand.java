package dev.stockload.cli.runs;

import static dev.stockload.sheet.TableFile.Column.column;

import dev.stockload.app.Workspace;
import dev.stockload.book.rules.Work;
import dev.stockload.cli.runs.CheckCommand.CheckText;
import dev.stockload.cli.terminal.CommandContext.AccountOption;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.SheetArguments;
import dev.stockload.cli.terminal.Table;
import dev.stockload.imports.change.Previews;
import dev.stockload.imports.change.Previews.ImportPreview;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.read.StockDiff;
import dev.stockload.imports.read.StockDiff.DiffSummary;
import dev.stockload.imports.read.StockDiff.DiffTotals;
import dev.stockload.jobs.define.ImportOption;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.NewSheets;
import dev.stockload.merchant.Account;
import dev.stockload.process.TimeWords;
import dev.stockload.runs.Caller;
import dev.stockload.sheet.TableFile;
import dev.stockload.stock.Count;
import dev.stockload.stock.MissingMode;

import org.apache.commons.io.function.IOFunction;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;

/** {@code stockload diff}: shows what an import would change. */
@Command(
        name = "diff",
        description =
                "Shows what an import would change, size by size, the largest losses first. It"
                        + " sends nothing.",
        footer = {
            "",
            "The sheet is compared with what was sent last, and with the service for products that"
                + " were never sent, or not since a restore; --fresh reads the service for all.",
            "",
            "Examples:",
            "  stockload diff sample-data/warehouse.xlsx",
            "  stockload diff nightly-stock --fresh --out changes.xlsx",
            "",
            "Exit codes: 0 all rows are good, 3 some are rejected or held, 1 the service could not"
                    + " be read, 2 the file or job cannot be used."
        })
public final class DiffCommand implements Callable<Integer> {
    @Mixin private final SheetArguments sheet = new SheetArguments(ImportOption.BY_HAND);

    @Mixin private AccountOption account;
    @Mixin private CommandSession session;

    @Parameters(
            paramLabel = "FILE|JOB",
            description =
                    "A stock sheet, or the name of a definition in jobs/, which has its own"
                            + " options.")
    private String what;

    @Option(
            names = "--fresh",
            description = "Compare all products with what the service shows now.")
    private boolean fresh;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Write all changes into this file, .csv or .xlsx.")
    private Path out;

    @Mixin private JsonOption json;

    /** What is compared: its order, its name, and the command to import it. */
    private record Subject(ImportOrder order, String words, String next) {}

    @Override
    public Integer call() throws IOException {
        expectSheet(out);
        Path file = Path.of(what);
        if (isJob(file)) {
            JobDefinition job = session.settings().jobs().find(what);
            return show(workspace -> ofJob(workspace, job));
        }
        ImportOptions options = ImportOption.byHand(sheet);
        return SheetArguments.read(
                file,
                session.err()::say,
                read -> show(workspace -> ofFile(workspace, read, options)));
    }

    private void expectSheet(Path file) {
        if (file != null
                && !file.toString().toLowerCase(Locale.ROOT).matches("(?s).*\\.(csv|xlsx)")) {
            throw session.misused("--out writes .csv or .xlsx, but this is '%s'".formatted(file));
        }
    }

    private static Subject ofJob(Workspace workspace, JobDefinition job) throws IOException {
        String account = workspace.account(job.account());
        NewSheets.Newest found = workspace.newSheets().newest(job, account);
        Path newest = found.file();
        return new Subject(
                job.order(newest, account, false, false),
                found.files() == 1
                        ? newest.toString()
                        : "%s, the newest of %s".formatted(newest, Count.of(found.files(), "file")),
                CheckText.command("run", job.name(), List.of()));
    }

    /** A name without a folder or an ending is a job, unless there is such a file. */
    private boolean isJob(Path file) {
        return what.matches("[A-Za-z0-9][A-Za-z0-9_-]*")
                && (!Files.exists(file)
                        || Files.isDirectory(file) && session.settings().jobs().contains(what));
    }

    private Subject ofFile(Workspace workspace, Path read, ImportOptions options)
            throws IOException {
        List<String> words = new ArrayList<>(SheetArguments.typed(options.sheet()));
        if (options.send() != Work.ALL) {
            words.addAll(List.of("--send", options.send().key()));
        }
        if (options.missing() != MissingMode.KEEP) {
            words.addAll(List.of("--missing", options.missing().key()));
        }
        if (options.newColours() == NewColourMode.HOLD) {
            words.addAll(List.of("--new-colours", "hold"));
        }
        if (!account.name().equals(Account.DEFAULT)) {
            words.addAll(List.of("--account", account.name()));
        }
        return new Subject(
                new ImportOrder(
                        ImportOrder.NO_JOB,
                        workspace.account(account.name()),
                        read,
                        options,
                        false,
                        false),
                what,
                CheckText.command("import", what, words));
    }

    private int show(IOFunction<Workspace, Subject> question) throws IOException {
        return session.run(
                "diff of " + what,
                (workspace, stop, screen) -> {
                    Subject subject = question.apply(workspace);
                    ImportPreview result =
                            new Previews(workspace.process(), new Caller(stop, screen))
                                    .ofOrder(subject.order, fresh, screen.products("compared"));
                    screen.close();
                    print(subject, result);
                    return result.rejected() == 0 ? ExitCode.DONE : ExitCode.REJECTS;
                });
    }

    private void print(Subject subject, ImportPreview result) {
        CommandOutput words = session.out();
        if (out != null) {
            write(result.diff());
        }
        if (json.isAsked()) {
            words.json(result.diff().document(result.problems()));
            findings(result, session.err());
            return;
        }
        DiffSummary diff = result.diff().summary();
        words.say("%s compared with %s", subject.words, base(diff.base()));
        table(diff, out == null ? "; --out FILE writes all" : "", words);
        totals(diff.totals(), words);
        result.warning().ifPresent(words::say);
        if (out != null) {
            words.say("All changes: " + out);
        }
        findings(result, words);
        next(subject, result, words);
    }

    private static void findings(ImportPreview result, CommandOutput words) {
        if (result.rejected() > 0) {
            words.say("%s rejected or held", Count.are(result.rejected(), "row"));
        }
        CheckText.problems(result.problems(), words);
        CheckText.warnings(result.warnings(), words);
        if (result.rejected() > 0 || !result.warnings().isEmpty()) {
            words.say("");
        }
    }

    private static void next(Subject subject, ImportPreview result, CommandOutput words) {
        StockDiff diff = result.diff();
        if (result.alreadyImported().isPresent()) {
            words.say(
                    "Already imported by %s; to send it again: %s --again",
                    result.alreadyImported().get(), subject.next);
        } else {
            if (diff.size() == 0) {
                words.say(
                        diff.sending() == 0
                                ? "Nothing would change, and nothing would be sent"
                                : "No stock would change; %s would be sent all the same"
                                        .formatted(Count.of(diff.sending(), "colour")));
            }
            result.objection().ifPresent(why -> words.say("The brake would stop it: " + why));
            if (diff.sending() > 0) {
                words.say(
                        result.objection().isPresent()
                                ? "Next      check the sheet; if it is right: %s --force"
                                        .formatted(subject.next)
                                : "Next      " + subject.next);
            }
        }
    }

    private static String base(StockDiff.Base base) {
        if (base.from().equals("service")) {
            return "what the service shows now";
        }
        return base.at() == null
                ? "what the service shows: nothing of it was sent yet, or not since a restore"
                : "what was sent last, %s; --fresh reads the service"
                        .formatted(TimeWords.minute(base.at()));
    }

    /** The first changes; {@code more} says how to see the others. */
    static void table(DiffSummary diff, String more, CommandOutput out) {
        boolean marked = diff.first().stream().anyMatch(change -> change.sent() != null);
        boolean ruled = diff.first().stream().anyMatch(change -> change.rule() != null);
        Table.of(
                        diff.first(),
                        column(">Product", StockDiff.Change::pid),
                        column("Item number", StockDiff.Change::item),
                        column("Colour", StockDiff.Change::color),
                        column(">Size", StockDiff.Change::size),
                        column(">Before", each -> count(each.before())),
                        column("", each -> "→"),
                        column(">After", each -> count(each.after())),
                        column(">Change", each -> (each.by() > 0 ? "+" : "") + Count.of(each.by())),
                        column(
                                marked ? "Changed there" : "",
                                each ->
                                        each.sent() == null
                                                ? ""
                                                : "sent as " + Count.of(each.sent())),
                        column(
                                ruled ? "Stock rule" : "",
                                each -> Objects.requireNonNullElse(each.rule(), "")))
                .print(out);
        int others = diff.size() - diff.first().size();
        if (others > 0) {
            out.say("… and %s%s", Count.of(others, "more size"), more);
        }
    }

    private static String count(Integer pieces) {
        return pieces == null ? "-" : Count.of(pieces);
    }

    private static void totals(DiffTotals totals, CommandOutput out) {
        out.say(
                "%s more, %s fewer; %s to 0, %s new, %s unchanged%s%s",
                Count.of(totals.more(), "piece"),
                Count.of(totals.fewer()),
                Count.of(totals.toZero(), "size"),
                Count.of(totals.added()),
                Count.of(totals.unchanged()),
                some(totals.missing(), "missing"),
                some(totals.leftOut(), "left out"));
    }

    private static String some(int count, String word) {
        return count == 0 ? "" : ", %s %s".formatted(Count.of(count), word);
    }

    /** Streams all changes into a sheet: there may be too many for the memory. */
    private void write(StockDiff diff) {
        try {
            TableFile.write(out, StockDiff.COLUMNS, diff.changes().iterator());
        } catch (IOException e) {
            throw session.misused("--out %s cannot be written: %s".formatted(out, e.getMessage()));
        }
    }
}
