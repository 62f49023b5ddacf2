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
import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.runs.Run;
import dev.stockload.stock.Count;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.Callable;

/** {@code stockload verify}: compares the service with what a run sent. */
@Command(
        name = "verify",
        description =
                "Compares the stock of a run's products with what the run sent;"
                        + " with --all, the whole store with what it accepted.",
        footer = {
            "",
            "less: fewer pieces, sold or changed there. more: more pieces or another barcode, so"
                    + " changed there, or another program writes. gone: no longer there. unknown:"
                    + " there, but in no sheet. in doubt: whether it arrived is not known yet. not"
                    + " in sheet: still there from an earlier sheet of the job, or next to a range"
                    + " that now contains it. A service may show a range as one entry or as one"
                    + " per size.",
            "",
            "With --all it reads five products a second at most and pauses while a run sends; if it"
                    + " is stopped, the same command continues it within a day.",
            "",
            "With --send, what the newest sheets want is sent again where the service shows more or"
                + " nothing, as a run that can be undone; with --include-sold, also where it shows"
                + " less. It first shows what would be sent, and asks. The exit code is then 0 if"
                + " all of that was sent, and 3 if something was changed there or is gone that"
                + " cannot be sent again.",
            "",
            "Examples:",
            "  stockload verify 20261115-0130-onboard-warehouse-4f1c --sample 20",
            "  stockload verify store",
            "  stockload verify store --send --yes",
            "",
            "Exit codes: 0 the service has what was sent, 3 it differs, 1 it could not be read or"
                    + " sent, 2 there is no such run, or you did not confirm."
        })
public final class VerifyCommand implements Callable<Integer> {
    private static final int SHOWN = 20;

    /** In place of a run, whose id never is so. */
    private static final String STORE = "store";

    @Mixin private CommandSession session;
    @Mixin private JsonOption json;

    @Mixin private AccountOption account;

    @Parameters(
            paramLabel = "RUN",
            arity = "0..1",
            description =
                    "The run, as stockload status lists it; store for the whole store, as --all.")
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

    @Option(
            names = {"--include-sold", "--also-less"},
            description = "With --send: send also what is less, or sold.")
    private boolean alsoLess;

    @Option(
            names = {"-y", "--yes"},
            description = "With --send: send it without asking.")
    private boolean yes;

    @Override
    public Integer call() throws IOException {
        if (STORE.equals(id)) {
            all = true;
            id = null;
        }
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
        Run run = workspace.ledger().runs().require(id);
        if (run.isUnfinished()) {
            session.err().say("Run %s is not finished: comparing what it has sent so far", id);
        }
        VerifyResult result =
                new RunVerification(workspace.process(), workspace.caller())
                        .verify(
                                run,
                                sample == null ? OptionalInt.empty() : OptionalInt.of(sample),
                                screen.products("read back"));
        if (json.isAsked()) {
            session.out().json(result);
        } else {
            print(result, result.differences(), session.out());
        }
        return code(result);
    }

    private int verifyStore(Workspace workspace, ProgressScreen screen) throws IOException {
        VerifyResult result =
                new StoreVerification(workspace.process(), workspace.caller())
                        .verify(workspace.account(account.name()), screen.products("read back"));
        screen.close();
        List<SizeDifference> again = send ? result.sentAgain(alsoLess) : List.of();
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
    private int code(VerifyResult result) {
        if (!send) {
            return result.equal() ? ExitCode.DONE : ExitCode.REJECTS;
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
    private record SentAgain(@JsonUnwrapped VerifyResult result, String run) {}

    private void printJson(Object result) {
        if (json.isAsked()) {
            session.out().json(result);
        }
    }

    static void print(VerifyResult result, List<SizeDifference> shown, CommandOutput out) {
        if (result.run() != null) {
            out.say(
                    "Read back %s of %s of run %s",
                    Count.of(result.products()),
                    Count.of(result.ofProducts(), "product"),
                    result.run());
        }
        Table.of(
                        shown.stream().limit(SHOWN).toList(),
                        column(">Product", SizeDifference::pid),
                        column("Item", SizeDifference::item),
                        column("Colour", SizeDifference::color),
                        column(">Size", SizeDifference::size),
                        column("Result", SizeDifference::kind),
                        column(">Sent", SizeDifference::known),
                        column(">Shown", SizeDifference::shown),
                        column(">Wanted", SizeDifference::wanted),
                        column("Barcode", VerifyCommand::barcode))
                .print(out);
        int all = result.run() == null ? shown.size() : result.differing();
        out.more("", all - SHOWN);
        counts(result).print(out);
        notes(result, out);
        out.say(
                "%s: %s",
                result.run() == null ? "All differences" : "Full comparison", result.file());
        int changed = result.differing() - result.unknown();
        if (result.equal()) {
            out.say(
                    result.asSent() == 0
                            ? "There was nothing to compare"
                            : "The service has what was sent");
        } else if (changed > 0) {
            out.say(Count.are(changed, "size") + " not as sent");
        } else if (result.unknown() > 0) {
            out.say(Count.are(result.unknown(), "size") + " in no sheet");
        }
    }

    private static Table counts(VerifyResult result) {
        Table counts = new Table("", ">Sizes");
        counts.add("As sent", Count.of(result.asSent()));
        counts.add("Less", Count.of(result.less()));
        counts.add("More", Count.of(result.more()));
        counts.add("Gone", Count.of(result.gone()));
        counts.add("Unknown", Count.of(result.unknown()));
        optional(counts, "In doubt", result.doubt());
        optional(counts, "Not in sheet", result.notInSheet());
        return counts;
    }

    /** What was not compared, and what others have changed. */
    private static void notes(VerifyResult result, CommandOutput out) {
        if (result.newer() > 0) {
            out.say(
                    Count.are(result.newer(), "colour")
                            + " left out: a later run has sent newer stock");
        }
        result.elsewhere().stream().limit(SHOWN).forEach(each -> out.say("%s", each.sentence()));
        out.more("", result.elsewhere().size() - SHOWN);
        if (!result.unreadable().isEmpty()) {
            out.say(
                    "%s could not be compared: the service does not show their stock",
                    Count.of(result.unreadable().size(), "product"));
        }
        if (!result.notListed().isEmpty()) {
            out.say(
                    "%s not in the merchant's product list, though stock of it was sent: %s",
                    Count.are(result.notListed().size(), "product"),
                    Count.some(result.notListed()));
        }
    }

    private static void optional(Table counts, String name, int sizes) {
        if (sizes > 0) {
            counts.add(name, Count.of(sizes));
        }
    }

    private static String barcode(SizeDifference size) {
        return size.sentBarcode() == null
                ? size.barcode()
                : "%s, %s sent"
                        .formatted(
                                Objects.requireNonNullElse(size.barcode(), "none"),
                                size.sentBarcode());
    }
}
