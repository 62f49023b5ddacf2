package dev.stockload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.stockload.MarkdownPage.Block;
import dev.stockload.app.Settings;
import dev.stockload.app.SettingsFiles;
import dev.stockload.cli.Stockload;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.jobs.define.JobDefinition.NotifySettings;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.notifications.WebhookFormat;
import dev.stockload.problem.ProblemCode;
import dev.stockload.runs.Run;
import dev.stockload.sandbox.FaultScript;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sources.SourceAddress.SourceSettings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.mail.autoconfigure.MailProperties;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.yaml.snakeyaml.Yaml;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The manual names everything that the program has, and nothing that it does not have. */
class DocsTest {
    private static final int MOST_LINES_OF_README = 150;

    private static final MarkdownPage README = MarkdownPage.of("README.md");
    private static final MarkdownPage SHEETS = MarkdownPage.of("docs/sheets.md");
    private static final MarkdownPage NIGHTLY = MarkdownPage.of("docs/nightly.md");
    private static final MarkdownPage OPERATIONS = MarkdownPage.of("docs/operations.md");
    private static final MarkdownPage API = MarkdownPage.of("docs/api.md");
    private static final MarkdownPage ARCHITECTURE = MarkdownPage.of("docs/architecture.md");
    private static final List<MarkdownPage> MANUAL = MarkdownPage.manual();

    private static final Pattern COMMAND =
            Pattern.compile("(?:^|[\\s$(/`])stockload ([a-z]+)((?: [^`|#\n]*)?)");
    private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]*");

    /** What looks like a setting and is the name of a file. */
    private static final Pattern FILE =
            Pattern.compile("stockload\\.(log|mv\\.db|service|exe|bat|env)");

    static List<MarkdownPage> manual() {
        return MANUAL;
    }

    @Test
    void readme_is_one_page() {
        assertThat(README.lines()).hasSizeLessThanOrEqualTo(MOST_LINES_OF_README);
    }

    @Test
    void every_page_can_be_reached_from_readme() {
        Set<String> linked =
                README.relativeLinks().stream()
                        .map(link -> link.replaceFirst("#.*", ""))
                        .collect(Collectors.toSet());
        assertThat(MANUAL)
                .extracting(MarkdownPage::toString)
                .filteredOn(page -> !page.equals("README.md"))
                .isSubsetOf(linked);
    }

    @ParameterizedTest
    @MethodSource("manual")
    void relative_links_lead_somewhere(MarkdownPage page) {
        for (String link : page.relativeLinks()) {
            String[] parts = link.split("#", 2);
            Path target = parts[0].isEmpty() ? page.file() : page.file().resolveSibling(parts[0]);
            assertThat(target.normalize()).as(link).exists();
            if (parts.length == 2) {
                MarkdownPage there = MarkdownPage.of(target.normalize().toString());
                assertThat(there.anchors()).as(link).contains(parts[1]);
            }
        }
    }

    // ---- sheets

    @Test
    void the_problems_are_those_of_the_program() {
        Set<String> codes = names((Object[]) ProblemCode.values());
        Set<String> families =
                codes.stream().map(code -> code.split("\\.")[0]).collect(Collectors.toSet());
        assertThat(codesOf(SHEETS.firstCells(), families)).isEqualTo(codes);
        for (MarkdownPage page : MANUAL) {
            assertThat(codesOf(page.inlineCode(), families)).as(page.toString()).isSubsetOf(codes);
        }
    }

    private static Set<String> codesOf(Collection<String> words, Set<String> families) {
        return words.stream()
                .filter(word -> word.matches("[a-z]+\\.[a-z]+"))
                .filter(word -> !word.matches(".*\\.(csv|ok|xls|xlsx|yml)"))
                .filter(word -> families.contains(word.split("\\.")[0]))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void the_header_words_are_those_of_the_program() throws ReflectiveOperationException {
        MarkdownPage table = SHEETS.section("## Header words");
        assertThat(Set.copyOf(table.firstCells()))
                .isEqualTo(
                        Arrays.stream(HeaderField.values())
                                .map(HeaderField::key)
                                .collect(Collectors.toSet()));
        Field names = HeaderField.class.getDeclaredField("names");
        names.setAccessible(true);
        for (HeaderField field : HeaderField.values()) {
            String row =
                    table.lines().stream()
                            .filter(line -> line.startsWith("| `%s`".formatted(field.key())))
                            .findFirst()
                            .orElseThrow();
            String words = row.split("\\|")[2].replaceFirst(";.*", "");
            Set<String> said =
                    Arrays.stream(words.split(","))
                            .map(HeaderField::bare)
                            .collect(Collectors.toSet());
            assertThat(said).as(field.key()).isEqualTo(names.get(field));
        }
    }

    @Test
    void the_check_of_readme_prints_what_it_shows() {
        List<String> printed = run("check", "sample-data/warehouse.xlsx").lines().toList();
        List<String> shown =
                README.indented().stream()
                        .dropWhile(
                                line ->
                                        !line.endsWith(
                                                "stockload check sample-data/warehouse.xlsx"))
                        .skip(1)
                        .filter(line -> !line.strip().equals("..."))
                        .toList();
        assertThat(shown).hasSizeGreaterThan(4);
        assertThat(printed).containsAll(shown);
    }

    @Test
    void the_check_of_a_small_sheet_prints_what_it_shows(@TempDir Path folder) throws IOException {
        Path sheet = folder.resolve("stock.csv");
        List<String> rows =
                SHEETS.blocks().get(0).lines().stream()
                        .map(line -> line.strip().replaceAll(" {2,}", ","))
                        .map(
                                line ->
                                        line.chars().filter(c -> c == ',').count() < 4
                                                ? line + ","
                                                : line)
                        .toList();
        Files.write(sheet, rows);
        String shown =
                SHEETS.lines().stream()
                        .dropWhile(line -> !line.contains("$ stockload check stock.csv"))
                        .skip(1)
                        .takeWhile(line -> line.isEmpty() || line.startsWith("    "))
                        .map(line -> line.isEmpty() ? line : line.substring(4))
                        .collect(Collectors.joining("\n"));
        String printed = run("check", sheet.toString()).replace(sheet.toString(), "stock.csv");
        assertThat(printed.strip()).isEqualTo(shown.strip());
    }

    // ---- jobs

    @Test
    void the_keys_of_a_job_are_those_of_the_program() throws ReflectiveOperationException {
        assertThat(NIGHTLY.section("## All keys").firstCells())
                .containsExactlyInAnyOrderElementsOf(
                        constant("dev.stockload.jobs.define.JobFile", "KEYS"));
    }

    @ParameterizedTest
    @MethodSource("manual")
    void each_job_definition_can_be_used(MarkdownPage page, @TempDir Path home) throws IOException {
        Path file = Files.createDirectories(home.resolve("jobs")).resolve("shown.yml");
        for (Block block : page.blocks()) {
            if (block.kind().equals("yaml") && !isOfSettings(block) && !isOfPrometheus(block)) {
                String text = block.text();
                boolean whole = text.contains("read:") || text.contains("from:");
                Files.writeString(file, whole ? text : text + "read: stock.csv\n");
                assertThatCode(
                                () ->
                                        new JobFolder(List.of(home), Set.of(), Set.of("supplier"))
                                                .find("shown"))
                        .as(text)
                        .doesNotThrowAnyException();
            }
        }
    }

    @Test
    void messages_go_where_the_program_sends_them() {
        Set<String> addresses = new TreeSet<>(Set.of("mailto:", "https:"));
        for (WebhookFormat form : WebhookFormat.values()) {
            if (form != WebhookFormat.WEBHOOK) {
                addresses.add(form.name().toLowerCase(Locale.ROOT) + ":");
            }
        }
        MarkdownPage messages = NIGHTLY.section("## Messages");
        assertThat(messages.firstCells()).containsExactlyInAnyOrderElementsOf(addresses);
        assertThat(messages.inlineCode())
                .containsAll(
                        Arrays.stream(NotifySettings.Rule.End.values())
                                .map(end -> end.name().toLowerCase(Locale.ROOT))
                                .toList());
    }

    @Test
    void each_fault_of_the_sandbox_can_be_asked_for() {
        List<String> faults = MarkdownPage.of("docs/sandbox.md").section("## Faults").firstCells();
        assertThat(faults).hasSizeGreaterThan(4);
        for (String fault : faults) {
            String script = fault.replace("SECONDS", "5") + "@1";
            assertThatCode(() -> FaultScript.parse(List.of(script))).doesNotThrowAnyException();
        }
    }

    private static boolean isOfSettings(Block block) {
        return block.text().startsWith("# application.yml");
    }

    private static boolean isOfPrometheus(Block block) {
        return block.text().startsWith("groups:");
    }

    // ---- settings, exit codes, messages

    @Test
    void every_setting_is_in_the_manual() throws Exception {
        String text = MANUAL.stream().map(MarkdownPage::text).collect(Collectors.joining("\n"));
        assertThat(OPERATIONS.section("## Settings").firstCells())
                .containsAll(constant(SettingsFiles.class.getName(), "KNOWN_VARIABLES"));
        for (String name : settings()) {
            String variable = name.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_");
            boolean isThere = text.contains("`" + name) || text.contains("`" + variable + "`");
            assertThat(isThere).as(name).isTrue();
        }
        assertThat(OPERATIONS.section("## Settings").inlineCode())
                .containsAll(parts(Settings.AccountParts.class));
        assertThat(NIGHTLY.section("## Sources").text())
                .contains(
                        parts(SourceSettings.class).stream()
                                .map("`%s"::formatted)
                                .toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("manual")
    void no_setting_is_named_that_does_not_exist(MarkdownPage page) throws Exception {
        Collection<String> plain = constant(SettingsFiles.class.getName(), "KNOWN_VARIABLES");
        Matcher variables = Pattern.compile("\\b(STOCKLOAD|SPRING)_[A-Z_]+").matcher(page.text());
        Set<String> mail =
                mailProperties().stream()
                        .map(name -> "SPRING_MAIL_" + name.toUpperCase(Locale.ROOT))
                        .collect(Collectors.toSet());
        while (variables.find()) {
            String name = variables.group();
            assertThat(plain.contains(name) || mail.contains(name)).as(name).isTrue();
        }
        for (String code : page.inlineCode()) {
            if (code.matches("stockload\\.[a-z].*") && !FILE.matcher(code).matches()) {
                assertThat(isSetting(code)).as(code).isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("manual")
    void each_application_yml_has_settings_that_exist(MarkdownPage page, @TempDir Path folder)
            throws Exception {
        for (Block block : page.blocks()) {
            if (isOfSettings(block)) {
                for (String name : leaves("", new Yaml().load(block.text()))) {
                    assertThat(isSetting(name)).as(name).isTrue();
                }
                Files.writeString(folder.resolve("application.yml"), block.text());
                Map<String, String> variables = Map.of("MAIL_PASSWORD", "secret");
                assertThatCode(() -> SettingsFiles.load(variables, folder + "/"))
                        .doesNotThrowAnyException();
            }
        }
    }

    @Test
    void the_exit_codes_are_those_of_the_program() throws ReflectiveOperationException {
        Set<String> codes = new TreeSet<>();
        for (Field field : Class.forName("dev.stockload.cli.terminal.ExitCode").getFields()) {
            field.setAccessible(true);
            codes.add(String.valueOf(field.get(null)));
        }
        for (MarkdownPage table :
                List.of(
                        README.section("## Rejected and held"),
                        MarkdownPage.of("docs/scripts.md").section("## Exit codes"),
                        OPERATIONS.section("## Exit codes"))) {
            List<String> said =
                    table.lines().stream()
                            .filter(line -> line.matches("\\| \\d+ \\|.*"))
                            .map(line -> line.split("\\|")[1].strip())
                            .toList();
            assertThat(said).as(table.toString()).containsExactlyInAnyOrderElementsOf(codes);
        }
    }

    @Test
    void each_message_of_the_troubleshooting_is_one_of_the_program() throws IOException {
        String sources = sources("src/main/java").replaceAll("\"\\s*\\+\\s*\"", "");
        List<String> messages = OPERATIONS.section("## Troubleshooting by message").firstCells();
        assertThat(messages).hasSizeGreaterThan(10);
        for (String message : messages) {
            for (String part : message.split("\\s*…,?\\s*")) {
                assertThat(sources.contains(part)).as(part).isTrue();
            }
        }
    }

    @Test
    void the_metrics_are_those_of_the_program() throws IOException {
        String code = Files.readString(Path.of("src/main/java/dev/stockload/web/Monitoring.java"));
        Set<String> known =
                Pattern.compile("\"(stockload\\.[a-z.]+)\"")
                        .matcher(code)
                        .results()
                        .map(found -> found.group(1).replace('.', '_'))
                        .collect(Collectors.toSet());
        Matcher named = Pattern.compile("stockload_[a-z_]+").matcher(OPERATIONS.text());
        Set<String> said = new TreeSet<>();
        while (named.find()) {
            said.add(named.group().replaceFirst("(_seconds)?(_total)?$", ""));
        }
        assertThat(said).isSubsetOf(known).hasSizeGreaterThan(4);
    }

    // ---- commands

    @ParameterizedTest
    @MethodSource("manual")
    void each_command_has_the_options_that_are_shown(MarkdownPage page) {
        Set<String> all = new TreeSet<>();
        help("").forEach(command -> all.addAll(help(command)));
        Matcher commands = COMMAND.matcher(page.text());
        while (commands.find()) {
            String name = commands.group(1);
            Set<String> options = options(commands.group(2));
            if (help("").contains(name)) {
                assertThat(help(name)).as(commands.group()).containsAll(options);
            } else {
                // Words that follow the name in a sentence.
                assertThat(options).as(commands.group()).isEmpty();
            }
        }
        for (String code : page.inlineCode()) {
            if (code.startsWith("--")) {
                assertThat(all).as(code).containsAll(options(code));
            }
        }
    }

    private static final Map<String, Set<String>> HELP = new HashMap<>();

    /** The options of a command and of those below it; of none, the names of all commands. */
    private static Set<String> help(String command) {
        return HELP.computeIfAbsent(
                command,
                name -> {
                    if (name.isEmpty()) {
                        return Pattern.compile("^  ([a-z]+) ", Pattern.MULTILINE)
                                .matcher(run("--help").split("Import:")[1])
                                .results()
                                .map(found -> found.group(1))
                                .filter(found -> !found.equals("help"))
                                .collect(Collectors.toCollection(TreeSet::new));
                    }
                    String help = run(name, "--help");
                    return options(
                            name.equals("tokens") ? help + run(name, "add", "--help") : help);
                });
    }

    private static Set<String> options(String text) {
        return OPTION.matcher(text)
                .results()
                .map(found -> found.group())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Stockload.run(new PrintWriter(out), new PrintWriter(err), arguments);
        return out.toString();
    }

    // ---- the HTTP interface

    @Test
    void the_operations_are_those_of_the_program() throws Exception {
        Set<String> operations = new TreeSet<>();
        try (Stream<Path> files = Files.list(Path.of("src/main/java/dev/stockload/web/api"))) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith("Api")) {
                    operations.addAll(
                            operations(
                                    Class.forName(
                                            "dev.stockload.web.api." + name.replace(".java", ""))));
                }
            }
        }
        assertThat(API.section("## Operations").firstCells())
                .containsExactlyInAnyOrderElementsOf(operations);
    }

    private static Set<String> operations(Class<?> type) {
        Set<String> operations = new TreeSet<>();
        RequestMapping mapping = type.getAnnotation(RequestMapping.class);
        for (Method method : mapping == null ? new Method[0] : type.getDeclaredMethods()) {
            GetMapping get = method.getAnnotation(GetMapping.class);
            PostMapping post = method.getAnnotation(PostMapping.class);
            if (get != null) {
                operations.add("GET " + mapping.path()[0] + path(get.value(), get.path()));
            } else if (post != null) {
                operations.add("POST " + mapping.path()[0] + path(post.value(), post.path()));
            }
        }
        return operations;
    }

    private static String path(String[] value, String[] path) {
        return Stream.of(value, path).flatMap(Arrays::stream).findFirst().orElse("");
    }

    @Test
    void a_run_in_json_has_the_fields_of_the_program() {
        Block shown =
                API.blocks().stream()
                        .filter(block -> block.kind().equals("json"))
                        .findFirst()
                        .get();
        JsonNode run = JsonMapper.shared().readTree(shown.text());
        for (RecordComponent part : StatusReport.class.getRecordComponents()) {
            if (part.getType().isRecord()) {
                assertThat(run.get(part.getName()).propertyNames())
                        .as(part.getName())
                        .containsExactlyInAnyOrderElementsOf(parts(part.getType(), ""));
            }
        }
        assertThat(parts(StatusReport.class, "")).containsAll(run.propertyNames());
        assertThat(Run.State.values())
                .allSatisfy(state -> assertThat(API.inlineCode()).contains(state.name()));
    }

    // ---- the rooms

    @Test
    void the_job_of_spring_batch_is_shown_as_it_is() throws IOException {
        Path job = Path.of("src/main/java/dev/stockload/imports/ImportFlow.java");
        String shown = MarkdownPage.of("docs/spring-batch.md").blocks().get(0).text();
        assertThat(Files.readString(job).replaceAll("\\s+", " "))
                .contains(shown.strip().replaceAll("\\s+", " "));
    }

    @ParameterizedTest
    @MethodSource("manual")
    void each_class_that_is_named_exists(MarkdownPage page) throws IOException {
        Set<String> classes;
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            classes =
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".java"))
                            .map(name -> name.replace(".java", ""))
                            .collect(Collectors.toSet());
        }
        boolean isArchitecture = page.file().equals(ARCHITECTURE.file());
        Set<String> named =
                page.inlineCode().stream()
                        .filter(
                                code ->
                                        code.matches(
                                                isArchitecture
                                                        ? "[A-Z][A-Za-z]+"
                                                        : "([A-Z][a-z]+){2,}"))
                        .filter(code -> !code.equals("ItemStream"))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(classes).containsAll(named);
    }

    // ---- what the program has

    /** The settings of our own, as the program asks for them. */
    private static Set<String> settings() throws IOException {
        return Pattern.compile("\"(stockload\\.[a-z-]+)\"")
                .matcher(sources("src/main/java/dev/stockload/app"))
                .results()
                .map(found -> found.group(1))
                .filter(name -> !FILE.matcher(name).matches())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isSetting(String name) throws Exception {
        String[] parts = name.split("\\.");
        if (name.startsWith("spring.mail.")) {
            return mailProperties().contains(parts[2]);
        }
        String end = parts[parts.length - 1];
        return switch (parts[0] + "." + parts[1]) {
            case "stockload.accounts" ->
                    parts.length < 4 || end.equals("*") || isPart(Settings.AccountParts.class, end);
            case "stockload.sources" ->
                    parts.length < 4 || end.equals("*") || isPart(SourceSettings.class, end);
            default -> settings().contains(name);
        };
    }

    private static boolean isPart(Class<?> record, String name) {
        return parts(record).contains(name);
    }

    /** The components of a record as a file of settings names them. */
    private static Set<String> parts(Class<?> record) {
        return parts(record, "-").stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The components of a record, with something between their words. */
    private static Set<String> parts(Class<?> record, String between) {
        return Arrays.stream(record.getRecordComponents())
                .map(RecordComponent::getName)
                .map(name -> name.replaceAll("([A-Z])", between + "$1"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> mailProperties() throws Exception {
        return Arrays.stream(
                        Introspector.getBeanInfo(MailProperties.class).getPropertyDescriptors())
                .map(PropertyDescriptor::getName)
                .collect(Collectors.toSet());
    }

    private static Set<String> leaves(String place, Object value) {
        Set<String> leaves = new TreeSet<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach(
                    (key, below) ->
                            leaves.addAll(
                                    leaves(place.isEmpty() ? key + "" : place + "." + key, below)));
        } else {
            leaves.add(place);
        }
        return leaves;
    }

    @SuppressWarnings("unchecked")
    private static Collection<String> constant(String type, String name)
            throws ReflectiveOperationException {
        Field field = Class.forName(type).getDeclaredField(name);
        field.setAccessible(true);
        return (Collection<String>) field.get(null);
    }

    private static Set<String> names(Object... values) {
        return Arrays.stream(values)
                .map(Object::toString)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String sources(String folder) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }
}
