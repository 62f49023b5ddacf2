package dev.stockload.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts a probe in a fresh JVM that has its classes from an archive, as the installed program has.
 */
final class Jvm {
    private final String classPath;
    private final Path archive;

    Jvm(Path folder) throws IOException {
        classPath = Jars.classPath(folder);
        archive = folder.resolve("classes.jsa");
        Files.deleteIfExists(archive);
    }

    /** Makes the archive of the classes that this work needs. */
    void train(String... work) throws Exception {
        run("-XX:ArchiveClassesAtExit=" + archive, work);
    }

    /** The number that the probe prints. */
    double measure(String... work) throws Exception {
        return Double.parseDouble(run("-XX:SharedArchiveFile=" + archive, work));
    }

    private String run(String option, String... work) throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx256m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Xlog:disable",
                                option,
                                "-cp",
                                classPath,
                                ImportProbe.class.getName()));
        command.addAll(List.of(work));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String said = new String(process.getInputStream().readAllBytes()).strip();
        if (process.waitFor() != 0) {
            throw new IOException("%s failed: %s".formatted(List.of(work), said));
        }
        return said;
    }
}
