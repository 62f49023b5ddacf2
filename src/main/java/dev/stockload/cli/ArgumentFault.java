package dev.stockload.cli;

import dev.stockload.jobs.WordSuggestion;

import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.io.File;
import java.util.Arrays;
import java.util.List;

/** Says what is wrong with the words of a command line, and which ones were likely meant. */
final class ArgumentFault {
    private ArgumentFault() {}

    static String words(ParameterException fault, String[] args) {
        for (String arg : args) {
            if (arg.startsWith("-") && new File(arg).isFile()) {
                return "'%s' is taken for an option, since it begins with a hyphen: write .%s%s"
                        .formatted(arg, File.separator, arg);
            }
        }
        if (fault instanceof UnmatchedArgumentException unmatched) {
            return unknown(unmatched);
        }
        if (args.length > 1 && args[0].equals("help")) {
            return noCommand(args[args.length - 1], fault.getCommandLine());
        }
        boolean isNumber =
                fault.getArgSpec() instanceof OptionSpec option
                        && (option.type() == int.class || option.type() == Integer.class);
        return isNumber && fault.getValue() != null
                ? "%s takes a whole number, but this is '%s'"
                        .formatted(
                                ((OptionSpec) fault.getArgSpec()).longestName(), fault.getValue())
                : fault.getMessage();
    }

    private static String unknown(UnmatchedArgumentException fault) {
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
        return command.getSubcommands().isEmpty()
                ? "'%s' is one argument too many".formatted(first)
                : noCommand(first, command);
    }

    private static String noCommand(String word, CommandLine command) {
        List<String> commands = List.copyOf(command.getSubcommands().keySet());
        return commands.contains(word)
                ? "Write the command '%s' first".formatted(word)
                : "There is no command '%s'%s".formatted(word, meant(word, commands));
    }

    private static String meant(String word, List<String> known) {
        return WordSuggestion.of(word, known).map(": did you mean '%s'?"::formatted).orElse("");
    }
}
