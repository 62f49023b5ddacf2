package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.stock.Refusal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The names of the commands in their help, in the README and when misspelt. */
class CommandNamesTest {
    private static final Pattern IN_HELP = Pattern.compile("^  ([a-z]+) ", Pattern.MULTILINE);
    private static final Pattern IN_TABLE = Pattern.compile("`([a-z]+)[^`]*`");

    @Test
    void the_readme_has_each_command_in_its_table_and_no_other() throws IOException {
        Set<String> known = new TreeSet<>(commands().toList());
        assertThat(inReadme()).isEqualTo(known);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void each_command_has_help_with_an_example_of_itself(String command) {
        CommandRun help = run(command, "--help");
        assertThat(help.exitCode()).isZero();
        assertThat(help.err()).isEmpty();
        assertThat(help.out()).startsWith("Usage: stockload " + command).contains("Example");
        assertThat(help.out().substring(help.out().indexOf("Example")))
                .contains("stockload " + command);
    }

    @ParameterizedTest
    @CsvSource({
        "products, --account --json",
        "stock, --account --json",
        "details, --refresh",
        "published, --undo",
        "quota, --json",
        "verify, --sample"
    })
    void help_names_the_options(String command, String options) {
        assertThat(run(command, "--help").out()).contains(options.split(" "));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void no_job_may_have_the_name_of_a_command(String command, @TempDir Path home)
            throws IOException {
        Path file = Files.createDirectories(home.resolve("jobs")).resolve(command + ".yml");
        Files.writeString(file, "read: a.csv\n");
        assertThatThrownBy(() -> new JobFolder(List.of(home), Set.of(), Set.of()).find(command))
                .hasMessageContaining("a job cannot be called '%s'", command);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void each_command_prints_its_version(String command) {
        assertThat(run(command, "--version").out()).isEqualTo(run("--version").out()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void help_fits_a_terminal_of_eighty_columns(String command) {
        assertThat(run(command, "--help").out().lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    chekc a.csv        | There is no command 'chekc': did you mean 'check'? See 'stockload --help'
                    improt a.csv       | There is no command 'improt': did you mean 'import'? See 'stockload --help'
                    frobnicate         | There is no command 'frobnicate'; see 'stockload --help'
                    help chekc         | There is no command 'chekc': did you mean 'check'? See 'stockload --help'
                    -- check a.csv     | Write the command 'check' first; see 'stockload --help'
                    --verison          | There is no option '--verison': did you mean '--version'? See 'stockload --help'
                    jobs --chekc       | There is no option '--chekc': did you mean '--check'? See 'stockload jobs --help'
                    jobs nightly stock | 'stock' is one argument too many; see 'stockload jobs --help'
                    serve --prot=8081  | There is no option '--prot': did you mean '--port'? See 'stockload serve --help'
                    import a.csv --send chnged | --send does not take 'chnged': did you mean 'changed'? See 'stockload import --help'
                    import a.csv --send some   | --send does not take 'some'; it can be all, changed or new; see 'stockload import --help'
                    """)
    void a_misspelt_word_gets_a_suggestion(String line, String words) {
        CommandRun run = run(line.split(" "));
        assertThat(run.err()).isEqualTo(words + "\n");
        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.UNUSABLE);
    }

    static Stream<String> commands() {
        Matcher names = IN_HELP.matcher(run("--help").out().split("Import:")[1]);
        return names.results().map(name -> name.group(1)).filter(name -> !name.equals("help"));
    }

    private static Set<String> inReadme() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        String table = readme.substring(readme.indexOf("| command |"));
        Set<String> commands = new TreeSet<>();
        List<String> rows = table.substring(0, table.indexOf("\n\n")).lines().skip(2).toList();
        for (String row : rows) {
            Matcher names = IN_TABLE.matcher(row.split("\\|")[1]);
            names.results().forEach(name -> commands.add(name.group(1)));
        }
        return commands;
    }

    private static CommandRun run(String... arguments) {
        // Neither help nor a misspelt word needs settings.
        return CommandRun.of(
                () -> {
                    throw Refusal.settings("none");
                },
                arguments);
    }
}
