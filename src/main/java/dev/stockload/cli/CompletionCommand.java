package dev.stockload.cli;

import dev.stockload.app.LedgerReader;
import dev.stockload.app.Settings;
import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.imports.report.Status;
import dev.stockload.runs.Run;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    /** What the scripts ask for while somebody types. */
    enum Names {
        jobs,
        runs;

        /** What the first parameter of a command names. */
        static Optional<Names> of(CommandLine command) {
            String label =
                    command.getCommandSpec().positionalParameters().stream()
                            .findFirst()
                            .map(ArgSpec::paramLabel)
                            .orElse("");
            return Arrays.stream(values())
                    .filter(
                            each ->
                                    each.name()
                                            .equalsIgnoreCase(
                                                    label.replaceFirst(".*[|]", "") + "s"))
                    .findFirst();
        }

        String asked() {
            return "(%s completion --names %s 2>/dev/null)".formatted(PROGRAM, name());
        }
    }

    @Mixin private CommandContext context;

    @Parameters(
            paramLabel = "SHELL",
            arity = "0..1",
            description = "One of ${COMPLETION-CANDIDATES}.")
    private Shell shell;

    @Option(names = "--names", hidden = true)
    private Names names;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = context.out().writer();
        CommandLine all = Stockload.withAllCommands();
        if (names != null) {
            names(context.settings()).forEach(out::println);
        } else if (shell == null) {
            throw context.misused("Which shell? One of bash, zsh, fish");
        } else if (shell == Shell.fish) {
            fish(all.getSubcommands(), out);
        } else {
            // Picocli's script works in bash and zsh.
            out.print(withNames(AutoComplete.bash(PROGRAM, all), all.getSubcommands()));
        }
        out.flush();
        return ExitCode.DONE;
    }

    private List<String> names(Settings settings) throws IOException {
        return names == Names.jobs
                ? settings.jobs().names()
                : new LedgerReader(settings)
                                .ask(ledger -> Status.of(ledger, null, false).runs())
                                .orElse(List.of())
                                .stream()
                                .map(Run::id)
                                .toList();
    }

    /** Picocli knows no names that change: each command has a function in its script. */
    private static String withNames(String script, Map<String, CommandLine> commands) {
        StringBuilder text = new StringBuilder();
        for (String part : script.split("(?=\nfunction _picocli_stockload_)")) {
            String command = part.replaceFirst("(?s).*?_picocli_stockload_([a-z]*).*", "$1");
            Optional<Names> named = Optional.ofNullable(commands.get(command)).flatMap(Names::of);
            text.append(
                    named.map(Names::asked)
                            .map(
                                    names ->
                                            part.replace(
                                                    "positionals=\"\"",
                                                    "positionals=\"$" + names + "\""))
                            .orElse(part));
        }
        return text.toString();
    }

    private static void fish(Map<String, CommandLine> commands, PrintWriter out) {
        String commandLine = "complete -c %s -n __fish_use_subcommand -a %s -d %s%n";
        String namesLine = "complete -c %s -n '__fish_seen_subcommand_from %s' -a '%s'%n";
        String optionLine = "complete -c %s -n '__fish_seen_subcommand_from %s'%s -d %s%n";
        commands.forEach(
                (name, command) -> {
                    CommandSpec spec = command.getCommandSpec();
                    String words = quoted(first(spec.usageMessage().description()));
                    out.printf(commandLine, PROGRAM, name, words);
                    Names.of(command)
                            .ifPresent(each -> out.printf(namesLine, PROGRAM, name, each.asked()));
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
        names.append(option.arity().max() > 0 ? " -r" : "");
        if (option.completionCandidates() != null) {
            names.append(" -a ").append(quoted(String.join(" ", option.completionCandidates())));
        }
        return names.toString();
    }

    private static String first(String... lines) {
        return lines.length == 0 ? "" : List.of(lines).get(0).replaceAll("[.:] .*|[.]$", "");
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
