package dev.stockload.cli.operate;

import dev.stockload.app.Workspace;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.Table;
import dev.stockload.process.TimeWords;
import dev.stockload.service.AccountIdentities;
import dev.stockload.service.AccountIdentities.Known;
import dev.stockload.stock.Refusal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code stockload accounts}: lists accounts, and records that one has moved. */
@Command(
        name = "accounts",
        description =
                "Lists the accounts that their service has accepted, or records that one has moved"
                        + " to another store.",
        footer = {
            "",
            "An account that has moved starts afresh: nothing that was sent to the old store counts"
                    + " as unchanged or as imported.",
            "",
            "With --json: an array of {\"name\", \"address\", \"since\"}.",
            "",
            "Example:",
            "  stockload accounts default --moved"
        })
public final class AccountsCommand implements Callable<Integer> {
    @Mixin private CommandSession session;
    @Mixin private JsonOption json;

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "The account; otherwise all.")
    private String name;

    @Option(names = "--moved", description = "The account has moved to another store.")
    private boolean moved;

    @Override
    public Integer call() throws IOException {
        if (moved && name == null) {
            throw session.misused("--moved needs the name of an account");
        }
        return session.run(
                "accounts",
                (workspace, stop, screen) -> {
                    List<Known> known = known(workspace);
                    if (moved) {
                        move(workspace, known.get(0));
                    } else {
                        json.print(known, session, AccountsCommand::print);
                    }
                    return ExitCode.DONE;
                });
    }

    private List<Known> known(Workspace workspace) throws IOException {
        List<Known> known =
                new AccountIdentities(workspace.ledger())
                        .all().stream()
                                .filter(each -> name == null || each.name().equals(name))
                                .toList();
        if (name != null && known.isEmpty()) {
            throw Refusal.settings("No service has accepted account '%s' yet".formatted(name));
        }
        return known;
    }

    private void move(Workspace workspace, Known account) throws IOException {
        // Waits for its turn, so that no run of the account is under way.
        new AccountIdentities(workspace.ledger())
                .moved(account.name(), workspace.process(), workspace.caller());
        session.out()
                .say(
                        "Account '%s' has moved away from %s: the next import sends everything",
                        account.name(), account.address());
    }

    private static void print(List<Known> known, CommandOutput out) {
        if (known.isEmpty()) {
            out.say("No service has accepted an account yet");
            return;
        }
        Table table = new Table("Account", "Service", "Since");
        known.forEach(
                each -> table.add(each.name(), each.address(), TimeWords.minute(each.since())));
        table.print(out);
    }
}
