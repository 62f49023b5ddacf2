package dev.stockload.cli.terminal;

import dev.stockload.jobs.define.ImportOption;
import dev.stockload.jobs.define.WordSuggestion;
import dev.stockload.sheet.PrivateFiles;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.apache.commons.io.function.IOFunction;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The import options on the command line. */
@Command
public final class SheetArguments implements ImportOption.Given {
    private final Set<ImportOption> options;
    private CommandSpec command;

    public SheetArguments(Set<ImportOption> options) {
        this.options = options;
    }

    @Spec(Spec.Target.MIXEE)
    void add(CommandSpec to) {
        command = to;
        for (ImportOption option : options) {
            OptionSpec.Builder spec =
                    OptionSpec.builder(typed(option))
                            .paramLabel(option.label())
                            .description(option.description())
                            .type(String.class);
            if (!option.choices().isEmpty()) {
                spec.completionCandidates(option.choices());
            }
            if (option.isList()) {
                spec.type(List.class)
                        .auxiliaryTypes(String.class)
                        .splitRegex(option.isSplit() ? "," : "");
            }
            to.addOption(spec.build());
        }
    }

    @Override
    public List<String> words(ImportOption option) {
        Object given = command.findOption(typed(option)).getValue();
        if (given instanceof List<?> several) {
            return several.stream().map(String::valueOf).toList();
        }
        return given == null ? List.of() : List.of(given.toString());
    }

    @Override
    public String name(ImportOption option) {
        return typed(option);
    }

    @Override
    public ParameterException fault(ImportOption option, String what) {
        return new ParameterException(command.commandLine(), typed(option) + " " + what);
    }

    /** Works on the file of a command; if it does not exist, names a similar one at once. */
    public static <T> T read(Path file, Consumer<String> notice, IOFunction<Path, T> work)
            throws IOException {
        if (!Files.exists(file)) {
            throw new UnusableSheetException("%s does not exist%s".formatted(file, similar(file)));
        }
        return PrivateFiles.read(file, notice, work);
    }

    private static String similar(Path file) {
        try (Stream<Path> files = Files.list(file.toAbsolutePath().getParent())) {
            List<String> names = files.map(each -> each.getFileName().toString()).toList();
            return WordSuggestion.likely(String.valueOf(file.getFileName()), names);
        } catch (IOException e) {
            return "";
        }
    }

    public static List<String> typed(SheetOptions options) {
        List<String> typed = new ArrayList<>();
        ImportOption.words(options)
                .forEach(
                        (option, words) -> {
                            List<String> given =
                                    option.isSplit() ? List.of(String.join(",", words)) : words;
                            given.forEach(word -> typed.addAll(List.of(typed(option), word)));
                        });
        return typed;
    }

    private static String typed(ImportOption option) {
        return "--" + option.name().replace('_', '-').toLowerCase(Locale.ROOT);
    }
}
