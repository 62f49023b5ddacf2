package dev.stockload;

import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.reporting.legacy.xml.LegacyXmlReportGeneratingListener;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Runs the test classes on some JVMs side by side, each class on the first that is free, for a
 * Gradle that does not know JUnit 5. Not on threads of one JVM: Spring Batch knows a running step
 * by its number alone, whatever its database.
 */
public final class TestForks {
    private static final String WORKER = "worker";
    private static final String FAILED = "failed";

    /** Where more classes fail, it is not for want of time. */
    private static final int MOST_UNSTEADY = 3;

    /** Classes that take a minute and more, with real programs and browsers. */
    private static final Set<String> LONGEST =
            Set.of(
                    "AccessibilityTest",
                    "ApiContractTest",
                    "ChangePagesTest",
                    "ClerkTest",
                    "FaultyServiceTest",
                    "FullDiskTest",
                    "JobsPageTest",
                    "KilledProgramTest",
                    "KilledUploadTest",
                    "LentDatabaseTest",
                    "PostgresFaultsTest",
                    "StrangersTest",
                    "TwoHostsTest");

    private TestForks() {}

    /** Arguments: where reports go, a tag filter or an empty text, a folder of classes or names. */
    public static void main(String[] args) throws Exception {
        if (args[0].equals(WORKER)) {
            work(Path.of(args[1]), args[2]);
            System.exit(0);
        }
        List<String> classes = new ArrayList<>();
        for (String source : List.of(args).subList(2, args.length)) {
            if (Files.isDirectory(Path.of(source))) {
                classes.addAll(classesIn(Path.of(source)));
            } else {
                classes.add(source);
            }
        }
        System.exit(run(classes, args[0], args[1]) ? 0 : 1);
    }

    /** Those that take longest first, so that none of them ends alone. */
    private static List<String> classesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> folder.relativize(file).toString())
                    .filter(name -> name.endsWith("Test.class") && !name.contains("$"))
                    .map(name -> name.replace(".class", "").replaceAll("[/\\\\]", "."))
                    .sorted(
                            Comparator.comparing((String name) -> !name.contains(".simulation."))
                                    .thenComparing(name -> !name.contains(".cli."))
                                    .thenComparing(name -> !name.contains(".web."))
                                    .thenComparing(name -> !isLong(name))
                                    .thenComparing(Comparator.naturalOrder()))
                    .toList();
        }
    }

    private static boolean isLong(String name) {
        return LONGEST.contains(name.substring(name.lastIndexOf('.') + 1));
    }

    /**
     * A class that fails beside the others is tried once more, alone: its tests have real processes
     * and sockets, and a machine may be too busy for them. What fails then has failed.
     */
    private static boolean run(List<String> classes, String reports, String filter)
            throws Exception {
        // More than cores: many tests wait, and those of whole processes most of the time.
        int more = filter.equals("soak") ? 3 : 1;
        int forks = Math.min(classes.size(), Runtime.getRuntime().availableProcessors() + more);
        List<String> failed = failed(classes, forks, reports, filter);
        if (failed.isEmpty() || failed.size() > MOST_UNSTEADY) {
            return failed.isEmpty() && !classes.isEmpty();
        }
        List<String> broken = failed(failed, 1, reports, filter);
        failed.stream()
                .filter(name -> !broken.contains(name))
                .forEach(name -> System.err.println("Unsteady: " + name + " passed when alone"));
        return broken.isEmpty();
    }

    private static List<String> failed(
            List<String> classes, int forks, String reports, String filter) throws Exception {
        Waiting waiting = new Waiting(classes);
        ExecutorService threads = Executors.newFixedThreadPool(forks);
        Callable<List<String>> fork = () -> fork(waiting, reports, filter);
        List<String> failed = new ArrayList<>();
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        clock.scheduleAtFixedRate(() -> System.err.println(waiting), 10, 10, TimeUnit.SECONDS);
        try {
            for (Future<List<String>> ended : threads.invokeAll(Collections.nCopies(forks, fork))) {
                failed.addAll(ended.get());
            }
        } finally {
            clock.shutdownNow();
            threads.shutdown();
        }
        // Left where every JVM ended before its time.
        failed.addAll(waiting.classes);
        return failed;
    }

    /**
     * What is still to run. A JVM stays with a package as long as it has classes, since to load the
     * libraries of another takes longer than most of them, and then takes one where at most one
     * other is.
     */
    private static final class Waiting {
        private final int all;
        private final List<String> classes;
        private final Map<Process, String> packages = new HashMap<>();

        Waiting(List<String> classes) {
            this.all = classes.size();
            this.classes = new ArrayList<>(classes);
        }

        /** How far the tests are, for people who wait. */
        @Override
        public synchronized String toString() {
            return "%d of %d test classes begun, now in %s"
                    .formatted(all - classes.size(), all, new TreeSet<>(packages.values()));
        }

        synchronized Optional<String> next(Process worker) {
            String own = packages.remove(worker);
            Optional<String> next =
                    Stream.<Predicate<String>>of(
                                    each -> packageOf(each).equals(own),
                                    each -> workersAt(packageOf(each)) < 2,
                                    each -> true)
                            .flatMap(wanted -> classes.stream().filter(wanted))
                            .findFirst();
            next.ifPresent(
                    each -> {
                        classes.remove(each);
                        packages.put(worker, packageOf(each));
                    });
            return next;
        }

        private int workersAt(String wanted) {
            return Collections.frequency(packages.values(), wanted);
        }

        /** Of {@code dev.stockload.sheet.csv.CsvRowsTest}, {@code sheet}. */
        private static String packageOf(String name) {
            return name.replaceFirst("dev\\.stockload\\.(\\w+)\\..*", "$1");
        }
    }

    private static List<String> fork(Waiting waiting, String reports, String filter)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(TestForks.class.getName(), WORKER, reports, filter));
        Process worker =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        List<String> failed = new ArrayList<>();
        try (PrintWriter names =
                        new PrintWriter(worker.outputWriter(StandardCharsets.UTF_8), true);
                BufferedReader answers = worker.inputReader(StandardCharsets.UTF_8)) {
            for (Optional<String> next = waiting.next(worker);
                    next.isPresent();
                    next = waiting.next(worker)) {
                String name = next.get();
                names.println(name);
                String answer = answers.readLine();
                if (answer == null) {
                    System.err.println("The JVM ended while it ran " + name);
                    failed.add(name);
                    return failed;
                }
                if (answer.equals(FAILED)) {
                    failed.add(name);
                }
            }
        }
        // Its database ends with it.
        worker.waitFor(30, TimeUnit.SECONDS);
        return failed;
    }

    /**
     * Runs each class that is named on standard input, and says on standard output how it ended.
     */
    private static void work(Path reports, String filter) throws IOException {
        PrintStream answers = System.out;
        System.setOut(System.err);
        BufferedReader names =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (LauncherSession session = LauncherFactory.openSession()) {
            for (String name = names.readLine(); name != null; name = names.readLine()) {
                answers.println(passes(session.getLauncher(), name, reports, filter) ? "" : FAILED);
            }
        }
    }

    private static boolean passes(Launcher launcher, String name, Path reports, String filter) {
        LauncherDiscoveryRequestBuilder request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(DiscoverySelectors.selectClass(name));
        if (!filter.isEmpty()) {
            request.filters(
                    filter.startsWith("!")
                            ? TagFilter.excludeTags(filter.substring(1))
                            : TagFilter.includeTags(filter));
        }
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        PrintWriter err = new PrintWriter(System.err, true);
        launcher.execute(
                request.build(),
                summary,
                new LegacyXmlReportGeneratingListener(folder(reports.resolve(name)), err));
        summary.getSummary().printFailuresTo(err, 30);
        return summary.getSummary().getTotalFailureCount() == 0;
    }

    private static Path folder(Path path) {
        try {
            return Files.createDirectories(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
