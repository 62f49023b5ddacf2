package dev.stockload.cli.runs;

import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.jobs.Morning;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.Callable;

/** {@code stockload morning}: shows last night in one page. */
@Command(
        name = "morning",
        description =
                "Shows last night in one page: every job, what sold out, what has to be corrected,"
                        + " and whether a sheet was unusual.",
        footer = {
            "",
            "A night lasts from noon to noon. Nothing is sent, and the service is not asked.",
            "",
            "Examples:",
            "  stockload morning",
            "  stockload morning --json",
            "",
            "Exit codes: 0 nothing to do, 3 a job is late, failed, waits, or has rows to correct."
        })
public final class MorningCommand implements Callable<Integer> {
    @Mixin private CommandSession session;
    @Mixin private JsonOption json;

    @Override
    public Integer call() throws IOException {
        return session.run(
                "morning",
                (workspace, stop, screen) -> {
                    Morning morning = workspace.morning(Instant.now());
                    json.print(morning, session, MorningCommand::print);
                    return morning.needsSomebody() ? ExitCode.REJECTS : ExitCode.DONE;
                });
    }

    private static void print(Morning morning, CommandOutput out) {
        out.say(morning.headline());
        morning.paragraphs().forEach(each -> out.say("\n" + each));
    }
}
