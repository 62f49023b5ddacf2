package dev.stockload.simulation;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Shows that the simulation finds what it is there for: takes one cure after another out of a copy
 * of the program, and plays until a promise is broken.
 */
public final class Mutations {
    private static final String MAIN = "src/main/java/dev/stockload";

    private Mutations() {}

    /** A cure that is taken out: what it is, and the changed sources by their path. */
    record Mutation(String name, String cure, String kind, Map<Path, String> sources) {
        static Mutation read(Path file) throws IOException {
            Map<Path, String> sources = new LinkedHashMap<>();
            String cure = "";
            String kind = Simulation.Kind.BOOK.name();
            Path source = null;
            List<String> old = new ArrayList<>();
            List<String> changed = new ArrayList<>();
            for (String line : (Files.readString(file) + "\nend").lines().toList()) {
                if (line.startsWith("# ")) {
                    cure = line.substring(2);
                } else if (line.startsWith("kind ")) {
                    kind = line.substring(5);
                } else if (line.startsWith("-")) {
                    old.add(line.substring(1).strip());
                } else if (line.startsWith("+")) {
                    changed.add(line.substring(1));
                } else if (line.startsWith("in ") || line.equals("end")) {
                    if (source != null) {
                        sources.put(source, change(sources, source, old, changed));
                    }
                    source = line.equals("end") ? null : Path.of(MAIN, line.substring(3));
                    old.clear();
                    changed.clear();
                }
            }
            return new Mutation(
                    file.getFileName().toString().replace(".txt", ""), cure, kind, sources);
        }

        private static String change(
                Map<Path, String> sources, Path source, List<String> old, List<String> changed)
                throws IOException {
            String text =
                    sources.containsKey(source) ? sources.get(source) : Files.readString(source);
            Matcher place =
                    Pattern.compile(
                                    old.stream()
                                            .map(Pattern::quote)
                                            .collect(Collectors.joining("\\s+")))
                            .matcher(text);
            if (!place.find()) {
                throw new IllegalStateException("%s does not have %s".formatted(source, old));
            }
            if (place.find()) {
                throw new IllegalStateException("%s has %s twice".formatted(source, old));
            }
            return place.replaceFirst(Matcher.quoteReplacement(String.join("\n", changed)));
        }
    }

    /**
     * @param args the folder with the mutations, one to work in, and the most seeds to play of each
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        boolean all = true;
        try (Stream<Path> files = Files.list(Path.of(args[0]))) {
            for (Path file : files.sorted().toList()) {
                all &= isFound(Mutation.read(file), Path.of(args[1]), args[2]);
            }
        }
        System.exit(all ? 0 : 1);
    }

    private static boolean isFound(Mutation mutation, Path work, String seeds)
            throws IOException, InterruptedException {
        Path folder = work.resolve(mutation.name());
        compile(mutation, folder);
        Path log = folder.resolve("log");
        new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        folder + File.pathSeparator + System.getProperty("java.class.path"),
                        "-Dlogback.configurationFile=logback.xml",
                        "-XX:TieredStopAtLevel=1",
                        "-Dsimulation.first=true",
                        "-Dsimulation.seeds=" + seeds,
                        "-Dsimulation.kind=" + mutation.kind(),
                        Simulation.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        String found =
                Files.readString(log)
                        .lines()
                        .filter(line -> line.startsWith("First:"))
                        .findFirst()
                        .orElse("not found within %s seeds".formatted(seeds));
        System.out.printf("%-36s %s%n    %s%n", mutation.name(), found, mutation.cure());
        return found.startsWith("First:");
    }

    private static void compile(Mutation mutation, Path folder) throws IOException {
        Files.createDirectories(folder);
        List<String> options =
                new ArrayList<>(
                        List.of(
                                "--release",
                                "17",
                                "-parameters",
                                "-proc:none",
                                "-nowarn",
                                "-d",
                                folder.toString(),
                                "-cp",
                                System.getProperty("java.class.path")));
        for (Map.Entry<Path, String> source : mutation.sources().entrySet()) {
            Path copy = folder.resolve(source.getKey());
            Files.createDirectories(copy.getParent());
            Files.writeString(copy, source.getValue());
            options.add(copy.toString());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int status = compiler.run(null, null, null, options.toArray(String[]::new));
        if (status != 0) {
            throw new IllegalStateException("%s does not compile".formatted(mutation.name()));
        }
    }
}
