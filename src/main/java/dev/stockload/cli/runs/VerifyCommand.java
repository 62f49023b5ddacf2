package dev.stockload.cli.runs;

import static dev.stockload.sheet.TableFile.Column.column;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

import dev.stockload.app.Workspace;
import dev.stockload.cli.runs.ImportRunner.ImportOutcome;
import dev.stockload.cli.terminal.CommandContext.AccountOption;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.ProgressScreen;
import dev.stockload.cli.terminal.Table;
import dev.stockload.imports.Imports;
import dev.stockload.imports.change.RunVerification;
import dev.stockload.imports.change.SizeDifference;
import dev.stockload.imports.change.SizeDifference.Verdict;
import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.change.StoreVerification.Difference;
import dev.stockload.runs.Run;
import dev.stockload.stock.Count;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;

/** {@code stockload verify}: compares the service with what a run sent. */
@Command(
        name = "verify",
        description =
                "Reads back the stock of a run's products and compares it with what the run sent;"
                        + " with --all, the whole store with what it accepted.",
        footer = {
            "",
            "missing: the service does not have it. different: another quantity or barcode. extra:"
                    + " the service has it, and no run has sent it. not in sheet: the service still"
                    + " has it from an earlier sheet of the job, or next to a range that now"
                    + " contains it. not listed: its product is not in the merchant's product list."
                    + " A service may show a range as one entry or as one per size.",
            "",
            "With --all: less: fewer pieces, sold or changed there. more: more pieces or another"
                    + " barcode, so changed there, or another program writes. gone: no longer"
                    + " there. unknown: there, but in no sheet. It reads five products a second at"
                    + " most and pauses while a run sends; if it is stopped, the same command"
                    + " continues it within a day.",
            "",
            "With --send, what the newest sheets want is sent again where the service shows more or"
                    + " nothing, as a run that can be undone; with --also-less, also where it shows"
                    + " less. It first shows what would be sent, and asks. The exit code is then 0"
                    + " if all of that was sent, and 3 if something was changed there or is gone"
                    + " that cannot be sent again.",
            "",
            "Examples:",
            "  stockload verify 20261115-0130-onboard-warehouse-4f1c --sample 20",
            "  stockload verify --all",
            "  stockload verify --all --send --yes",
            "",
            "Exit codes: 0 the service has what was sent, 3 it differs, 1 it could not be read or"
                    + " sent, 2 there is no such run, or you did not confirm."
        })
public final class VerifyCommand implements Callable<Integer> {
    private static final int SHOWN = 20;

    @Mixin private CommandSession session;
    @Mixin private JsonOption json;

    @Mixin private AccountOption account;

    @Parameters(
            paramLabel = "RUN",
            arity = "0..1",
            description = "The run, as stockload status lists it.")
    private String id;

    @Option(names = "--all", description = "Compare the whole store instead of a run.")
    private boolean all;

    @Option(
            names = "--sample",
            paramLabel = "N",
            description = "Compare only this many products, chosen at random.")
    private Integer sample;

    @Option(names = "--send", description = "With --all: send what is more or gone again.")
    private boolean send;

    @Option(names = "--also-less", description = "With --send: send also what is less, or sold.")
    private boolean alsoLess;

    @Option(names = "--yes", description = "With --send: send it without asking.")
    private boolean yes;

    @Override
    public Integer call() throws IOException {
        if (sample != null && sample < 1) {
            throw session.misused("A sample has one product or more, but --sample is " + sample);
        }
        if (send && !all || (alsoLess || yes) && !send) {
            throw session.misused("verify sends only with --all --send");
        }
        if (all == (id != null) || all && sample != null) {
            throw session.misused("verify takes a run, or --all without a run and a sample");
        }
        return session.run(
                "verify of " + (all ? "the store" : id),
                (workspace, stop, screen) ->
                        all ? verifyStore(workspace, screen) : verify(workspace, screen));
    }

    private int verify(Workspace workspace, ProgressScreen screen) throws IOException {
        Run run = workspace.ledger().runs().asked(id);
        if (run.isUnfinished()) {
            session.err().say("Run %s is not finished: comparing what it has sent so far", id);
        }
        RunVerification.Result result =
                workspace.verify(
                        run,
                        sample == null ? OptionalInt.empty() : OptionalInt.of(sample),
                        screen.products("read back"));
        if (json.isAsked()) {
            session.out().json(result);
            return code(result);
        }
        return print(result, session.out());
    }

    private int verifyStore(Workspace workspace, ProgressScreen screen) throws IOException {
        StoreVerification.Result result =
                workspace.verifyStore(
                        workspace.account(account.name()), screen.products("read back"));
        screen.close();
        List<Difference> again = send ? result.sentAgain(alsoLess) : List.of();
        if (!json.isAsked()) {
            print(result, send ? again : result.differences(), session.out());
        }
        if (again.isEmpty()) {
            printJson(result);
            return code(result);
        }
        CommandOutput words = json.sentences(session);
        words.say("%s to be sent again, as the newest sheets want", Count.of(again.size(), "size"));
        if (!words.isConfirmed(yes, session.err())) {
            printJson(result);
            return ExitCode.UNUSABLE;
        }
        Imports.Result run =
                workspace.imports().resend(result.resend(alsoLess, CommandSession.user()));
        screen.close();
        workspace.deliverNotifications();
        printJson(new SentAgain(result, run.run().id()));
        int sent =
                new ImportOutcome(words, session.err(), workspace.data())
                        .show(run, run.run().file());
        return ExitCode.worse(sent, code(result));
    }

    /** After sending, what was sold or is in no sheet may remain: nobody asked to send it. */
    private int code(StoreVerification.Result result) {
        if (!send) {
            return result.differences().isEmpty() ? ExitCode.DONE : ExitCode.REJECTS;
        }
        int left = result.toLookAt();
        if (left > 0) {
            json.sentences(session)
                    .say(
                            "%s changed there, gone or in doubt cannot be sent again: see those"
                                    + " without Wanted in %s",
                            Count.of(left, "size"), result.file());
        }
        return left > 0 ? ExitCode.REJECTS : ExitCode.DONE;
    }

    /** A check with the run that has sent its differences again. */
    private record SentAgain(@JsonUnwrapped StoreVerification.Result result, String run) {}

    private void printJson(Object result) {
        if (json.isAsked()) {
            session.out().json(result);
        }
    }

    static void print(StoreVerification.Result result, List<Difference> shown, CommandOutput out) {
        Table.print(
                out,
                shown.stream().limit(SHOWN).toList(),
                column(">Product", Difference::pid),
                column("Item", Difference::item),
                column("Colour", Difference::color),
                column(">Size", Difference::size),
                column("Result", Difference::kind),
                column(">Sent", Difference::known),
                column(">Shown", Difference::shown),
                column(">Wanted", Difference::wanted),
                column("Barcode", Difference::barcode));
        out.more("", shown.size() - SHOWN);
        Table counts = new Table("", ">Sizes");
        counts.add("As sent", Count.of(result.asSent()));
        counts.add("Less", Count.of(result.less()));
        counts.add("More", Count.of(result.more()));
        counts.add("Gone", Count.of(result.gone()));
        counts.add("Unknown", Count.of(result.unknown()));
        if (result.doubt() > 0) {
            counts.add("In doubt", Count.of(result.doubt()));
        }
        counts.print(out);
        result.elsewhere().stream().limit(SHOWN).forEach(each -> out.say("%s", each.words()));
        out.more("", result.elsewhere().size() - SHOWN);
        if (!result.unreadable().isEmpty()) {
            out.say(
                    "%s could not be compared: the service does not show their stock",
                    Count.of(result.unreadable().size(), "product"));
        }
        if (!result.notListed().isEmpty()) {
            out.say(
                    "%s with stock by what was sent last not in the merchant's product list: %s",
                    Count.are(result.notListed().size(), "product"),
                    Count.some(result.notListed()));
        }
        out.say("All differences: " + result.file());
    }

    static int print(RunVerification.Result result, CommandOutput out) {
        out.say(
                "Read back %s of %s of run %s",
                Count.of(result.products()),
                Count.of(result.ofProducts(), "product"),
                result.run());
        Table.print(
                out,
                result.first(),
                column(">Product", SizeDifference::product),
                column("Colour", SizeDifference::colour),
                column(">Size", SizeDifference::size),
                column("Result", SizeDifference::verdict),
                column(">Sent", SizeDifference::sentStock),
                column(">Found", SizeDifference::foundStock),
                column("Barcode", VerifyCommand::barcode));
        out.more("", result.unequal() - result.first().size());
        Table table = new Table("", ">Sizes");
        table.add("Equal", Count.of(result.count(Verdict.EQUAL)));
        table.add("Missing", Count.of(result.count(Verdict.MISSING)));
        table.add("Different", Count.of(result.count(Verdict.DIFFERENT)));
        table.add("Extra", Count.of(result.count(Verdict.EXTRA)));
        table.add("Not in sheet", Count.of(result.count(Verdict.NOT_IN_SHEET)));
        int notListed = result.count(Verdict.NOT_LISTED);
        if (notListed > 0) {
            table.add("Not listed", Count.of(notListed));
        }
        table.print(out);
        if (result.newer() > 0) {
            out.say(
                    Count.are(result.newer(), "colour")
                            + " left out: a later run has sent newer stock");
        }
        out.say("Full comparison: " + result.file());
        if (result.inDoubt() > 0) {
            out.say(
                    "Whether %s arrived is not known yet: see stockload status %s",
                    Count.of(result.inDoubt(), "colour"), result.run());
        }
        if (notListed > 0) {
            out.say(
                    "%s of products that are not in the merchant's product list cannot be compared",
                    Count.of(notListed, "size"));
        }
        if (result.unequal() > notListed) {
            out.say(Count.are(result.unequal() - notListed, "size") + " not as sent");
        } else if (result.isEqual()) {
            out.say("The service has what was sent");
        }
        return code(result);
    }

    private static int code(RunVerification.Result result) {
        return result.isEqual() ? ExitCode.DONE : ExitCode.REJECTS;
    }

    /** Shown only if it differs. */
    private static String barcode(SizeDifference line) {
        return line.verdict() == Verdict.DIFFERENT
                        && line.sentBarcode() != null
                        && !line.sentBarcode().equals(line.foundBarcode())
                ? "%s sent, %s found"
                        .formatted(
                                line.sentBarcode(),
                                line.foundBarcode() == null ? "none" : line.foundBarcode())
                : "";
    }
}
