package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.SandboxSettings;
import dev.stockload.app.Settings;
import dev.stockload.imports.StrictService;
import dev.stockload.imports.StrictService.Fault;
import dev.stockload.ledger.ReadyLedger;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A shell without settings, in a data folder that belongs to a real account. */
@Timeout(300)
@Tag("soak")
class UnsetAccountTest {
    private static final String HEADER = "pid,colour,size,stock\n";

    /** The names of the four variables, as the sentence lists them. */
    private static final String VARIABLES =
            "STOCKLOAD_BASE_URL, STOCKLOAD_APP_ID, STOCKLOAD_APP_SECRET and STOCKLOAD_ACCESS_TOKEN"
                    + " are not set";

    @TempDir Path folder;

    @AutoClose private StrictService service;

    @BeforeEach
    void start() throws IOException {
        service = new StrictService(InstantSource.system(), false);
        service.product(10001, "SL-10001");
        ReadyLedger.prepare(folder.resolve("data"));
    }

    @Test
    void a_run_of_the_real_account_is_not_resumed_in_the_sandbox() throws IOException {
        service.fault(1, Fault.TOO_MANY_FOR_LONG);
        Path sheet = write("a.csv", "10001,red,36,5\n");
        assertThat(set("import", sheet).exitCode()).isEqualTo(1);
        String before = status();

        refused(unset("resume"));
        refused(unset("resume", run()));
        assertThat(status()).isEqualTo(before).contains("Failed");
        assertThat(folder.resolve("data/sandbox")).doesNotExist();
    }

    @Test
    void a_run_of_the_real_account_is_not_undone_in_the_sandbox() throws IOException {
        imported();
        String before = status();
        refused(unset("undo", run(), "--yes"));
        assertThat(status()).isEqualTo(before).contains("Finished");
    }

    @Test
    void what_would_talk_to_the_service_says_whose_folder_it_is() throws IOException {
        Path sheet = imported();
        String before = status();
        for (List<String> command :
                List.of(
                        List.of("import", sheet.toString()),
                        List.of("import", sheet.toString(), "--account", "default"),
                        List.of("diff", sheet.toString()),
                        List.of("verify", run()),
                        List.of("verify", "--all"),
                        List.of("why", "10001"),
                        List.of("details", "10001"),
                        List.of("products"),
                        List.of("stock", "10001"),
                        List.of("stock", "SL-10001"))) {
            CommandRun refused = unset(command.toArray(String[]::new));
            assertThat(refused.err()).as(command.toString()).contains(VARIABLES);
            refused(refused);
        }
        assertThat(status()).isEqualTo(before);
        assertThat(folder.resolve("data/sandbox")).doesNotExist();
    }

    @Test
    void what_only_reads_the_folder_or_a_file_works_as_ever() throws IOException {
        Path sheet = imported();
        for (List<String> command :
                List.of(
                        List.of("status"),
                        List.of("status", run()),
                        List.of("check", sheet.toString()),
                        List.of("morning"),
                        List.of("jobs"),
                        List.of("accounts"),
                        List.of("resume"),
                        List.of("published", "--list"),
                        List.of("backup", folder.resolve("b.zip").toString()))) {
            CommandRun read = unset(command.toArray(String[]::new));
            assertThat(read.exitCode()).as(command + read.err()).isZero();
        }
        assertThat(unset("quota").out()).contains("Account default");
    }

    @Test
    void something_can_be_tried_in_the_sandbox_by_its_name() throws IOException {
        Path sheet = imported();
        CommandRun tried = unset("import", sheet.toString(), "--account", "sandbox");
        assertThat(tried.exitCode()).as(tried.err()).isZero();
        assertThat(tried.out()).contains("everything was sent");
        assertThat(unset("products", "--account", "sandbox").exitCode()).isZero();
        assertThat(service.creates()).hasSize(1);
        refused(unset("import", sheet.toString()));
    }

    @Test
    void one_account_without_settings_does_not_keep_another_from_being_resumed()
            throws IOException {
        Path sheet = write("a.csv", "10001,red,36,5\n");
        service.fault(1, Fault.TOO_MANY_FOR_LONG);
        assertThat(set("import", sheet).exitCode()).isEqualTo(1);
        try (StrictService other = new StrictService(InstantSource.system(), false)) {
            other.product(10001, "SL-10001");
            CommandRun failed =
                    north(other, "wrong", "import", sheet.toString(), "--account", "north");
            assertThat(failed.exitCode()).as(failed.err()).isEqualTo(1);

            CommandRun resumed = north(other, StrictService.SECRET, "resume");
            // 2 would say that nothing was sent.
            assertThat(resumed.exitCode()).as(resumed.err()).isEqualTo(1);
            assertThat(resumed.out()).contains("everything was sent");
            assertThat(resumed.err()).contains("account 'default' has no settings", VARIABLES);
            assertThat(other.creates()).hasSize(1);
        }
    }

    @Test
    void the_first_run_of_a_newcomer_belongs_to_the_sandbox() throws IOException {
        Path sheet = write("a.csv", "10001,red,36,5\n");
        CommandRun first = unset("import", sheet.toString());
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.err()).contains("No STOCKLOAD_BASE_URL is set: using the built-in");
        assertThat(unset("status", first.runId()).out()).contains("account sandbox");

        // With settings, default is another account; without them, the folder is not a trial now.
        CommandRun real = set("import", sheet);
        assertThat(real.exitCode()).as(real.err()).isZero();
        assertThat(real.out()).contains("everything was sent");
        refused(unset("import", sheet.toString()));
    }

    @Test
    void products_and_stock_of_another_address_are_not_shown_as_those_of_the_account()
            throws IOException {
        imported();
        try (StrictService other = new StrictService(InstantSource.system(), false)) {
            other.product(10001, "SL-10001");
            for (String[] command :
                    List.of(new String[] {"products"}, new String[] {"stock", "10001"})) {
                CommandRun moved = CommandRun.in(folder, other, command);
                assertThat(moved.exitCode()).as(moved.out()).isEqualTo(2);
                assertThat(moved.err()).contains("The account 'default' was at", "--moved");
            }
        }
    }

    @Test
    void half_of_the_settings_make_no_run() throws IOException {
        Path sheet = write("a.csv", "10001,red,36,5\n");
        for (List<String> command :
                List.of(List.of("import", sheet.toString()), List.of("details", "10001"))) {
            CommandRun half = half(command.toArray(String[]::new));
            assertThat(half.exitCode()).as(half.out()).isEqualTo(2);
            assertThat(half.err()).contains("STOCKLOAD_APP_SECRET", "an account needs all four");
        }
        assertThat(status()).contains("There are no runs yet");
    }

    @Test
    void a_run_of_another_name_without_settings_is_named_too() throws IOException {
        Path sheet = write("a.csv", "10001,red,36,5\n");
        CommandRun sent =
                north(
                        service,
                        StrictService.SECRET,
                        "import",
                        sheet.toString(),
                        "--account",
                        "north");
        assertThat(sent.exitCode()).as(sent.err()).isZero();

        CommandRun undo = unset("undo", sent.runId(), "--yes");
        assertThat(undo.exitCode()).isEqualTo(2);
        assertThat(undo.err()).contains("'north'", "stockload.accounts.north.base-url");
        CommandRun other = unset("import", sheet.toString());
        assertThat(other.exitCode()).isEqualTo(2);
        assertThat(other.err()).contains("'north'", "account 'default'", VARIABLES);
        assertThat(unset("quota", "--account", "south").err())
                .contains("There is no account 'south'");
    }

    /** Ends with 2, names the account and the variables, and the service heard nothing of it. */
    private void refused(CommandRun run) {
        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(2);
        assertThat(run.err())
                .contains("belongs to the account 'default'", VARIABLES, "--account sandbox")
                .doesNotContain("using the built-in sandbox");
    }

    private Path imported() throws IOException {
        Path sheet = write("a.csv", "10001,red,36,5\n");
        CommandRun sent = set("import", sheet);
        assertThat(sent.exitCode()).as(sent.err()).isZero();
        return sheet;
    }

    private String status() {
        return unset("status").out();
    }

    /** The id of the newest run. */
    private String run() {
        return unset("status", "--json")
                .out()
                .replaceFirst("(?s).*?\"run\" ?: ?\"([^\"]+)\".*", "$1");
    }

    private CommandRun set(String command, Path sheet) {
        return CommandRun.in(folder, service, command, sheet.toString());
    }

    private CommandRun unset(String... args) {
        return CommandRun.inSandbox(folder, args);
    }

    private CommandRun half(String... args) {
        Settings.AccountParts half =
                new Settings.AccountParts(
                        service.address().toString(), "app", null, "token", null, null);
        return CommandRun.of(() -> with(Map.of("default", half)), args);
    }

    /** With the settings of the account north alone. */
    private CommandRun north(StrictService at, String secret, String... args) {
        Settings.AccountParts parts =
                new Settings.AccountParts(
                        at.address().toString(),
                        "app-north",
                        secret,
                        StrictService.TOKEN,
                        null,
                        null);
        return CommandRun.of(() -> with(Map.of("north", parts)), args);
    }

    private Settings with(Map<String, Settings.AccountParts> accounts) {
        return SandboxSettings.plain(accounts, folder.resolve("data"), Optional.empty());
    }

    private Path write(String name, String rows) throws IOException {
        return Files.writeString(folder.resolve(name), HEADER + rows);
    }
}
