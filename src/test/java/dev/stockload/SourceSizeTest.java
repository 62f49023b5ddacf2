package dev.stockload;

import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Files that fit a head, and constructors that do not hand on what belongs together. */
class SourceSizeTest {
    private static final int MOST_LINES = 300;
    private static final int MOST_ARGUMENTS = 5;

    /** What is still too long: only ever taken from. */
    private static final Set<String> STILL_TOO_LONG = Set.of();

    /** What is still too wide: only ever taken from. */
    private static final Set<String> STILL_TOO_WIDE = Set.of("JobScheduler");

    @Test
    void no_file_is_longer_than_300_lines() throws IOException {
        Set<String> tooLong = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                if (Files.readAllLines(file).size() > MOST_LINES) {
                    tooLong.add(file.getFileName().toString());
                }
            }
        }
        assertThat(tooLong).as("files of more than 300 lines").isEqualTo(STILL_TOO_LONG);
    }

    @Test
    void no_constructor_takes_more_than_five_arguments() {
        Set<String> tooWide =
                new ClassFileImporter()
                                .withImportOption(new ImportOption.DoNotIncludeTests())
                                .importPackages("dev.stockload")
                                .stream()
                                .filter(each -> !each.isRecord() && !each.isEnum())
                                .filter(SourceSizeTest::isTooWide)
                                .map(each -> each.getSimpleName())
                                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(tooWide)
                .as("constructors with more than five arguments")
                .isEqualTo(STILL_TOO_WIDE);
    }

    /** An anonymous or inner class is handed what is around it, which nobody wrote. */
    private static boolean isTooWide(JavaClass type) {
        return !type.isAnonymousClass()
                && type.getConstructors().stream()
                        .anyMatch(each -> written(type, each) > MOST_ARGUMENTS);
    }

    private static int written(JavaClass type, JavaConstructor constructor) {
        boolean inner = type.isNestedClass() && !type.getModifiers().contains(STATIC);
        return constructor.getParameters().size() - (inner ? 1 : 0);
    }
}
