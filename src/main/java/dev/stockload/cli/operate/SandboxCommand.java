package dev.stockload.cli.operate;

import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.database.FilePermissions;
import dev.stockload.sandbox.FaultScript;
import dev.stockload.sandbox.Sandbox;
import dev.stockload.sandbox.SandboxOptions;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/** {@code stockload sandbox}: runs a local merchant service. */
@Command(
        name = "sandbox",
        description = {
            "Runs a local merchant service with the whole interface, its rules and its limits, for"
                    + " tests. It listens on 127.0.0.1 only, until Ctrl-C.",
            "Once it is ready, it prints its settings as four lines that a shell can read:",
            "",
            "  stockload sandbox > sandbox.env &",
            "  until grep -qs TOKEN sandbox.env; do sleep 0.1; done",
            "  set -a; . ./sandbox.env; set +a",
            "",
            "The credentials are the same everywhere and not secret. A POST of pid=10001 to"
                    + " /sandbox/published marks a product as published.",
            ""
        },
        footer = {
            "",
            "Faults, at creates counted from 1 since the start (those that came too fast do not"
                    + " count):",
            "  drop          no answer, nothing applied",
            "  applied-drop  no answer, but all applied",
            "  500, 429      this status, nothing applied",
            "  slow:SECONDS  applied at once, answered that much later",
            "",
            "Example: stockload sandbox --fault drop@3 --fault 500@2,7 --fault slow:5@6"
        })
public final class SandboxCommand implements Callable<Integer> {
    @Mixin private CommandContext context;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8085",
            description = "The port; 0 for any free port (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "The folder for its stock (default: sandbox in STOCKLOAD_DATA, which the"
                            + " built-in sandbox of the other commands uses too).")
    private Path data;

    @Option(
            names = "--products",
            paramLabel = "N",
            defaultValue = "" + SandboxOptions.SAMPLE_PRODUCTS,
            description =
                    "At least this many products, with ids from 10001 (default:"
                            + " ${DEFAULT-VALUE}).")
    private int products;

    @Option(
            names = "--fault",
            paramLabel = "KIND@N[,N...]",
            description = "Misbehave at these creates; can be given several times.")
    private List<String> faults = List.of();

    @Option(
            names = "--journal",
            paramLabel = "FILE",
            description = "Add a line of JSON to this file for every request to create stock.")
    private Path journal;

    @Override
    public Integer call() throws InterruptedException, IOException {
        if (data == null) {
            // The sandbox does not know that only the owner may read the data folder.
            FilePermissions.create(context.settings().data());
        }
        SandboxOptions options = options();
        Sandbox sandbox = Sandbox.start(options);
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    sandbox.close();
                                    ended.countDown();
                                },
                                "sandbox-end"));
        CommandOutput out = context.out();
        out.say("STOCKLOAD_BASE_URL=" + sandbox.baseUrl());
        out.say("STOCKLOAD_APP_ID=" + Sandbox.APP_ID);
        out.say("STOCKLOAD_APP_SECRET=" + Sandbox.APP_SECRET);
        out.say("STOCKLOAD_ACCESS_TOKEN=" + Sandbox.ACCESS_TOKEN);
        CommandOutput err = context.err();
        err.say(
                "The sandbox is ready; it keeps its stock in %s. Ctrl-C stops it.",
                options.folder());
        ended.await();
        return ExitCode.DONE;
    }

    private SandboxOptions options() {
        Path folder = data == null ? context.settings().data().resolve("sandbox") : data;
        try {
            return new SandboxOptions(
                    port, folder, products, FaultScript.parse(faults), journal, Clock.systemUTC());
        } catch (IllegalArgumentException e) {
            throw context.misused(e.getMessage());
        }
    }
}
