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

    private static Set<String> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            return files.map(file -> file.toString().replace('\\', '/'))
                    .filter(file -> file.endsWith(".java"))
                    .map(file -> file.substring(0, file.length() - ".java".length()))
                    .collect(Collectors.toSet());
        }
    }
}
