package dev.stockload.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts a probe in a fresh JVM that has its classes from an archive, as the installed program has
 * and as the others could have.
 */
final class Jvm {
    /** As our start script has them for commands. */
    static final List<String> OURS = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    /** As it has them for a host that serves. */
    static final List<String> SERVING = List.of("-XX:+UseSerialGC");

    private final Class<?> probe;
    private final String classPath;
    private final Path archive;

    /** An archive is good for one work: what others load is of no use to it. */
    Jvm(Class<?> probe, String classPath, Path archive) throws IOException {
        this.probe = probe;
        this.classPath = classPath;
        this.archive = archive;
        Files.deleteIfExists(archive);
    }

    /** Our options, with one more, such as for the heap. */
    static List<String> ours(String option) {
        List<String> options = new ArrayList<>(OURS);
        options.add(option);
        return options;
    }

    /** A command that runs a probe with these options. */
    static List<String> command(
            List<String> options, String classPath, Class<?> probe, String... work) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, probe.getName()));
        command.addAll(List.of(work));
        return command;
    }

    /** Makes the archive of the classes that this work needs. */
    void train(List<String> options, String... work) throws IOException, InterruptedException {
        start("-XX:ArchiveClassesAtExit=" + archive, options, work);
    }

    /** The lines that the probe prints. */
    List<String> run(List<String> options, String... work)
            throws IOException, InterruptedException {
        return start("-XX:SharedArchiveFile=" + archive, options, work);
    }

    private List<String> start(String archiving, List<String> options, String... work)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("-Xlog:disable", archiving));
        Process process =
                new ProcessBuilder(command(all, classPath, probe, work))
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        List<String> said;
        try (var out = process.inputReader()) {
            said = out.lines().toList();
        }
        if (process.waitFor() != 0) {
            throw new IOException("%s failed: %s".formatted(List.of(work), said));
        }
        return said;
    }
}
