package dev.stockload.cli.terminal;

import dev.stockload.app.LedgerReader;
import dev.stockload.app.Settings;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Account;
import dev.stockload.process.FaultMessages;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** What every command has: its settings, its output, and errors for a wrong use. */
@Command(mixinStandardHelpOptions = true, version = CommandContext.VERSION)
public class CommandContext {
    public static final String VERSION = "stockload 1.0";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    public CommandOutput out() {
        return new CommandOutput(command.commandLine().getOut());
    }

    public CommandOutput err() {
        return new CommandOutput(command.commandLine().getErr());
    }

    @SuppressWarnings("unchecked") // the root command is always the program
    public Settings settings() {
        return ((Supplier<Settings>) command.root().userObject()).get();
    }

    public ParameterException misused(String words) {
        return new ParameterException(command.commandLine(), words);
    }

    /** Asks the ledger; if it cannot be read, says that {@code hidden} is not shown. */
    public <T> Optional<T> read(Function<Ledger, T> question, String hidden) {
        try {
            return new LedgerReader(settings()).ask(question);
        } catch (IOException | RuntimeException e) {
            String why = FaultMessages.explain(e);
            err().say("The database could not be read, so " + hidden + " not shown: " + why);
            return Optional.empty();
        }
    }

    /** Before long work, whose result would be lost. */
    public void expectWritable(Path out) {
        Path folder = out.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder) || !Files.isWritable(folder) || Files.isDirectory(out)) {
            throw misused(
                    "%s cannot be written: %s"
                            .formatted(
                                    out,
                                    Files.isDirectory(out)
                                            ? "it is a folder"
                                            : "%s is not a writable folder".formatted(folder)));
        }
    }

    public static final class AccountOption {
        @Option(
                names = "--account",
                paramLabel = "NAME",
                defaultValue = Account.DEFAULT,
                description =
                        "The account to use (default: the account named \"${DEFAULT-VALUE}\").")
        private String name;

        public String name() {
            return name;
        }
    }

    /** The option {@code --json}: prints one JSON document instead of text. */
    public static final class JsonOption {
        @Option(names = "--json", description = "Print one JSON document and nothing else.")
        private boolean asked;

        public boolean isAsked() {
            return asked;
        }

        public <T> void print(T value, CommandContext command, BiConsumer<T, CommandOutput> words) {
            if (asked) {
                command.out().json(value);
            } else {
                words.accept(value, command.out());
            }
        }

        /** Where sentences go: stderr with {@code --json}, since stdout has the document. */
        public CommandOutput sentences(CommandContext command) {
            return asked ? command.err() : command.out();
        }
    }
}
