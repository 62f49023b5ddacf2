package dev.stockload.cli;

import dev.stockload.details.QuotaReport;
import dev.stockload.details.ServiceDay;
import dev.stockload.ledger.DetailRun;
import dev.stockload.stock.Count;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code stockload quota}: what the limits of product detail leave. */
@Command(
        name = "quota",
        description =
                "Shows how much of the three limits of product details is used, as Stockload counts"
                        + " it: 300 a day, two thirds of the fetched products published, 5,000"
                        + " products of a store in three months.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Days are those of STOCKLOAD_SERVICE_ZONE (stockload.service-zone), UTC where it is not"
                    + " set.",
            "",
            "Example:",
            "  stockload quota"
        })
final class QuotaCommand implements Callable<Integer> {
    private static final int BAR = 20;

    @Spec private CommandSpec spec;
    @ParentCommand private Stockload program;
    @Mixin private AccountOption account;
    @Mixin private DeskControl control;

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        return control.run(
                program,
                spec.commandLine(),
                "quota",
                (desk, stop, screen) -> {
                    String name = desk.account(account.name());
                    QuotaReport quota = desk.details().quota(name);
                    if (json) {
                        spec.commandLine()
                                .getOut()
                                .println(JsonMapper.shared().writeValueAsString(quota));
                    } else {
                        print(quota);
                        waiting(desk.details().unfinished(), name);
                    }
                    return ExitCode.DONE;
                });
    }

    private void print(QuotaReport quota) {
        PrintWriter out = spec.commandLine().getOut();
        ZoneId zone = ZoneId.of(quota.zone());
        QuotaReport.Publishing published = quota.published();
        Table table = new Table("Account " + quota.account(), "", ">", ">", "");
        add(
                table,
                "Fetched today",
                quota.day().fetched(),
                quota.day().limit(),
                "the next day begins at " + ServiceDay.show(quota.day().endsAt(), zone));
        add(
                table,
                "Published, of those fetched before today",
                published.published(),
                published.fetchedBefore(),
                published.lacking() == 0
                        ? "at least two thirds, as required"
                        : "%s more must be published before anything can be fetched"
                                .formatted(Count.of(published.lacking())));
        for (QuotaReport.Store use : quota.stores()) {
            add(
                    table,
                    use.counted(),
                    use.products(),
                    use.limit(),
                    use.nextFree() == null
                            ? ""
                            : "one less at " + ServiceDay.show(use.nextFree(), zone));
        }
        table.print(out);
        out.println(Count.of(quota.left(), "more product") + " can be fetched now");
    }

    private void waiting(List<DetailRun> jobs, String name) {
        jobs.stream()
                .filter(job -> job.account().equals(name))
                .forEach(
                        job ->
                                spec.commandLine()
                                        .getOut()
                                        .println("%s: %s".formatted(job.id(), job.message())));
    }

    private static void add(Table table, String name, int used, int of, String remark) {
        int filled = of == 0 ? 0 : Math.min(BAR, (int) ((long) used * BAR / of));
        table.add(
                name,
                "[" + "#".repeat(filled) + "-".repeat(BAR - filled) + "]",
                Count.of(used),
                "of " + Count.of(of),
                remark);
    }
}
