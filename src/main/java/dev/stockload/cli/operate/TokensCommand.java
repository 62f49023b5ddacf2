package dev.stockload.cli.operate;

import dev.stockload.app.ApiTokens;
import dev.stockload.app.ApiTokens.Token;
import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.Table;
import dev.stockload.process.TimeWords;
import dev.stockload.stock.Refusal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;

/** {@code stockload tokens}: manages the tokens for the HTTP interface. */
@Command(
        name = "tokens",
        description =
                "Shows and changes the tokens of programs that use the HTTP interface of serve."
                        + " A token is shown once, when it is added.",
        footer = {
            "",
            "With --json: an array of {\"name\", \"readOnly\", \"createdAt\"}.",
            "",
            "Example:",
            "  stockload tokens add erp",
            "  stockload tokens add dashboard --read-only",
            "  stockload tokens remove erp"
        })
public final class TokensCommand implements Callable<Integer> {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    @Mixin private CommandSession session;
    @Mixin private JsonOption json;

    @Override
    public Integer call() throws IOException {
        return session.run(
                "tokens",
                (workspace, stop, screen) -> {
                    List<Token> all = new ApiTokens(workspace.ledger().database()).all();
                    json.print(all, session, TokensCommand::print);
                    return ExitCode.DONE;
                });
    }

    @Command(
            name = "add",
            mixinStandardHelpOptions = true,
            version = CommandContext.VERSION,
            description = "Adds a token and prints it, once.",
            footer = {"", "Example:", "  stockload tokens add erp"})
    int add(
            @Parameters(paramLabel = "NAME", description = "A name for the program.") String name,
            @Option(
                            names = "--read-only",
                            description = "The program may read, but change nothing.")
                    boolean readOnly)
            throws IOException {
        if (!NAME.matcher(name).matches()) {
            throw Refusal.settings(
                    "The name of a token has letters, digits, '-', '_' and '.', such as erp, but this is '%s'"
                            .formatted(name));
        }
        return session.run(
                "tokens",
                (workspace, stop, screen) -> {
                    ApiTokens tokens = new ApiTokens(workspace.ledger().database());
                    Optional<String> token = tokens.add(name, readOnly, Instant.now());
                    session.out().say(token.orElseThrow(() -> taken(name)));
                    session.err().say("Copy it now: only its hash is stored. Send it as");
                    session.err().say("  Authorization: Bearer TOKEN");
                    return ExitCode.DONE;
                });
    }

    private static Refusal taken(String name) {
        return Refusal.settings(
                "There is already a token '%s': choose another name, or remove it first"
                        .formatted(name));
    }

    @Command(
            name = "remove",
            mixinStandardHelpOptions = true,
            version = CommandContext.VERSION,
            description = "Removes a token: requests with it are refused from then on.",
            footer = {"", "Example:", "  stockload tokens remove erp"})
    int remove(@Parameters(paramLabel = "NAME", description = "The token's name.") String name)
            throws IOException {
        return session.run(
                "tokens",
                (workspace, stop, screen) -> {
                    if (!new ApiTokens(workspace.ledger().database()).remove(name)) {
                        throw Refusal.settings(
                                "There is no token '%s'; stockload tokens lists them"
                                        .formatted(name));
                    }
                    session.out().say("Removed token '%s'", name);
                    return ExitCode.DONE;
                });
    }

    private static void print(List<Token> tokens, CommandOutput out) {
        if (tokens.isEmpty()) {
            out.say("There are no tokens yet. For example: stockload tokens add erp");
            return;
        }
        Table table = new Table("Token", "May", "Since");
        tokens.forEach(
                token ->
                        table.add(
                                token.name(),
                                token.readOnly() ? "read" : "read and change",
                                TimeWords.minute(token.createdAt())));
        table.print(out);
    }
}
