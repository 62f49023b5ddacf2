package dev.stockload.benchmark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How long a user waits for a check of the sample sheet, beside a JVM that only prints its help.
 */
final class ColdStart {
    private static final int ROUNDS = 10;
    private static final String CHECK = "stockload check sample-data/warehouse.xlsx";

    private ColdStart() {}

    static void measure(Path installed) throws IOException, InterruptedException {
        String script = installed.resolve("bin/stockload").toString();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Map<String, List<String>> commands = new LinkedHashMap<>();
        commands.put(CHECK, List.of(script, "check", "sample-data/warehouse.xlsx"));
        commands.put("stockload --help", List.of(script, "--help"));
        commands.put(
                "java -cp ... --help",
                List.of(java, "-cp", jars(installed), "dev.stockload.cli.Stockload", "--help"));

        Map<String, double[]> seconds = new LinkedHashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (var command : commands.entrySet()) {
                seconds.computeIfAbsent(command.getKey(), k -> new double[ROUNDS])[round] =
                        seconds(command.getValue());
            }
        }
        System.out.printf("%nCold start, median of %d%n", ROUNDS);
        double check = Median.of(seconds.get(CHECK));
        seconds.forEach(
                (title, own) -> {
                    double median = Median.of(own);
                    System.out.printf(
                            "%-44s%7.2f s   the check takes %.2fx%n",
                            title, median, check / median);
                });
    }

    private static double seconds(List<String> command) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        int exit = process.waitFor();
        double seconds = (System.nanoTime() - start) / 1e9;
        // The sample has mistakes on purpose: 3 is the right answer to it.
        if (exit != 0 && exit != 3) {
            throw new IOException(
                    "%s ended with exit code %d".formatted(String.join(" ", command), exit));
        }
        return seconds;
    }

    private static String jars(Path installed) throws IOException {
        try (var files = Files.list(installed.resolve("lib"))) {
            return files.map(Path::toString)
                    .filter(name -> name.endsWith(".jar"))
                    .sorted()
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }
}
