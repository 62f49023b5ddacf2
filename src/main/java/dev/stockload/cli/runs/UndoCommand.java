package dev.stockload.cli.runs;

import dev.stockload.app.Workspace;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.ProgressScreen;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.undo.UndoSummary;
import dev.stockload.runs.OldRuns;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunIds;
import dev.stockload.stock.Count;

import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.Stack;
import java.util.concurrent.Callable;

/** {@code stockload undo}: restores the stock from before a run, as a new run. */
@Command(
        name = "undo",
        description =
                "Restores the stock from before a run, as a new run. Sizes that still have the"
                    + " stock of the run are restored; sizes that were sold, edited or sent since"
                    + " are kept; sizes that did not exist before become 0.",
        footer = {
            "",
            "It first shows what would change, and asks. A run can be undone for "
                    + OldRuns.COLOUR_DAYS
                    + " days, and so can an undo. The stock before a run is what Stockload had sent"
                    + " last or, if it had sent nothing, what the service showed right before the"
                    + " run. If that could not be read, the size is kept.",
            "",
            "With --json: what would change, and nothing is sent; with --json --yes: an array of"
                    + " the run that undoes, as in status --json.",
            "",
            "Examples:",
            "  stockload undo 20261115-0130-nightly-4f1c",
            "  stockload undo 20261115-0130-nightly-4f1c --product 1001 1002 --yes",
            "",
            "Exit codes: 0 done, or nothing to undo; 1 failed or stopped (resume continues), 2 the"
                    + " run cannot be undone, or you did not confirm."
        })
public final class UndoCommand implements Callable<Integer> {
    @Mixin private CommandSession session;
    @Mixin private JsonOption json;

    @Parameters(paramLabel = "RUN", description = "The run, as stockload status lists it.")
    private String id;

    @Option(
            names = "--product",
            arity = "1..*",
            paramLabel = "PID|ITEM|BARCODE",
            parameterConsumer = ProductWords.class,
            description = "Undo only these products.")
    private Set<String> products = Set.of();

    @Option(
            names = {"-y", "--yes"},
            description = "Send it without asking.")
    private boolean yes;

    /** Takes words up to the next option or the run, which may stand behind them. */
    static final class ProductWords implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
            Set<String> products = new LinkedHashSet<>(option.<Set<String>>getValue());
            int before = products.size();
            while (!words.isEmpty()
                    && !words.peek().startsWith("-")
                    && !RunIds.isId(words.peek())) {
                products.add(words.pop());
            }
            if (products.size() == before) {
                throw new MissingParameterException(
                        command.commandLine(), option, "--product needs at least one product");
            }
            option.setValue(products);
        }
    }

    @Override
    public Integer call() throws IOException {
        String what = "undo of " + id;
        return json.isAsked() && !yes
                ? session.run(what, (workspace, stop, screen) -> printPlan(workspace, screen))
                : ImportRunner.run(session, json, what, this::undo);
    }

    private int printPlan(Workspace workspace, ProgressScreen screen) throws IOException {
        session.out().json(plan(order(workspace), workspace, screen));
        return ExitCode.DONE;
    }

    private static UndoSummary plan(UndoOrder order, Workspace workspace, ProgressScreen screen) {
        return UndoSummary.of(
                order, workspace.process(), workspace.caller(), screen.products("compared"));
    }

    private UndoOrder order(Workspace workspace) {
        Run run = workspace.ledger().runs().require(id);
        Set<Integer> chosen = workspace.products(run.account()).all(products);
        return new UndoOrder(id, chosen, CommandSession.user());
    }

    private void undo(ImportRunner each) throws IOException {
        CommandOutput out = json.sentences(session);
        UndoOrder order = order(each.workspace());
        UndoSummary plan = plan(order, each.workspace(), each.screen());
        each.screen().close();
        show(plan, out);
        if (plan.changesNothing()) {
            out.say("There is nothing to restore");
            if (plan.isPointlessFor(each.workspace().ledger().runs().require(id))) {
                return;
            }
            out.say("The undo ends the run: what it has not sent stays unsent");
        }
        if (!out.isConfirmed(yes, session.err())) {
            each.worse(ExitCode.UNUSABLE);
            return;
        }
        each.ended(each.workspace().imports().undo(order, plan));
    }

    private static void show(UndoSummary plan, CommandOutput out) {
        out.say("Undo of run %s compared with what the service shows now", plan.run());
        DiffCommand.table(plan.diff(), "", out);
        out.say(
                "%s restored, %s set to 0, %s kept",
                Count.of(plan.restored(), "size"), Count.of(plan.zeroed()), Count.of(plan.kept()));
        for (UndoSummary.Kept kept : plan.firstKept()) {
            out.say(
                    "Kept: product %d, colour %s, size %s: %s",
                    kept.pid(), kept.color(), kept.size(), kept.why());
        }
        if (plan.kept() > plan.firstKept().size()) {
            out.say("… and %s more kept", Count.of(plan.kept() - plan.firstKept().size()));
        }
        plan.doubts().ifPresent(out::say);
    }
}
