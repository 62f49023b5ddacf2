package dev.stockload.cli;

import dev.stockload.jobs.Nearest;

import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.UnmatchedArgumentException;

import java.util.Arrays;
import java.util.List;

/** Says that a command, an option or an argument is not known, and which one was likely meant. */
final class UnknownArgument {
    private UnknownArgument() {}

    static String words(UnmatchedArgumentException fault) {
        CommandLine command = fault.getCommandLine();
        String first = fault.getUnmatched().get(0);
        if (first.startsWith("-")) {
            String name = first.replaceFirst("=.*", "");
            List<String> known =
                    command.getCommandSpec().options().stream()
                            .filter(option -> !option.hidden())
                            .map(OptionSpec::names)
                            .flatMap(Arrays::stream)
                            .toList();
            return "There is no option '%s'%s".formatted(name, meant(name, known));
        }
        List<String> commands = List.copyOf(command.getSubcommands().keySet());
        return commands.isEmpty()
                ? "'%s' is one argument too many".formatted(first)
                : "There is no command '%s'%s".formatted(first, meant(first, commands));
    }

    private static String meant(String word, List<String> known) {
        return Nearest.of(word, known).map(": did you mean '%s'?"::formatted).orElse("");
    }
}
