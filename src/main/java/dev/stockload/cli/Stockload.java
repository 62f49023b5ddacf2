package dev.stockload.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;

import dev.stockload.app.LogFile;
import dev.stockload.app.Settings;
import dev.stockload.app.SettingsFiles;
import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.database.DatabaseLoan;
import dev.stockload.jobs.define.WordSuggestion;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunStoppedException;
import dev.stockload.sandbox.UnusableSandboxException;
import dev.stockload.sheet.PrivateFiles;
import dev.stockload.sheet.xls.EncryptedWorkbooks;
import dev.stockload.stock.Refusal;

import org.slf4j.LoggerFactory;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** The program: runs a command and turns its result into text and an exit code. */
@Command(
        name = "stockload",
        description =
                "Imports stock sheets into the merchant service: each colour once, none lost.",
        mixinStandardHelpOptions = true,
        version = CommandContext.VERSION,
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "")
public final class Stockload implements Callable<Integer>, Supplier<Settings> {
    @Spec private CommandSpec spec;

    private final Supplier<Settings> settings;
    private Settings read;

    private Stockload(Supplier<Settings> settings) {
        this.settings = settings;
    }

    public static void main(String[] args) {
        System.setProperty(LogFile.PROGRAM, "true");
        if ("dumb".equals(System.getenv("TERM"))) {
            System.setProperty("picocli.ansi", "false");
        }
        PrivateFiles.sweep();
        DatabaseLoan.onLoopbackOnly();
        EncryptedWorkbooks.from(() -> SettingsFiles.sheetPasswords(System.getenv(), "./"));
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int code = run(out, err, args);
        System.exit(out.checkError() && isLost(err) ? ExitCode.FAILED : code);
    }

    /** Says that output is lost, unless its reader has ended, as {@code head} does. */
    private static boolean isLost(PrintWriter err) {
        // A writer does not tell why it failed: the next byte fails for the same reason.
        try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
            out.write('\n');
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("pipe")) {
                return false;
            }
        }
        err.println("Some output could not be written, for example because the disk is full");
        return true;
    }

    public static int run(PrintWriter out, PrintWriter err, String... args) {
        return run(Settings::ofProcess, out, err, args);
    }

    static int run(Supplier<Settings> settings, PrintWriter out, PrintWriter err, String... args) {
        // Output is English: with another locale, numbers could have other digits.
        Locale.setDefault(Locale.ENGLISH);
        CommandLine line = new CommandLine(new Stockload(settings));
        commands(args).forEach(line::addSubcommand);
        line.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, CommandGroup::list);
        abbreviate(line);
        boolean json = List.of(args).contains("--json");
        line.setOut(out)
                .setErr(err)
                .setParameterExceptionHandler((fault, given) -> refuse(fault, given, json))
                .setExecutionExceptionHandler(
                        (fault, command, parsed) -> explain(fault, command, json));
        try {
            return line.execute(args);
        } catch (OutOfMemoryError e) {
            logged(e, line);
            err.println("Java ran out of memory; allow more, for example with JAVA_OPTS=-Xmx2g");
            return ExitCode.FAILED;
        } catch (StackOverflowError e) {
            return explain(new IllegalStateException("something nested too deeply", e), line, json);
        } catch (LinkageError e) {
            // Such as a class of a module that this Java does not have.
            return explain(new IllegalStateException(e.toString(), e), line, json);
        }
    }

    /** The help lists the options below: the synopsis need not. */
    private static void abbreviate(CommandLine line) {
        line.getCommandSpec().usageMessage().abbreviateSynopsis(true);
        line.getSubcommands().values().forEach(Stockload::abbreviate);
    }

    static CommandLine withAllCommands() {
        CommandLine line = new CommandLine(new Stockload(Settings::ofProcess));
        CommandGroup.allCommands().forEach(line::addSubcommand);
        return line;
    }

    /**
     * The command that the first word names, or all commands for help or if it names none. Building
     * all of them takes longer than checking a small sheet.
     */
    private static List<Class<?>> commands(String... args) {
        String named = args.length == 0 ? "" : args[0] + "command";
        for (Class<?> command : CommandGroup.allCommands()) {
            boolean isNamed = command.getSimpleName().toLowerCase(Locale.ROOT).equals(named);
            if (isNamed && command != HelpCommand.class) {
                return List.of(command);
            }
        }
        return CommandGroup.allCommands();
    }

    /** Read when a command needs them, so that help works with wrong settings. */
    @Override
    public Settings get() {
        if (read == null) {
            read = settings.get();
        }
        return read;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.UNUSABLE;
    }

    private static int refuse(ParameterException fault, String[] args, boolean json) {
        CommandLine command = fault.getCommandLine();
        String words = words(fault, args);
        String help =
                "%s%s '%s --help'"
                        .formatted(
                                words,
                                words.endsWith("?") ? " See" : "; see",
                                command.getCommandSpec().qualifiedName());
        return end(command, json, List.of(help), ExitCode.UNUSABLE);
    }

    private static int explain(Exception fault, CommandLine command, boolean json) {
        if (fault instanceof Refusal why) {
            // One definition may have several faults, one per line.
            boolean severalLines = why.kind() == Refusal.Kind.UNUSABLE_JOB;
            String words = why.getMessage();
            return end(
                    command,
                    json,
                    severalLines ? words.lines().toList() : List.of(words),
                    ExitCode.of(why));
        }
        if (fault instanceof UnusableSandboxException) {
            return end(command, json, List.of(fault.getMessage()), ExitCode.UNUSABLE);
        }
        if (fault instanceof RunStoppedException) {
            return end(command, json, List.of("Stopped"), ExitCode.FAILED);
        }
        String log = logged(fault, command);
        String words =
                FaultMessages.isOfStorage(fault)
                        ? FaultMessages.explain(fault)
                        : "Something went wrong that Stockload did not expect: %s%s"
                                .formatted(fault, log);
        return end(command, json, List.of(words), ExitCode.FAILED);
    }

    private static int end(CommandLine command, boolean json, List<String> lines, int code) {
        CommandOutput err = new CommandOutput(command.getErr());
        lines.forEach(line -> err.say("%s", line));
        if (json) {
            String words = String.join("\n", lines);
            new CommandOutput(command.getOut()).json(new CommandOutput.Fault(words));
        }
        return code;
    }

    /** Logs the stack trace; returns a sentence about where. */
    private static String logged(Throwable fault, CommandLine command) {
        try {
            Stockload program = (Stockload) command.getCommandSpec().root().userObject();
            Path file = LogFile.start(program.get().data());
            LoggerFactory.getLogger(Stockload.class)
                    .error("{} failed", command.getCommandSpec().qualifiedName(), fault);
            return ". The stack trace is in " + file;
        } catch (RuntimeException e) {
            return "";
        }
    }

    private static String words(ParameterException fault, String[] args) {
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
        return fault.getArgSpec() instanceof OptionSpec option
                        && (option.type() == int.class || option.type() == Integer.class)
                        && fault.getValue() != null
                ? "%s takes a whole number, but this is '%s'"
                        .formatted(option.longestName(), fault.getValue())
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
            return "There is no option '%s'%s".formatted(name, WordSuggestion.likely(name, known));
        }
        boolean takesWords = !command.getCommandSpec().positionalParameters().isEmpty();
        return takesWords || command.getSubcommands().isEmpty()
                ? "'%s' is one argument too many".formatted(first)
                : noCommand(first, command);
    }

    private static String noCommand(String word, CommandLine command) {
        List<String> commands = List.copyOf(command.getSubcommands().keySet());
        return commands.contains(word)
                ? "Write the command '%s' first".formatted(word)
                : "There is no command '%s'%s"
                        .formatted(word, WordSuggestion.likely(word, commands));
    }
}
