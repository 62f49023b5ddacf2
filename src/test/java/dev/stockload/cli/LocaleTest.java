package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.sandbox.Sandbox;
import dev.stockload.sandbox.SandboxOptions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.Locale;

/** Numbers are printed the same in every locale. */
@Isolated("the locale is the whole process's")
@Tag("soak")
class LocaleTest {
    private static final String SHEET = "sample-data/warehouse.xlsx";
    private static final Locale USUAL = Locale.getDefault();

    @TempDir Path folder;

    @AfterEach
    void restore() {
        Locale.setDefault(USUAL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ar-EG-u-nu-arab", "fa-IR", "hi-IN-u-nu-deva", "th-TH-u-nu-thai", "de-DE"})
    void a_check_reads_the_same_in_every_locale(String locale) {
        Locale.setDefault(Locale.ENGLISH);
        CommandRun english = CommandRun.inSandbox(folder, "check", SHEET);
        Locale.setDefault(Locale.forLanguageTag(locale));

        assertThat(CommandRun.inSandbox(folder, "check", SHEET)).isEqualTo(english);
        assertThat(english.out()).contains("4,253");
    }

    @Test
    void the_address_of_the_sandbox_has_ascii_digits() {
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try (Sandbox sandbox = Sandbox.start(SandboxOptions.keptIn(folder))) {
            assertThat(sandbox.baseUrl()).matches("http://127\\.0\\.0\\.1:[0-9]+");
        }
    }

    @Test
    void the_program_starts_and_imports_in_a_locale_with_digits_of_its_own() throws Exception {
        Program.Ended ended =
                Program.at("", folder)
                        .with("STOCKLOAD_APP_ID", "")
                        .with("JAVA_TOOL_OPTIONS", "-Duser.language=fa -Duser.country=IR")
                        .run("import", Path.of(SHEET).toAbsolutePath().toString());

        assertThat(ended.code()).as(ended.words()).isEqualTo(ExitCode.REJECTS);
        assertThat(ended.words()).contains("4,181").doesNotContainPattern("\\p{Nd}(?<![0-9])");
    }
}
