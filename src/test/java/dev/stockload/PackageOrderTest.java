package dev.stockload;

import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.importer.ClassFileImporter;

import dev.stockload.cli.Stockload;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The flow has one direction: a package uses those before it and none after. */
class PackageOrderTest {
    private static final String ROOT = "dev.stockload.";

    private static final Map<String, List<String>> MAY_USE =
            Map.ofEntries(
                    entry("stock"),
                    entry("sheet.rows", "stock"),
                    entry("sheet.header", "stock", "sheet.rows"),
                    entry("sheet.encoding", "stock", "sheet.rows"),
                    entry("sheet.csv", "stock", "sheet.rows", "sheet.encoding"),
                    entry("sheet.markup", "stock", "sheet.rows", "sheet.encoding"),
                    entry("sheet.xlsx", "stock", "sheet.rows", "sheet.markup"),
                    entry("sheet.xls", "stock", "sheet.rows"),
                    entry("sheet", before("sheet")),
                    entry("check", "stock", "sheet", "sheet.rows", "sheet.header"),
                    entry("merchant", "stock"),
                    entry("book.rules", "stock"),
                    entry("ledger", "stock", "book.rules"),
                    entry("runs", "sheet.rows", "merchant", "ledger", "stock"),
                    entry("compare", "stock", "book.rules", "merchant", "ledger", "runs"),
                    entry(
                            "imports",
                            "stock",
                            "sheet",
                            "sheet.rows",
                            "sheet.header",
                            "check",
                            "merchant",
                            "book.rules",
                            "ledger",
                            "runs",
                            "compare"),
                    entry("queue", "stock", "sheet.rows", "check", "ledger", "runs", "imports"),
                    entry("details", "stock", "sheet", "merchant", "ledger", "runs"),
                    entry("notifications", "stock", "ledger", "runs"),
                    entry("sources", "stock", "ledger", "runs"),
                    entry(
                            "jobs",
                            "stock",
                            "sheet",
                            "sheet.rows",
                            "sheet.header",
                            "sheet.encoding",
                            "sheet.csv",
                            "check",
                            "ledger",
                            "runs",
                            "imports",
                            "queue",
                            "notifications",
                            "sources"),
                    entry("sandbox"),
                    entry("app", before("app")),
                    entry("web", before("web")),
                    entry("cli", before("cli")));

    /** All that come before a package on the way from a sheet to the people. */
    private static String[] before(String name) {
        List<String> way =
                List.of(
                        "stock",
                        "sheet.rows",
                        "sheet.header",
                        "sheet.encoding",
                        "sheet.csv",
                        "sheet.markup",
                        "sheet.xlsx",
                        "sheet.xls",
                        "sheet",
                        "check",
                        "merchant",
                        "book.rules",
                        "ledger",
                        "runs",
                        "compare",
                        "imports",
                        "queue",
                        "details",
                        "notifications",
                        "sources",
                        "jobs",
                        "sandbox",
                        "app",
                        "web",
                        "cli");
        return way.subList(0, way.indexOf(name)).toArray(String[]::new);
    }

    /** The parts of packages: each may use those before it, and the package all of them. */
    private static final Map<String, List<String>> PARTS =
            Map.of(
                    "jobs",
                    List.of("define", "take"),
                    "web",
                    List.of("parts", "api", "console", "access"),
                    "cli",
                    List.of("terminal", "service", "operate", "runs"));

    static final List<String> WITH_PARTS = PARTS.keySet().stream().sorted().toList();

    private static final int MOST_ARGUMENTS = 5;

    /** Whose constructors are still too wide: only ever taken from. */
    private static final Set<String> STILL_TOO_WIDE = Set.of("JobScheduler");

    static final List<String> PACKAGES = MAY_USE.keySet().stream().sorted().toList();

    /** Libraries that end at one door. */
    private static final Map<String, List<String>> ONLY_IN =
            Map.of(
                    "org.apache.poi..",
                    List.of("sheet", "sheet.rows", "sheet.xls"),
                    "com.opencsv..",
                    List.of("sheet"),
                    "retrofit2..",
                    List.of("merchant"),
                    "okhttp3..",
                    List.of("merchant"),
                    "org.apache.sshd..",
                    List.of("sources"),
                    "jakarta.mail..",
                    List.of("notifications", "sources"),
                    "org.springframework..",
                    List.of(
                            "ledger",
                            "runs",
                            "imports",
                            "details",
                            "notifications",
                            "jobs",
                            "app",
                            "web"));

    static final List<String> LIBRARIES = ONLY_IN.keySet().stream().sorted().toList();

    private static final JavaClasses MAIN =
            new ClassFileImporter()
                    .importUrl(Stockload.class.getProtectionDomain().getCodeSource().getLocation());

    private static Map.Entry<String, List<String>> entry(String name, String... uses) {
        return Map.entry(name, List.of(uses));
    }

    @Test
    void every_class_lives_in_a_package_of_the_list() {
        assertThat(MAIN)
                .extracting(c -> c.getPackageName())
                .isSubsetOf(
                        PACKAGES.stream()
                                .flatMap(p -> Stream.concat(Stream.of(ROOT + p), parts(p).stream()))
                                .toList());
    }

    private static List<String> parts(String name) {
        return PARTS.getOrDefault(name, List.of()).stream()
                .map(part -> ROOT + name + "." + part)
                .toList();
    }

    @ParameterizedTest
    @FieldSource("WITH_PARTS")
    void a_part_uses_only_those_before_it(String name) {
        List<String> parts = parts(name);
        for (int i = 0; i < parts.size(); i++) {
            noClasses()
                    .that()
                    .resideInAPackage(parts.get(i))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            Stream.concat(
                                            Stream.of(ROOT + name),
                                            parts.subList(i + 1, parts.size()).stream())
                                    .toArray(String[]::new))
                    .check(MAIN);
        }
    }

    @ParameterizedTest
    @FieldSource("PACKAGES")
    void a_package_uses_only_those_before_it(String name) {
        String[] allowed =
                Stream.concat(Stream.of(name), MAY_USE.get(name).stream())
                        .map(p -> ROOT + p + "..")
                        .toArray(String[]::new);
        String[] others =
                PACKAGES.stream()
                        .map(p -> ROOT + p + "..")
                        .filter(p -> !List.of(allowed).contains(p))
                        .toArray(String[]::new);
        if (others.length > 0) {
            noClasses()
                    .that()
                    .resideInAPackage(ROOT + name + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(others)
                    .allowEmptyShould(true)
                    .check(MAIN);
        }
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
                .check(MAIN);
    }

    @Test
    void the_picture_in_the_manual_shows_this_order() {
        List<List<String>> floors =
                MarkdownPage.of("docs/architecture.md").blocks().get(0).lines().stream()
                        .map(line -> line.substring(0, 48).strip())
                        .map(rooms -> List.of(rooms.split("\\s+")))
                        .toList();
        assertThat(floors.stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(PACKAGES);
        for (int floor = 0; floor < floors.size(); floor++) {
            List<String> below =
                    floors.subList(floor + 1, floors.size()).stream()
                            .flatMap(List::stream)
                            .toList();
            List<String> others = floor == 0 ? floors.get(0) : List.of();
            for (String room : floors.get(floor)) {
                assertThat(MAY_USE.get(room))
                        .as(room)
                        .isSubsetOf(Stream.of(below, others).flatMap(List::stream).toList());
            }
        }
    }

    @Test
    void the_domain_is_plain_java() {
        classes()
                .that()
                .resideInAPackage(ROOT + "stock")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(ROOT + "stock", "java..")
                .check(MAIN);
    }

    @Test
    void no_constructor_takes_more_than_five_arguments() {
        Set<String> tooWide =
                MAIN.stream()
                        .filter(each -> !each.isRecord() && !each.isEnum())
                        .filter(PackageOrderTest::isTooWide)
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
