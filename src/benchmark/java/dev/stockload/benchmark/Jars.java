package dev.stockload.benchmark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Our class path with its folders as jars: the JVM archives classes of jars only. */
final class Jars {
    private Jars() {}

    static String classPath(Path folder) throws IOException {
        StringJoiner path = new StringJoiner(File.pathSeparator);
        int number = 0;
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path place = Path.of(entry);
            if (!Files.isDirectory(place)) {
                path.add(entry);
            } else if (!list(place).isEmpty()) {
                path.add(jar(place, folder.resolve("classes-%d.jar".formatted(number++))));
            }
        }
        return path.toString();
    }

    private static String jar(Path folder, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Path file : list(folder)) {
                String name = folder.relativize(file).toString().replace('\\', '/');
                boolean plain = Files.isRegularFile(file);
                out.putNextEntry(new ZipEntry(plain ? name : name + "/"));
                if (plain) {
                    Files.copy(file, out);
                }
            }
        }
        return jar.toString();
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.skip(1).toList();
        }
    }
}
