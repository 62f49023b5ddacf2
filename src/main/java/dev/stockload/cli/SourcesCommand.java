package dev.stockload.cli;

import dev.stockload.app.Settings;
import dev.stockload.app.TimeWords;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobList;
import dev.stockload.sources.RemoteFile;
import dev.stockload.sources.Source;
import dev.stockload.sources.Sources;
import dev.stockload.stock.Count;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;

/** {@code stockload sources}: where sheets are fetched from. */
@Command(
        name = "sources",
        description =
                "Lists the sources of the settings (stockload.sources.NAME.url) and the jobs that"
                        + " read from them.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  stockload sources supplier --check",
            "",
            "Exit codes: 0 all can be reached, 1 one or more cannot."
        })
final class SourcesCommand implements Callable<Integer> {
    private static final int SHOWN = 10;

    @Spec private CommandSpec spec;
    @ParentCommand private Stockload program;

    @Parameters(paramLabel = "SOURCE", arity = "0..1", description = "One source; otherwise all.")
    private String name;

    @Option(
            names = "--check",
            description =
                    "Connect, and show the server's key, what is found there and how long it took;"
                            + " nothing is taken.")
    private boolean check;

    @Override
    public Integer call() throws IOException {
        Settings settings = program.settings();
        PrintWriter out = spec.commandLine().getOut();
        Sources sources = new Sources(settings.connections().sources());
        List<String> names =
                name == null
                        ? List.copyOf(new TreeSet<>(sources.settings().keySet()))
                        : List.of(name);
        if (names.isEmpty()) {
            out.println("There are no sources; stockload.sources.NAME.url sets one");
        } else if (check) {
            for (String each : names) {
                check(sources, each, out);
            }
        } else {
            list(names, sources, new JobList(settings.jobs()), out);
        }
        return ExitCode.DONE;
    }

    private static void list(List<String> names, Sources sources, JobList jobs, PrintWriter out)
            throws IOException {
        Table table = new Table("Source", "Address", "Jobs");
        List<JobList.Entry> all = jobs.list();
        for (String name : names) {
            List<String> reading = new ArrayList<>();
            for (JobList.Entry job : all) {
                job.definition()
                        .filter(each -> each.sheets().from().filter(name::equals).isPresent())
                        .map(JobDefinition::name)
                        .ifPresent(reading::add);
            }
            table.add(name, sources.address(name).shown(), String.join(", ", reading));
        }
        table.print(out);
    }

    private static void check(Sources sources, String name, PrintWriter out) throws IOException {
        long from = System.nanoTime();
        try (Source source = sources.open(name, LocalDate.now(ZoneOffset.UTC))) {
            List<RemoteFile> files = found(source);
            files.sort(Comparator.comparing(RemoteFile::modified).reversed());
            double seconds = (System.nanoTime() - from) / 1e9;
            source.serverKey().ifPresent(key -> out.println("Server key: " + key));
            out.println(
                    "%s: %s found in %.1f s"
                            .formatted(name, Count.of(files.size(), "file"), seconds));
            for (RemoteFile file : files.subList(0, Math.min(SHOWN, files.size()))) {
                out.println("  " + line(file));
            }
            if (files.size() > SHOWN) {
                out.println("  and %s more".formatted(Count.of(files.size() - SHOWN)));
            }
        }
    }

    /** A web address tells what is there only when it is fetched. */
    private static List<RemoteFile> found(Source source) throws IOException {
        List<RemoteFile> files = new ArrayList<>();
        for (RemoteFile file : source.list("")) {
            if (file.size() >= 0 || !file.version().isEmpty()) {
                files.add(file);
                continue;
            }
            Path part = Files.createTempFile("stockload", ".part");
            try {
                source.fetch(file, null, part);
                files.add(
                        new RemoteFile(
                                file.path(), file.name(), Files.size(part), Instant.EPOCH, ""));
            } catch (NoSuchFileException e) {
                // It is not there now.
            } finally {
                Files.deleteIfExists(part);
            }
        }
        return files;
    }

    private static String line(RemoteFile file) {
        String time =
                file.modified().equals(Instant.EPOCH)
                        ? ""
                        : "  " + TimeWords.minute(file.modified());
        return file.name() + time + (file.size() < 0 ? "" : "  " + Count.of(file.size(), "byte"));
    }
}
