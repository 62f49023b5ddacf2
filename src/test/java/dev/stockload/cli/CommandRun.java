package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.SandboxSettings;
import dev.stockload.app.Settings;
import dev.stockload.imports.StrictService;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The output and exit code of a command that was run inside the test. */
public record CommandRun(int exitCode, String out, String err) {
    private static final Pattern RUN = Pattern.compile("Run (\\S+) finished");

    public static CommandRun of(Supplier<Settings> settings, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Stockload.run(settings, new PrintWriter(out), new PrintWriter(err), args);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    /** The id of the run that it reports as finished. */
    String runId() {
        Matcher run = RUN.matcher(out);
        assertThat(run.find()).as(out + err).isTrue();
        return run.group(1);
    }

    /** Runs with the built-in sandbox, in this folder. */
    public static CommandRun inSandbox(Path folder, String... args) {
        return of(() -> sandbox(folder), args);
    }

    /** The settings of a folder without an account. */
    public static Settings sandbox(Path folder) {
        return SandboxSettings.plain(Map.of(), folder.resolve("data"), Optional.empty());
    }

    /** Runs with the default account at this address. */
    static CommandRun at(String url, String... args) {
        return in(
                "data",
                new Settings.AccountParts(url, "app", "geheim!", "t0ken", null, null),
                args);
    }

    /** Runs with the default account at this service, in this folder. */
    static CommandRun in(Path folder, StrictService service, String... args) {
        return in(
                folder.resolve("data").toString(),
                new Settings.AccountParts(
                        service.address().toString(),
                        "app",
                        StrictService.SECRET,
                        StrictService.TOKEN,
                        null,
                        null),
                args);
    }

    static CommandRun in(String data, Settings.AccountParts account, String... args) {
        return of(
                () ->
                        SandboxSettings.plain(
                                Map.of("default", account), Path.of(data), Optional.empty()),
                args);
    }
}
