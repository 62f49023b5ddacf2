package dev.stockload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where CONTRIBUTING sends people, there is something. */
class ContributingTest {
    private static final Pattern CLASS = Pattern.compile("`((?:[a-z0-9]+/)*)([A-Z][A-Za-z0-9]+)`");

    private static final Pattern PACKAGE = Pattern.compile("`([a-z. ]+)`");

    @Test
    void every_class_that_it_names_is_where_it_says() throws IOException {
        String text = Files.readString(Path.of("CONTRIBUTING.md"));
        Matcher named =
                CLASS.matcher(
                        text.substring(
                                text.indexOf("### To change"), text.indexOf("### Words of our")));
        Set<String> sources = sources();
        Set<String> missing = new TreeSet<>();
        int count = 0;
        while (named.find()) {
            count++;
            String place = "/" + named.group(1);
            if (sources.stream().noneMatch(file -> file.endsWith(place + named.group(2)))) {
                missing.add(named.group());
            }
        }
        assertThat(count).isGreaterThan(60);
        assertThat(missing).isEmpty();
    }

    @Test
    void the_table_of_packages_has_each_that_there_is_and_no_other() throws IOException {
        String text = Files.readString(Path.of("CONTRIBUTING.md"));
        String table =
                text.substring(text.indexOf("| package | what"), text.indexOf("### To change"));
        Set<String> named = new TreeSet<>();
        for (String row : table.split("\n")) {
            String cell = row.startsWith("| `") ? row.split("\\|")[1] : "";
            for (Matcher name = PACKAGE.matcher(cell); name.find(); ) {
                String[] parts = name.group(1).split(" ");
                boolean ofLast = parts[0].startsWith(".");
                String room = cell.substring(cell.indexOf('`') + 1, cell.indexOf('`', 3));
                Stream.of(parts).forEach(part -> named.add(ofLast ? room + part : part));
            }
        }
        assertThat(named).isEqualTo(new TreeSet<>(PackageOrderTest.HOUSE));
    }

    /** An index of what tests stand on is of use only while it is right. */
    @Test
    void every_fixture_that_it_names_is_there() throws IOException {
        String text = Files.readString(Path.of("CONTRIBUTING.md"));
        String index = text.substring(text.indexOf("## Fixtures"), text.indexOf("## Conventions"));
        Set<String> named = new TreeSet<>();
        for (Matcher name = CLASS.matcher(index); name.find(); ) {
            named.add(name.group(1) + name.group(2));
        }
        assertThat(named).hasSizeGreaterThan(15);
        assertThat(named)
                .allSatisfy(
                        name ->
                                assertThat(Path.of("src/test/java/dev/stockload", name + ".java"))
                                        .exists());
    }

    private static Set<String> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            return files.map(file -> file.toString().replace('\\', '/'))
                    .filter(file -> file.endsWith(".java"))
                    .map(file -> file.substring(0, file.length() - ".java".length()))
                    .collect(Collectors.toSet());
        }
    }
}
