package dev.stockload.cli.runs;

import dev.stockload.cli.terminal.CommandContext.AccountOption;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.imports.change.SizeHistory;
import dev.stockload.imports.change.StockHistory;
import dev.stockload.imports.change.StockHistory.Question;
import dev.stockload.process.TimeWords;
import dev.stockload.stock.Count;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code stockload why}: shows what happened to the stock of a product. */
@Command(
        name = "why",
        description =
                "Explains the stock that the shop shows: for each size what happened, newest first,"
                        + " and what the service has now.",
        footer = {
            "",
            "With --json: {\"pid\", \"item\", \"colours\": [{\"color\", \"sizes\": [{\"size\","
                    + " \"wanted\", \"known\", \"shown\", \"events\": [...]}]}]}, newest first.",
            "",
            "Examples:",
            "  stockload why 10001",
            "  stockload why SL-10001 red 36 --days 14",
            "",
            "Exit codes: 0 the service shows what the newest sheets want, 3 it differs, 1 it could"
                    + " not be read, 2 nothing is known of the product."
        })
public final class WhyCommand implements Callable<Integer> {
    /** How many steps of each size are shown if there are several sizes. */
    private static final int STEPS = 3;

    @Mixin private AccountOption account;
    @Mixin private CommandSession session;
    @Mixin private JsonOption json;

    @Parameters(
            index = "0",
            paramLabel = "PID|ITEM|BARCODE",
            description = "A product id, an item number or a barcode.")
    private String product;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "COLOUR",
            description = "A part of a colour's name; all colours if it is not given.")
    private String colour;

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "SIZE",
            description = "One size; all sizes if it is not given.")
    private String size;

    @Option(
            names = "--days",
            paramLabel = "N",
            defaultValue = StockHistory.DAYS,
            description = "Go back this many days (default: ${DEFAULT-VALUE}).")
    private int days;

    @Override
    public Integer call() throws IOException {
        return session.run(
                "why " + product,
                (workspace, stop, screen) -> {
                    String store = workspace.account(account.name());
                    StockHistory.Answer answer =
                            workspace
                                    .history(workspace.caller())
                                    .of(Question.of(store, product, colour, size, days));
                    json.print(answer, session, this::print);
                    if (answer.unread() != null) {
                        session.err().say(answer.unread());
                        return ExitCode.FAILED;
                    }
                    return answer.differs() ? ExitCode.REJECTS : ExitCode.DONE;
                });
    }

    private void print(StockHistory.Answer answer, CommandOutput out) {
        out.say(
                "Product %d%s",
                answer.pid(),
                answer.item() == null || answer.item().isEmpty() ? "" : ", item " + answer.item());
        for (SizeHistory.OfColour each : answer.colours()) {
            for (SizeHistory of : each.sizes()) {
                out.say("");
                out.say("%s, size %s: %s", each.color(), of.size(), of.now());
                steps(each.color(), of, out);
            }
        }
    }

    private void steps(String name, SizeHistory of, CommandOutput out) {
        List<SizeHistory.Step> all = of.withMessage();
        int shown = size == null ? Math.min(STEPS, all.size()) : all.size();
        for (SizeHistory.Step step : all.subList(0, shown)) {
            out.say(
                    "  %s  %s: %s",
                    TimeWords.minute(step.at()), step.jobAndCaller(), step.message());
        }
        if (all.size() > shown) {
            out.say(
                    "  and %s before; to see all: stockload why %s '%s' %s",
                    Count.of(all.size() - shown, "step"), product, name, of.size());
        }
        if (all.isEmpty()) {
            out.say("  nothing in the last %s", Count.of(days, "day"));
        }
    }
}
