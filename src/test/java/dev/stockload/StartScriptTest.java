package dev.stockload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/** The scripts that people start, with a stand-in for Java that tells how it was called. */
@DisabledOnOs(OS.WINDOWS)
class StartScriptTest {
    private static final String JAVA =
            """
            echo "in $PWD"
            echo "as ${LC_ALL:-none}"
            for argument in "$@"; do printf '<%s>\\n' "$argument"; done
            exit 7
            """;

    @TempDir Path folder;
    private Path home;
    private Path installed;

    /** What a script said and how it ended. */
    private record Ended(int code, List<String> lines) {}

    @BeforeEach
    void install() throws IOException {
        Path made = Path.of("build/scripts/stockload");
        assumeTrue(Files.exists(made), "made by ./gradlew startScripts");
        home = folder.resolve("a home/mit Größe");
        installed = script(home.resolve("bin/stockload"), Files.readString(made));
        script(folder.resolve("jdk/bin/java"), "#!/bin/sh\n" + JAVA);
    }

    @Test
    void hands_over_arguments_folder_and_exit_code_as_they_are() throws Exception {
        String odd =
                "'a b' \"it's\" '\"quoted\"' 'Größe 黑.xlsx' '$HOME' '*' '' 'back\\slash' -- '--x=y"
                        + " z'";
        Ended ended = run(installed + "' check " + odd, Map.of("LANG", "C"));

        assertThat(ended.code()).isEqualTo(7);
        assertThat(ended.lines()).startsWith("in " + folder.toRealPath());
        int main = ended.lines().indexOf("<dev.stockload.cli.Stockload>");
        assertThat(ended.lines().subList(main + 1, ended.lines().size()))
                .containsExactly(
                        "<check>",
                        "<a b>",
                        "<it's>",
                        "<\"quoted\">",
                        "<Größe 黑.xlsx>",
                        "<$HOME>",
                        "<*>",
                        "<>",
                        "<back\\slash>",
                        "<-->",
                        "<--x=y z>");
    }

    @Test
    void finds_its_jars_through_links_and_takes_the_options_of_the_jvm() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("sl"), installed);
        Ended ended = run(link + "' status", Map.of("JAVA_OPTS", "-Xmx2g -Da=b"));

        assertThat(ended.lines()).contains("<-Xmx2g>", "<-Da=b>", "<-Dfile.encoding=UTF-8>");
        assertThat(ended.lines().get(ended.lines().indexOf("<-cp>") + 1))
                .startsWith("<" + home.toRealPath() + "/lib/");
    }

    @Test
    void is_in_utf8_whatever_the_locale() throws Exception {
        assertThat(run(installed + "'", Map.of()).lines()).contains("as C.UTF-8");
        assertThat(run(installed + "'", Map.of("LANG", "POSIX")).lines()).contains("as C.UTF-8");
        assertThat(run(installed + "'", Map.of("LANG", "C.UTF-8")).lines()).contains("as none");
        assertThat(run(installed + "'", Map.of("LANG", "xx_XX.UTF-8")).lines())
                .as("a locale that is not installed")
                .contains("as C.UTF-8");
    }

    @Test
    void says_what_to_set_where_java_home_leads_nowhere() throws Exception {
        Ended ended = run(installed + "' status", Map.of("JAVA_HOME", folder + "/nowhere"));
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.lines()).hasSize(1);
        assertThat(ended.lines().get(0)).contains("JAVA_HOME is", "/nowhere", "no bin/java");
    }

    @Test
    void the_one_of_the_sources_builds_when_needed_and_hands_on() throws Exception {
        Path sources = Files.createDirectories(folder.resolve("some sources"));
        Files.createDirectories(sources.resolve("src/main"));
        Files.writeString(sources.resolve("build.gradle"), "");
        Files.writeString(sources.resolve("settings.gradle"), "");
        Path start = script(sources.resolve("stockload"), Files.readString(Path.of("stockload")));
        Path built = sources.resolve("build/install/stockload/bin/stockload");

        script(sources.resolve("gradlew"), "#!/bin/sh\necho it does not compile; exit 1\n");
        Ended failed = run(start + "' status", Map.of());
        assertThat(failed.code()).isEqualTo(2);
        assertThat(failed.lines())
                .contains(
                        "it does not compile",
                        "stockload: the build failed, see above; nothing was run");

        script(
                sources.resolve("gradlew"),
                "#!/bin/sh\nmkdir -p '%s'\nprintf '#!/bin/sh\\necho runs \"$@\"\\nexit 3\\n' > '%s'\nchmod +x '%s'\n"
                        .formatted(built.getParent(), built, built));
        Ended first = run(start + "' status", Map.of());
        assertThat(first.code()).isEqualTo(3);
        assertThat(first.lines())
                .containsExactly(
                        "stockload: building for the first time, this takes a minute or two",
                        "runs status");
        assertThat(run(start + "' status", Map.of()).lines()).containsExactly("runs status");
    }

    private static Path script(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** By a shell, since the JVM of a test may not be able to name a file with an umlaut. */
    private Ended run(String quoted, Map<String, String> environment) throws Exception {
        Path driver = folder.resolve("driver.sh");
        Files.writeString(driver, "exec '" + quoted + "\n");
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", driver.toString());
        builder.directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("LC_"));
        builder.environment().keySet().removeAll(List.of("LANG", "JAVA_OPTS"));
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said.lines().toList());
    }
}
