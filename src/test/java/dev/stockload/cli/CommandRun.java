package dev.stockload.cli;

import dev.stockload.app.Settings;
import dev.stockload.imports.StrictService;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The output and exit code of a command that was run inside the test. */
public record CommandRun(int exitCode, String out, String err) {
    public static CommandRun of(Supplier<Settings> settings, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Stockload.run(settings, new PrintWriter(out), new PrintWriter(err), args);
        return new CommandRun(exitCode, out.toString(), err.toString());
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
        return of(() -> Settings.of(Map.of("default", account), data, Optional.empty()), args);
    }
}
