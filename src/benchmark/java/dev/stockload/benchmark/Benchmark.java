package dev.stockload.benchmark;

import dev.stockload.sheet.xlsx.XmlStepping;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Measures a check of a million rows beside other readers doing the same work: {@code ./gradlew
 * benchmark}. Ratios are what counts; the seconds are those of the machine at hand.
 */
public final class Benchmark {
    private static final int ROWS = 1_000_000;

    private static final List<String> OURS = Jvm.ours("-Xmx2g");

    /** They are slower with the first compiler alone. */
    private static final List<String> PEERS = List.of("-Xmx2g", "-XX:+UseSerialGC");

    private static final List<String> SMALL_HEAP = Jvm.ours("-Xmx256m");

    private final int rounds;
    private final Path folder;
    private final String jars;
    private final BigSheet small = new BigSheet(ROWS / 10, BigSheet.Kind.USUAL);
    private final Map<Contender, Jvm> jvms = new EnumMap<>(Contender.class);
    private boolean agree = true;

    private Benchmark(int rounds, Path folder) throws IOException {
        this.rounds = rounds;
        this.folder = folder;
        this.jars = Jars.classPath(folder);
    }

    public static void main(String[] args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[1]));
        var benchmark = new Benchmark(Integer.parseInt(args[0]), folder);
        var usual = new BigSheet(ROWS, BigSheet.Kind.USUAL);
        benchmark.compare(usual, ".xlsx", Contender.POI, Contender.DHATIM, Contender.FAST_EXCEL);
        XmlStepping.measure(new BigSheetWriter(usual).xlsx(folder));
        benchmark.compare(
                usual,
                ".csv",
                Contender.OPEN_CSV,
                Contender.FAST_CSV,
                Contender.UNIVOCITY,
                Contender.DUCK_DB);
        var problems = new BigSheet(ROWS, BigSheet.Kind.PROBLEMS);
        var texts = new BigSheet(ROWS, BigSheet.Kind.TEXTS);
        benchmark.compare(problems, ".csv", Contender.FAST_CSV, Contender.DUCK_DB);
        benchmark.compare(problems, ".xlsx", Contender.DHATIM);
        benchmark.compare(texts, ".xlsx", Contender.DHATIM);
        benchmark.compare(benchmark.small, ".xlsx", Contender.DHATIM);
        benchmark.compare(benchmark.small, ".csv", Contender.FAST_CSV, Contender.DUCK_DB);
        ColdStart.measure(Path.of(args[2]));
        System.exit(benchmark.agree ? 0 : 1);
    }

    /**
     * Rounds in which each has its turn, so that a busy minute of the machine falls on all alike.
     */
    private void compare(BigSheet sheet, String ending, Contender... peers)
            throws IOException, InterruptedException {
        Path file = file(sheet, ending);
        List<Contender> contenders = new ArrayList<>(List.of(peers));
        contenders.add(0, Contender.STOCKLOAD);
        for (Contender contender : contenders) {
            train(contender, file(small, ending));
        }
        Set<Tally> tallies = new HashSet<>();
        Map<Contender, List<Run>> runs = new EnumMap<>(Contender.class);
        for (int round = 0; round < rounds; round++) {
            for (Contender contender : contenders) {
                Run run = Run.of(jvms.get(contender), contender, file, options(contender));
                System.err.printf(
                        "%s round %d, %s: %.2f s%n",
                        file.getFileName(), round + 1, contender.title, run.wallSeconds());
                tallies.add(run.tally());
                runs.computeIfAbsent(contender, c -> new ArrayList<>()).add(run);
            }
        }
        System.out.printf(
                "%n%s, %,d rows, median of %d fresh JVMs each, ratios to Stockload%n"
                        + "(Stockload with %s, the others with %s, each with its class archive)%n",
                file.getFileName(),
                sheet.rows(),
                rounds,
                String.join(" ", OURS),
                String.join(" ", PEERS));
        System.out.printf("%-26s%17s%17s%19s%n", "", "wall", "CPU", "peak memory");
        List<Run> ours = runs.get(Contender.STOCKLOAD);
        runs.forEach((contender, own) -> print(contender.title, own, ours));
        // A million different texts are refused there, since an import needs more.
        if (sheet.kind() != BigSheet.Kind.TEXTS) {
            Run tight =
                    Run.of(jvms.get(Contender.STOCKLOAD), Contender.STOCKLOAD, file, SMALL_HEAP);
            tallies.add(tight.tally());
            print("Stockload, heap of 256 MB", List.of(tight), ours);
        }
        if (tallies.size() > 1) {
            agree = false;
            System.out.println("The counts differ:");
            tallies.forEach(System.out::println);
        }
    }

    private void train(Contender contender, Path file) throws IOException, InterruptedException {
        Jvm jvm = new Jvm(Run.class, jars, folder.resolve(contender.name() + ".jsa"));
        jvm.train(options(contender), contender.name(), file.toString());
        jvms.put(contender, jvm);
    }

    private Path file(BigSheet sheet, String ending) throws IOException {
        var writer = new BigSheetWriter(sheet);
        return ending.equals(".csv") ? writer.csv(folder) : writer.xlsx(folder);
    }

    private static List<String> options(Contender contender) {
        return contender == Contender.STOCKLOAD ? OURS : PEERS;
    }

    private static void print(String title, List<Run> own, List<Run> ours) {
        System.out.printf(
                "%-26s%s%s%s%n",
                title,
                column("%8.2f s", own, ours, Run::wallSeconds),
                column("%8.2f s", own, ours, Run::cpuSeconds),
                column("%9.0f MB", own, ours, Run::peakMegabytes));
    }

    private static String column(
            String format, List<Run> own, List<Run> ours, ToDoubleFunction<Run> cost) {
        double median = median(own, cost);
        return format.formatted(median) + " %5.2fx".formatted(median / median(ours, cost));
    }

    private static double median(List<Run> runs, ToDoubleFunction<Run> cost) {
        return Median.of(runs.stream().mapToDouble(cost).toArray());
    }
}
