package dev.stockload;

import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.importer.ClassFileImporter;

import dev.stockload.cli.Stockload;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.jdbc.core.simple.JdbcClient;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The flow has one direction: a package uses those before it and none after. */
class PackageOrderTest {
    private static final String ROOT = "dev.stockload.";

    /** All packages, each after those that it uses; the parts of one come before it. */
    static final List<String> HOUSE =
            List.of(
                    "stock",
                    "problem",
                    "database",
                    "sheet.rows",
                    "sheet.header",
                    "sheet.encoding",
                    "sheet.csv",
                    "sheet.markup",
                    "sheet.xlsx",
                    "sheet.xls",
                    "sheet",
                    "check",
                    "process",
                    "merchant",
                    "book.rules",
                    "runs",
                    "book",
                    "details.table",
                    "ledger",
                    "batch",
                    "service",
                    "details",
                    "imports.order",
                    "imports.report",
                    "imports.run",
                    "imports.read",
                    "imports.enter",
                    "imports.store",
                    "imports.change",
                    "imports.undo",
                    "imports.send",
                    "imports.keep",
                    "imports",
                    "queue",
                    "notifications",
                    "sources",
                    "jobs.define",
                    "jobs.take",
                    "jobs",
                    "sandbox",
                    "app",
                    "web.parts",
                    "web.api",
                    "web.console",
                    "web.access",
                    "web",
                    "cli.terminal",
                    "cli.service",
                    "cli.operate",
                    "cli.runs",
                    "cli");

    /** What some leave alone though it comes before them. */
    private static final Map<String, List<String>> NEVER_USES =
            Map.of(
                    "book.rules", List.of("database", "sheet", "check", "merchant", "process"),
                    "details", List.of("check"),
                    "notifications", List.of("sheet", "merchant", "imports", "queue", "details"),
                    "sources", List.of("check", "merchant", "imports", "queue", "details"),
                    "sandbox",
                            List.of("stock", "database", "sheet", "merchant", "imports", "jobs"));

    static final List<String> LONERS = NEVER_USES.keySet().stream().sorted().toList();

    /** The program, those whose constants others use, and a part of a public record. */
    private static final String[] PUBLIC_ANYWAY = {
        ROOT + "cli.Stockload",
        ROOT + "web.api.ApiDescription",
        ROOT + "web.console.PageModel",
        ROOT + "notifications.WebhookFormat"
    };

    private static final int MOST_FILES = 19;
    private static final int MOST_ARGUMENTS = 5;

    /** Libraries that end at one door. */
    private static final Map<String, List<String>> ONLY_IN =
            Map.of(
                    "org.apache.poi..",
                    List.of("sheet"),
                    "com.opencsv..",
                    List.of("sheet"),
                    "retrofit2..",
                    List.of("merchant"),
                    "okhttp3..",
                    List.of("merchant", "notifications", "sources"),
                    "org.apache.sshd..",
                    List.of("sources"),
                    "jakarta.mail..",
                    List.of("notifications", "sources"),
                    "org.flywaydb..",
                    List.of("database"),
                    "org.springframework..",
                    List.of(
                            "database",
                            "process",
                            "runs",
                            "book",
                            "details",
                            "ledger",
                            "batch",
                            "service",
                            "imports",
                            "queue",
                            "notifications",
                            "sources",
                            "jobs",
                            "sandbox",
                            "app",
                            "web"));

    static final List<String> LIBRARIES = ONLY_IN.keySet().stream().sorted().toList();

    private static JavaClasses main;

    @BeforeAll
    static void readClasses() {
        main =
                new ClassFileImporter()
                        .importUrl(
                                Stockload.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation());
    }

    @Test
    void every_class_lives_in_a_package_of_the_list() {
        assertThat(main)
                .extracting(c -> c.getPackageName())
                .isSubsetOf(HOUSE.stream().map(p -> ROOT + p).toList());
    }

    @ParameterizedTest
    @FieldSource("HOUSE")
    void a_package_uses_only_those_before_it(String name) {
        List<String> after = HOUSE.subList(HOUSE.indexOf(name) + 1, HOUSE.size());
        if (!after.isEmpty()) {
            nothingIn(ROOT + name, after.stream().map(p -> ROOT + p));
        }
    }

    @ParameterizedTest
    @FieldSource("LONERS")
    void some_leave_others_alone(String name) {
        nothingIn(ROOT + name + "..", NEVER_USES.get(name).stream().map(p -> ROOT + p + ".."));
    }

    private static void nothingIn(String user, Stream<String> used) {
        noClasses()
                .that()
                .resideInAPackage(user)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(used.toArray(String[]::new))
                .check(main);
    }

    @Test
    void a_package_has_few_files() {
        Map<String, Long> files =
                main.stream()
                        .filter(each -> !each.isNestedClass())
                        .collect(
                                Collectors.groupingBy(
                                        JavaClass::getPackageName, Collectors.counting()));
        assertThat(files)
                .allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(MOST_FILES));
    }

    @Test
    void a_type_is_public_only_where_another_package_needs_it() {
        Set<String> used =
                main.stream()
                        .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
                        .filter(each -> !isWithinPackage(each))
                        .map(each -> topLevel(each.getTargetClass()).getName())
                        .collect(Collectors.toSet());
        assertThat(main)
                .filteredOn(each -> each.isTopLevelClass() && each.getModifiers().contains(PUBLIC))
                .extracting(each -> each.getName())
                .filteredOn(each -> !used.contains(each))
                .containsOnly(PUBLIC_ANYWAY);
    }

    private static boolean isWithinPackage(Dependency each) {
        return each.getOriginClass()
                .getPackageName()
                .equals(each.getTargetClass().getPackageName());
    }

    private static JavaClass topLevel(JavaClass type) {
        return type.getEnclosingClass().map(each -> topLevel(each)).orElse(type);
    }

    @ParameterizedTest
    @FieldSource("LIBRARIES")
    void a_library_ends_at_its_door(String library) {
        String[] doors =
                ONLY_IN.get(library).stream().map(p -> ROOT + p + "..").toArray(String[]::new);
        noClasses()
                .that()
                .resideOutsideOfPackages(doors)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(main);
    }

    /** A stream that nobody closes keeps its connection until the pool is empty. */
    @Test
    void no_query_is_read_as_a_stream() {
        noClasses().should().callMethod(JdbcClient.MappedQuerySpec.class, "stream").check(main);
    }

    @Test
    void the_picture_in_the_manual_shows_this_order() {
        List<String> lines = MarkdownPage.of("docs/architecture.md").blocks().get(0).lines();
        List<String> rooms = new ArrayList<>();
        for (int floor = lines.size() - 1; floor >= 0; floor--) {
            rooms.addAll(List.of(lines.get(floor).substring(0, 56).strip().split("\\s+")));
        }
        assertThat(rooms).isEqualTo(HOUSE);
    }

    @Test
    void the_domain_is_plain_java() {
        classes()
                .that()
                .resideInAnyPackage(ROOT + "stock", ROOT + "problem")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(ROOT + "stock", ROOT + "problem", "java..")
                .check(main);
    }

    @Test
    void no_constructor_takes_more_than_five_arguments() {
        Set<String> tooWide =
                main.stream()
                        .filter(each -> !each.isRecord() && !each.isEnum())
                        .filter(PackageOrderTest::isTooWide)
                        .map(each -> each.getSimpleName())
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(tooWide).as("constructors with more than five arguments").isEmpty();
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
