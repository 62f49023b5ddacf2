package dev.stockload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Processes of their own that run a class of the program or of the tests. */
public final class JavaProcess {
    private JavaProcess() {}

    public static ProcessBuilder of(Class<?> main, String... arguments) {
        List<String> command = command(System.getProperty("java.class.path"), main);
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    /** The command that runs a class, with options for the Java that runs it. */
    public static List<String> command(String classPath, Class<?> main, String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classPath, main.getName()));
        return command;
    }
}
