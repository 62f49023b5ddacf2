package dev.stockload.benchmark;

import com.sun.management.OperatingSystemMXBean;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One contender over one file in a fresh JVM, and what that cost. */
record Run(Tally tally, double wallSeconds, double cpuSeconds, double peakMegabytes) {

    static Run of(Contender contender, Path file, List<String> jvmFlags)
            throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmFlags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Run.class.getName()));
        command.addAll(List.of(contender.name(), file.toString()));
        long start = System.nanoTime();
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String answer;
        try (var out = process.inputReader()) {
            answer = out.readLine();
        }
        int exit = process.waitFor();
        double wall = (System.nanoTime() - start) / 1e9;
        if (exit != 0 || answer == null) {
            throw new IOException("%s ended with exit code %d".formatted(contender.title, exit));
        }
        return parse(answer, wall);
    }

    /** The fresh JVM: does the work and prints its counts, CPU time and peak memory. */
    public static void main(String[] args) throws Exception {
        Tally tally = Contender.valueOf(args[0]).read(Path.of(args[1]));
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        System.out.printf(
                "%d %d %d %d %d %d %d%n",
                tally.rows(),
                tally.accepted(),
                tally.rejected(),
                tally.held(),
                tally.colours(),
                system.getProcessCpuTime(),
                peakBytes());
    }

    private static Run parse(String answer, double wall) {
        String[] parts = answer.split(" ");
        long[] numbers = new long[parts.length];
        for (int i = 0; i < parts.length; i++) {
            numbers[i] = Long.parseLong(parts[i]);
        }
        var tally = new Tally(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
        return new Run(tally, wall, numbers[5] / 1e9, numbers[6] / 1e6);
    }

    /**
     * The most memory the process ever held; where the system does not tell, what the JVM knows of.
     */
    private static long peakBytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (Files.isReadable(status)) {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
                }
            }
        }
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(usage -> usage.getCommitted())
                .sum();
    }
}
