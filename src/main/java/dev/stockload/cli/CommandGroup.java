package dev.stockload.cli;

import dev.stockload.cli.operate.AccountsCommand;
import dev.stockload.cli.operate.BackupCommand;
import dev.stockload.cli.operate.JobsCommand;
import dev.stockload.cli.operate.RestoreCommand;
import dev.stockload.cli.operate.SandboxCommand;
import dev.stockload.cli.operate.ServeCommand;
import dev.stockload.cli.operate.SourcesCommand;
import dev.stockload.cli.operate.TokensCommand;
import dev.stockload.cli.runs.CheckCommand;
import dev.stockload.cli.runs.DiffCommand;
import dev.stockload.cli.runs.ImportCommand;
import dev.stockload.cli.runs.MorningCommand;
import dev.stockload.cli.runs.ResumeCommand;
import dev.stockload.cli.runs.RunCommand;
import dev.stockload.cli.runs.StatusCommand;
import dev.stockload.cli.runs.UndoCommand;
import dev.stockload.cli.runs.VerifyCommand;
import dev.stockload.cli.runs.WhyCommand;
import dev.stockload.cli.service.DetailsCommand;
import dev.stockload.cli.service.ExportCommand;
import dev.stockload.cli.service.ProductsCommand;
import dev.stockload.cli.service.PublishedCommand;
import dev.stockload.cli.service.QuotaCommand;
import dev.stockload.cli.service.StockCommand;
import dev.stockload.cli.service.TemplateCommand;

import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.UsageMessageSpec;

import java.util.Arrays;
import java.util.List;

/** All commands, as the help groups them. */
enum CommandGroup {
    IMPORT("Import", RunCommand.class, ImportCommand.class, CheckCommand.class, DiffCommand.class),
    LOOK(
            "Look",
            StatusCommand.class,
            MorningCommand.class,
            WhyCommand.class,
            VerifyCommand.class,
            ProductsCommand.class,
            StockCommand.class),
    CORRECT("Continue and take back", ResumeCommand.class, UndoCommand.class),
    SHEETS("Make sheets", ExportCommand.class, TemplateCommand.class),
    DETAILS("Product details", DetailsCommand.class, PublishedCommand.class, QuotaCommand.class),
    OPERATE(
            "Operate",
            ServeCommand.class,
            JobsCommand.class,
            SourcesCommand.class,
            AccountsCommand.class,
            TokensCommand.class,
            BackupCommand.class,
            RestoreCommand.class,
            SandboxCommand.class,
            CompletionCommand.class,
            HelpCommand.class);

    private static final int NAME_WIDTH = 12;

    private final String title;
    private final List<Class<?>> commands;

    CommandGroup(String title, Class<?>... commands) {
        this.title = title;
        this.commands = List.of(commands);
    }

    static List<Class<?>> allCommands() {
        return Arrays.stream(values()).flatMap(each -> each.commands.stream()).toList();
    }

    /** A line for each command: its name, and its description up to the first pause. */
    static String list(Help help) {
        StringBuilder text = new StringBuilder();
        for (CommandGroup group : values()) {
            text.append("%n%s:%n".formatted(group.title));
            for (CommandLine command : help.commandSpec().subcommands().values()) {
                if (group.commands.contains(command.getCommandSpec().userObject().getClass())) {
                    text.append(
                            "  %%-%ds%%s%%n"
                                    .formatted(NAME_WIDTH)
                                    .formatted(command.getCommandName(), summary(command)));
                }
            }
        }
        return text.toString();
    }

    private static String summary(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        String[] texts = usage.header().length > 0 ? usage.header() : usage.description();
        return texts[0].split("[.,:;(] ?|$")[0].strip();
    }
}
