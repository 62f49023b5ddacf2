package dev.stockload.cli;

import dev.stockload.details.DetailQuota;
import dev.stockload.details.DetailQuota.StoreUse;
import dev.stockload.details.Details;
import dev.stockload.details.ServiceDay;
import dev.stockload.ledger.DetailRun;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
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
    @Mixin private SessionControl control;

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    /** The same for people's programs. */
    private record Shown(
            String account,
            String zone,
            Day day,
            Publishing published,
            List<Store> stores,
            int left) {}

    private record Day(int fetched, int limit, Instant endsAt) {}

    private record Publishing(int fetchedBefore, int published, int lacking) {}

    private record Store(String store, int products, int limit, Instant nextFree) {}

    @Override
    public Integer call() throws IOException {
        Settings settings = program.settings();
        String name = AccountInUse.ledgerName(settings, account.name());
        return control.run(
                program,
                spec.commandLine(),
                "quota",
                session -> {
                    Details details = session.details();
                    print(name, details.quota(name), Instant.now(), settings.serviceZone());
                    if (!json) {
                        waiting(details.unfinished(), name);
                    }
                    return ExitCode.DONE;
                });
    }

    private void print(String name, DetailQuota quota, Instant now, ZoneId zone) {
        PrintWriter out = spec.commandLine().getOut();
        int earlier = quota.earlier(now);
        int published = quota.published(now);
        int lacking = DetailQuota.lacking(earlier, published);
        if (json) {
            out.println(
                    JsonMapper.shared()
                            .writeValueAsString(
                                    new Shown(
                                            name,
                                            zone.getId(),
                                            new Day(
                                                    quota.today(now),
                                                    DetailQuota.A_DAY,
                                                    quota.nextDay(now)),
                                            new Publishing(earlier, published, lacking),
                                            quota.stores(now).stream()
                                                    .map(QuotaCommand::store)
                                                    .toList(),
                                            quota.left(now))));
            return;
        }
        Table table = new Table("Account " + name, "", ">", ">", "");
        add(
                table,
                "Fetched today",
                quota.today(now),
                DetailQuota.A_DAY,
                "the next day begins at " + ServiceDay.show(quota.nextDay(now), zone));
        add(
                table,
                "Published, of those fetched before today",
                published,
                earlier,
                lacking == 0
                        ? "two thirds are enough"
                        : "%,d more are needed before anything can be fetched".formatted(lacking));
        for (StoreUse use : quota.stores(now)) {
            add(
                    table,
                    use.store().isEmpty()
                            ? "Products of the store in three months"
                            : "Products of store %s in three months".formatted(use.store()),
                    use.products(),
                    DetailQuota.IN_THREE_MONTHS,
                    use.nextFree()
                            .map(free -> "one less at " + ServiceDay.show(free, zone))
                            .orElse(""));
        }
        table.print(out);
        out.println("%,d more products can be fetched now".formatted(quota.left(now)));
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

    private static Store store(StoreUse use) {
        return new Store(
                use.store(),
                use.products(),
                DetailQuota.IN_THREE_MONTHS,
                use.nextFree().orElse(null));
    }

    private static void add(Table table, String name, int used, int of, String remark) {
        int filled = of == 0 ? 0 : Math.min(BAR, (int) ((long) used * BAR / of));
        table.add(
                name,
                "[" + "#".repeat(filled) + "-".repeat(BAR - filled) + "]",
                "%,d".formatted(used),
                "of %,d".formatted(of),
                remark);
    }
}
