package dev.stockload.benchmark;

import com.sun.management.OperatingSystemMXBean;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One contender over one file in a fresh JVM, and what that cost. */
record Run(Tally tally, double wallSeconds, double cpuSeconds, double peakMegabytes) {

    static Run of(Jvm jvm, Contender contender, Path file, List<String> options)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        List<String> answer = jvm.run(options, contender.name(), file.toString());
        double wall = (System.nanoTime() - start) / 1e9;
        return new Run(
                Tally.parse(answer.get(0)),
                wall,
                Long.parseLong(answer.get(1)) / 1e9,
                Long.parseLong(answer.get(2)) / 1e6);
    }

    /** The fresh JVM: does the work and prints its counts, CPU time and peak memory. */
    public static void main(String[] args) throws Exception {
        Tally tally = Contender.valueOf(args[0]).read(Path.of(args[1]));
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        System.out.println(tally.line());
        System.out.println(system.getProcessCpuTime());
        System.out.println(peakBytes());
    }

    /**
     * The most memory the process ever held; where the system does not tell, what the JVM knows of.
     */
    static long peakBytes() throws IOException {
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
