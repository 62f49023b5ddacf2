package dev.stockload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;

/** The jars that Stockload is made of. */
class ClassPathTest {
    /**
     * Where two have one, their order decides which is taken, and nobody decided on their order.
     */
    @Test
    void no_class_is_in_two_jars() throws IOException {
        Map<String, TreeSet<String>> jarsOf = new TreeMap<>();
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (path.endsWith(".jar")) {
                try (JarFile jar = new JarFile(path)) {
                    jar.stream()
                            .map(entry -> entry.getName())
                            .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF"))
                            .filter(name -> !name.endsWith("-info.class"))
                            .forEach(
                                    name ->
                                            jarsOf.computeIfAbsent(name, n -> new TreeSet<>())
                                                    .add(new File(path).getName()));
                }
            }
        }
        assertThat(jarsOf).hasSizeGreaterThan(10_000);
        assertThat(jarsOf.values()).filteredOn(jars -> jars.size() > 1).isEmpty();
    }
}
