package dev.stockload.cli;

import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.ExitCode;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** {@code stockload completion}: prints a completion script for a shell. */
@Command(
        name = "completion",
        description = "Prints a script with which a shell completes commands and options.",
        footer = {
            "",
            "Examples:",
            "  stockload completion bash > /etc/bash_completion.d/stockload",
            "  source <(stockload completion zsh)",
            "  stockload completion fish > ~/.config/fish/completions/stockload.fish"
        })
final class CompletionCommand implements Callable<Integer> {
    private static final String PROGRAM = "stockload";

    enum Shell {
        bash,
        zsh,
        fish
    }

    @Mixin private CommandContext context;

    @Parameters(paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
    private Shell shell;

    @Override
    public Integer call() {
        CommandLine all = Stockload.withAllCommands();
        if (shell == Shell.fish) {
            fish(all.getSubcommands(), context.out().writer());
        } else {
            // Picocli's script works in bash and zsh.
            context.out().writer().print(AutoComplete.bash(PROGRAM, all));
        }
        context.out().writer().flush();
        return ExitCode.DONE;
    }

    private static void fish(Map<String, CommandLine> commands, PrintWriter out) {
        String commandLine = "complete -c %s -n __fish_use_subcommand -a %s -d %s%n";
        String optionLine = "complete -c %s -n '__fish_seen_subcommand_from %s'%s -d %s%n";
        commands.forEach(
                (name, command) -> {
                    CommandSpec spec = command.getCommandSpec();
                    String words = quoted(first(spec.usageMessage().description()));
                    out.printf(commandLine, PROGRAM, name, words);
                    for (OptionSpec option : spec.options()) {
                        String does = quoted(first(option.description()));
                        out.printf(optionLine, PROGRAM, name, names(option), does);
                    }
                });
    }

    private static String names(OptionSpec option) {
        StringBuilder names = new StringBuilder();
        for (String name : option.names()) {
            boolean isLong = name.startsWith("--");
            names.append(isLong ? " -l " : " -s ").append(name.substring(isLong ? 2 : 1));
        }
        return names.append(option.arity().max() > 0 ? " -r" : "").toString();
    }

    private static String first(String... lines) {
        return lines.length == 0 ? "" : List.of(lines).get(0).replaceAll("[.:] .*|[.]$", "");
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
