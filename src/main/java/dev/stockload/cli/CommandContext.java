package dev.stockload.cli;

import dev.stockload.app.Settings;
import dev.stockload.merchant.Account;
import dev.stockload.stock.ProductIds;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;

/** What every command has: its settings, where it writes, and words for those who misuse it. */
@Command(mixinStandardHelpOptions = true, version = Stockload.VERSION)
class CommandContext {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    PrintWriter out() {
        return command.commandLine().getOut();
    }

    PrintWriter err() {
        return command.commandLine().getErr();
    }

    Settings settings() {
        return ((Stockload) command.root().userObject()).settings();
    }

    /** What was typed cannot be meant. */
    ParameterException misused(String words) {
        return new ParameterException(command.commandLine(), words);
    }

    int product(String text) {
        return ProductIds.parse(text)
                .orElseThrow(
                        () ->
                                misused(
                                        "A product id is a whole number above 0, but this is '%s'"
                                                .formatted(text)));
    }

    /** The option that names the account to use. */
    static final class AccountOption {
        @Option(
                names = "--account",
                paramLabel = "NAME",
                defaultValue = Account.DEFAULT,
                description = "The account to use (default: ${DEFAULT-VALUE}).")
        private String name;

        boolean isDefault() {
            return name.equals(Account.DEFAULT);
        }

        String name() {
            return name;
        }
    }
}
