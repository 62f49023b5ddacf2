package dev.stockload.cli.service;

import dev.stockload.cli.terminal.CommandContext.AccountOption;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.Table;
import dev.stockload.details.DetailQuota;
import dev.stockload.details.DetailsReport;
import dev.stockload.details.QuotaReport;
import dev.stockload.runs.Run;
import dev.stockload.stock.Count;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code stockload quota}: shows how much of the details limits is used. */
@Command(
        name = "quota",
        description =
                "Shows how much of the three limits of product details is used, by Stockload's own"
                        + " count: "
                        + DetailQuota.A_DAY
                        + " a day, two thirds of the fetched products published, "
                        + DetailQuota.IN_THREE_MONTHS
                        + " products of a store in three months.",
        footer = {
            "",
            "A day begins at midnight in STOCKLOAD_SERVICE_ZONE (stockload.service-zone; default:"
                    + " UTC).",
            "",
            "Example:",
            "  stockload quota"
        })
public final class QuotaCommand implements Callable<Integer> {
    private static final int BAR = 20;

    @Mixin private AccountOption account;
    @Mixin private CommandSession session;

    @Mixin private JsonOption json;

    @Override
    public Integer call() throws IOException {
        return session.run(
                "quota",
                (workspace, stop, screen) -> {
                    String name = workspace.account(account.name());
                    QuotaReport quota = workspace.details().quota(name).report(name);
                    json.print(
                            quota,
                            session,
                            (report, out) -> {
                                print(report, out);
                                waiting(DetailsReport.unfinished(workspace.ledger()), name);
                            });
                    return ExitCode.DONE;
                });
    }

    private static void print(QuotaReport quota, CommandOutput out) {
        Table table = new Table("Account " + quota.account(), "", ">", ">", "");
        quota.meters().forEach(meter -> add(table, meter));
        table.print(out);
        out.say(
                quota.published().lacking() == 0
                        ? Count.of(quota.left(), "more product") + " can be fetched now"
                        : "Nothing can be fetched until %s published and marked"
                                .formatted(Count.are(quota.published().lacking(), "more product")));
    }

    private void waiting(List<DetailsReport> runs, String name) {
        runs.stream()
                .filter(run -> run.state() != Run.State.RUNNING)
                .filter(run -> run.account().equals(name))
                .forEach(run -> session.out().say("%s: %s", run.run(), run.message()));
    }

    private static void add(Table table, QuotaReport.Meter meter) {
        int filled =
                meter.limit() == 0
                        ? 0
                        : Math.min(BAR, (int) ((long) meter.used() * BAR / meter.limit()));
        table.add(
                meter.name(),
                "[" + "#".repeat(filled) + "-".repeat(BAR - filled) + "]",
                Count.of(meter.used()),
                "of " + Count.of(meter.limit()),
                meter.remark());
    }
}
