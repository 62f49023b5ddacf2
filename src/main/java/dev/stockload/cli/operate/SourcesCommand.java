package dev.stockload.cli.operate;

import dev.stockload.app.Settings;
import dev.stockload.app.SourceCheck;
import dev.stockload.app.SourceStatus;
import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.Table;
import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.SourceMonths;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.process.TimeWords;
import dev.stockload.sources.SourceFile;
import dev.stockload.stock.Count;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;

/** {@code stockload sources}: lists and checks the places to fetch sheets from. */
@Command(
        name = "sources",
        description =
                "Lists the sources of the settings (stockload.sources.NAME.url) and the jobs that"
                        + " read from them.",
        footer = {
            "",
            "For each month, by what the jobs imported: whether sheets came by the time that"
                    + " their jobs expect, were the same again, or had another shape, and how many"
                    + " of their rows were rejected.",
            "",
            "With --json: an array of {\"source\", \"address\", \"jobs\", \"months\", \"fault\"}, a"
                    + " month being {\"month\", \"sheets\", \"onTime\", \"late\", \"missing\","
                    + " \"sameAgain\", \"rejectedRows\" (of 1), \"otherShape\"}; with --check: of"
                    + " {\"source\", \"serverKey\", \"seconds\", \"files\", \"fault\"}.",
            "",
            "Example:",
            "  stockload sources supplier --check",
            "",
            "Exit codes: 0 all can be used, 1 one or more cannot be reached, 2 the settings of one"
                    + " or more are wrong."
        })
public final class SourcesCommand implements Callable<Integer> {
    private static final int SHOWN = 10;

    @Mixin private CommandContext context;
    @Mixin private JsonOption json;

    @Parameters(
            paramLabel = "SOURCE",
            arity = "0..1",
            description = "One source; all if it is not given.")
    private String name;

    @Option(
            names = "--check",
            description =
                    "Connect, and show the key of the server, the files there and how long it took;"
                            + " nothing is fetched.")
    private boolean check;

    @Override
    public Integer call() throws IOException {
        Settings settings = context.settings();
        CommandOutput out = context.out();
        List<String> names =
                name == null
                        ? List.copyOf(new TreeSet<>(settings.connections().sources().keySet()))
                        : List.of(name);
        if (names.isEmpty() && !json.isAsked()) {
            out.say("There are no sources; stockload.sources.NAME.url sets one");
            return ExitCode.DONE;
        }
        return check ? check(names, settings, out) : list(names, settings);
    }

    /** Also lists the other sources if one cannot be used. */
    private int list(List<String> names, Settings settings) throws IOException {
        List<SourceStatus> sources = known(names, settings);
        json.print(sources, context, SourcesCommand::print);
        List<String> faults =
                sources.stream().map(SourceStatus::fault).filter(Objects::nonNull).toList();
        faults.forEach(context.err()::say);
        return faults.isEmpty() ? ExitCode.DONE : ExitCode.UNUSABLE;
    }

    /** The sources are listed even if the database cannot be read. */
    private List<SourceStatus> known(List<String> names, Settings settings) {
        return context.read(
                        ledger ->
                                status(
                                        names,
                                        settings,
                                        Optional.of(JobList.expected(settings, ledger))),
                        "the months are")
                .orElseGet(() -> status(names, settings, Optional.empty()));
    }

    private static List<SourceStatus> status(
            List<String> names, Settings settings, Optional<ExpectedSheets> expected) {
        List<JobFolder.Entry> jobs = settings.jobs().list();
        return names.stream()
                .map(name -> SourceStatus.of(name, settings.connections(), jobs, expected))
                .toList();
    }

    private static void print(List<SourceStatus> sources, CommandOutput out) {
        Table table = new Table("Source", "Address", "Jobs");
        for (SourceStatus each : sources) {
            table.add(
                    each.source(),
                    each.fault() == null ? each.address() : "cannot be used, see below",
                    String.join(", ", each.jobs()));
        }
        table.print(out);
        months(sources).print(out);
    }

    private static Table months(List<SourceStatus> sources) {
        Table table =
                new Table(
                        "Source",
                        "Month",
                        ">Sheets",
                        ">On time",
                        ">Late",
                        ">Missing",
                        ">Same again",
                        ">Rejected rows",
                        ">Other shape");
        for (SourceStatus source : sources) {
            for (SourceMonths.Month each : source.months()) {
                Double rejected = each.rejectedRows();
                table.add(
                        source.source(),
                        each.month(),
                        each.sheets(),
                        each.onTime(),
                        each.late(),
                        each.missing(),
                        each.sameAgain(),
                        rejected == null ? null : "%.1f %%".formatted(rejected * 100),
                        each.otherShape());
            }
        }
        return table;
    }

    private int check(List<String> names, Settings settings, CommandOutput out) throws IOException {
        int worst = ExitCode.DONE;
        List<SourceCheck> all = new ArrayList<>();
        for (String each : names) {
            SourceCheck checked = SourceCheck.of(each, settings.connections());
            all.add(checked);
            if (checked.refusal() != null) {
                worst = Math.max(worst, ExitCode.of(checked.refusal()));
                context.err().say("%s", checked.fault());
            } else if (!json.isAsked()) {
                print(checked, out);
            }
        }
        if (json.isAsked()) {
            out.json(all);
        }
        return worst;
    }

    private static void print(SourceCheck checked, CommandOutput out) {
        List<SourceFile> files = checked.files();
        if (checked.serverKey() != null) {
            out.say("Server key: %s", checked.serverKey());
        }
        out.say("%s", checked.sentence());
        files.stream().limit(SHOWN).forEach(file -> out.say("  %s", line(file)));
        out.more("  ", files.size() - SHOWN);
    }

    private static String line(SourceFile file) {
        String time =
                file.modified().equals(Instant.EPOCH)
                        ? ""
                        : "  " + TimeWords.minute(file.modified());
        return file.name() + time + (file.size() < 0 ? "" : "  " + Count.of(file.size(), "byte"));
    }
}
