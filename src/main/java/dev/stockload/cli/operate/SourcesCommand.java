package dev.stockload.cli.operate;

import dev.stockload.app.Settings;
import dev.stockload.app.TimeWords;
import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.Lines;
import dev.stockload.cli.terminal.Table;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.sources.FilePattern;
import dev.stockload.sources.Source;
import dev.stockload.sources.SourceFile;
import dev.stockload.sources.Sources;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/** {@code stockload sources}: where sheets are fetched from. */
@Command(
        name = "sources",
        description =
                "Lists the sources of the settings (stockload.sources.NAME.url) and the jobs that"
                        + " read from them.",
        footer = {
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
        Lines out = context.out();
        Sources sources = new Sources(settings.connections().sources());
        List<String> names =
                name == null
                        ? List.copyOf(new TreeSet<>(sources.settings().keySet()))
                        : List.of(name);
        if (names.isEmpty()) {
            out.say("There are no sources; stockload.sources.NAME.url sets one");
            return ExitCode.DONE;
        }
        return check ? check(names, sources, settings, out) : list(names, settings, out);
    }

    /** A source that cannot be used does not hide the others. */
    private int list(List<String> names, Settings settings, Lines out) throws IOException {
        Table table = new Table("Source", "Address", "Jobs");
        List<JobFolder.Entry> jobs = settings.jobs().list();
        List<String> faults = new ArrayList<>();
        for (String each : names) {
            String address;
            try {
                address = settings.connections().address(each).shown();
            } catch (Refusal e) {
                address = "cannot be used, see below";
                faults.add(e.getMessage());
            }
            table.add(each, address, readers(each, jobs));
        }
        table.print(out);
        faults.forEach(context.err()::say);
        return faults.isEmpty() ? ExitCode.DONE : ExitCode.UNUSABLE;
    }

    private static String readers(String source, List<JobFolder.Entry> jobs) {
        return JobFolder.Entry.usable(jobs).stream()
                .filter(job -> job.sheets().from().filter(source::equals).isPresent())
                .map(JobDefinition::name)
                .collect(Collectors.joining(", "));
    }

    private int check(List<String> names, Sources sources, Settings settings, Lines out)
            throws IOException {
        int worst = ExitCode.DONE;
        for (String each : names) {
            try {
                settings.connections().address(each);
                check(sources, each, out);
            } catch (Refusal e) {
                worst = Math.max(worst, ExitCode.of(e));
                context.err().say("%s", e.getMessage());
            }
        }
        return worst;
    }

    private static void check(Sources sources, String name, Lines out) throws IOException {
        long from = System.nanoTime();
        try (Source source = sources.open(name, LocalDate.now(ZoneOffset.UTC))) {
            List<SourceFile> files = new ArrayList<>(source.look(FilePattern.of("")));
            files.sort(Comparator.comparing(SourceFile::modified).reversed());
            double seconds = (System.nanoTime() - from) / 1e9;
            source.serverKey().ifPresent(key -> out.say("Server key: " + key));
            out.say("%s: %s found in %.1f s", name, Count.of(files.size(), "file"), seconds);
            for (SourceFile file : files.subList(0, Math.min(SHOWN, files.size()))) {
                out.say("  %s", line(file));
            }
            if (files.size() > SHOWN) {
                out.say("  and %s more", Count.of(files.size() - SHOWN));
            }
        }
    }

    private static String line(SourceFile file) {
        String time =
                file.modified().equals(Instant.EPOCH)
                        ? ""
                        : "  " + TimeWords.minute(file.modified());
        return file.name() + time + (file.size() < 0 ? "" : "  " + Count.of(file.size(), "byte"));
    }
}
