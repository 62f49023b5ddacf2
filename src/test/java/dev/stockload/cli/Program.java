package dev.stockload.cli;

import dev.stockload.JavaProcess;
import dev.stockload.imports.StrictService;
import dev.stockload.ledger.ReadyLedger;
import dev.stockload.sandbox.Sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The real program as a process of its own, with a data folder and a service. */
final class Program implements AutoCloseable {
    private final Path folder;
    private final StrictService service;
    private final List<Process> started = new ArrayList<>();
    private final Map<String, String> variables = new HashMap<>();
    private String shellPrefix = "";
    private List<String> own = List.of();
    private String out = "out.txt";
    private boolean terminal;

    Program(Path folder, StrictService service) {
        this(folder, service.address().toString(), service);
        ReadyLedger.prepare(folder.resolve("data"));
        with("STOCKLOAD_APP_SECRET", StrictService.SECRET);
        with("STOCKLOAD_ACCESS_TOKEN", StrictService.TOKEN);
    }

    private Program(Path folder, String url, StrictService service) {
        this.folder = folder;
        this.service = service;
        with("STOCKLOAD_BASE_URL", url);
        with("STOCKLOAD_APP_ID", "app");
        with("STOCKLOAD_DOUBT_SECONDS", "2");
    }

    /** With a service whose credentials must be set. */
    static Program at(String url, Path folder) {
        return new Program(folder, url, null);
    }

    static Program at(Sandbox sandbox, Path folder) {
        return at(sandbox.baseUrl(), folder)
                .with("STOCKLOAD_APP_ID", Sandbox.APP_ID)
                .with("STOCKLOAD_APP_SECRET", Sandbox.APP_SECRET)
                .with("STOCKLOAD_ACCESS_TOKEN", Sandbox.ACCESS_TOKEN);
    }

    /** The output and exit code of a process. */
    record Ended(int code, String words) {}

    /** Runs it below a limit of the shell, such as {@code ulimit -f 4000}. */
    Program under(String limit) {
        shellPrefix = limit + "; ";
        return this;
    }

    /** Runs it with a data folder that not even root can write. */
    Program withReadOnlyData() {
        own = List.of("unshare", "-rm");
        return under("mount --bind data data && mount -o remount,bind,ro data");
    }

    /** Runs it with a data folder on a disk of its own, of this many kilobytes. */
    Program withSmallDisk(int kilobytes) throws IOException {
        Files.createDirectories(folder.resolve("data"));
        own = List.of("unshare", "-rm");
        return under("mount -t tmpfs -o size=%dk tmpfs data".formatted(kilobytes));
    }

    /** Runs another command that sees the mounts of this process. */
    Program beside(Process process) {
        Program other = new Program(folder, service).saysTo("beside.txt");
        other.variables.putAll(variables);
        other.own =
                List.of(
                        "nsenter",
                        "--target",
                        String.valueOf(process.pid()),
                        "--user",
                        "--mount",
                        "--preserve-credentials");
        return other.under("cd '%s'".formatted(folder));
    }

    /** Runs a shell script in the environment of this program. */
    void shell(String line) throws Exception {
        List<String> command = new ArrayList<>(own);
        command.addAll(List.of("sh", "-c", shellPrefix + line));
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        process.getInputStream().readAllBytes();
        process.waitFor();
    }

    /** Whether this machine allows private mounts. */
    static boolean mayMount() throws Exception {
        try {
            return new ProcessBuilder("unshare", "-rm", "true").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Runs it at a terminal; the test types by writing to the process. */
    Program onTerminal() {
        terminal = true;
        return this;
    }

    /** Whether this machine can run a process at a terminal. */
    static boolean mayHaveTerminal() throws Exception {
        try {
            Process probe =
                    new ProcessBuilder("script", "-qec", "test -t 0", "/dev/null")
                            .redirectErrorStream(true)
                            .start();
            probe.getInputStream().readAllBytes();
            return probe.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Writes its output to a file of another name. */
    Program saysTo(String file) {
        out = file;
        return this;
    }

    Program with(String name, String value) {
        variables.put(name, value);
        return this;
    }

    Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(program());
        command.addAll(List.of(arguments));
        if (!shellPrefix.isEmpty()) {
            command.addAll(0, List.of("sh", "-c", shellPrefix + "exec \"$@\"", "sh"));
            command.addAll(0, own);
        }
        if (terminal) {
            String line =
                    command.stream()
                            .map(word -> "'" + word + "'")
                            .collect(Collectors.joining(" ", "exec ", ""));
            // Whoever runs the tests in the background ignores an interrupt, and so would we.
            command = List.of("env", "--default-signal=INT", "script", "-qec", line, "/dev/null");
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.directory(folder.toFile());
        builder.redirectErrorStream(true).redirectOutput(folder.resolve(out).toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("STOCKLOAD"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        // Without a log below a limit: it would take room on a small disk.
        String noLog = " -Dlogback.configurationFile=" + Program.class.getResource("/logback.xml");
        // What a test serves ends before the second compiler pays for itself.
        String options = "-Xmx256m -XX:TieredStopAtLevel=1";
        builder.environment().put("JAVA_OPTS", options + (shellPrefix.isEmpty() ? "" : noLog));
        builder.environment().putAll(variables);
        Process process = builder.start();
        started.add(process);
        return process;
    }

    /**
     * What was installed, where the build says so: it starts in half the time, as it does for
     * people, by the archive of its classes.
     */
    private static List<String> program() {
        String installed = System.getProperty("stockload.installed");
        return installed == null
                ? classes()
                : List.of(Path.of(installed, "bin", "stockload").toString());
    }

    /** The classes at hand, without a log. */
    static List<String> classes() {
        return JavaProcess.command(
                System.getProperty("java.class.path"),
                Stockload.class,
                "-Xmx256m",
                "-Dlogback.configurationFile=logback.xml");
    }

    /** Starts to serve, and waits until other commands can work beside it. */
    Process serve() throws Exception {
        Process serve = start("serve", "--no-console");
        awaitWords(serve, "the HTTP interface is at ");
        return serve;
    }

    /** Where the process that serves answers other programs. */
    String url() throws IOException {
        return words().replaceFirst("(?s).*the HTTP interface is at (\\S+)\\. .*", "$1");
    }

    /** Runs a command with the same folder and service inside this test. */
    CommandRun command(String... arguments) {
        return CommandRun.in(folder, service, arguments);
    }

    /** Waits until the process has said this. */
    void awaitWords(Process process, String words) throws Exception {
        while (!words().contains(words)) {
            if (process.waitFor(20, TimeUnit.MILLISECONDS) && !words().contains(words)) {
                throw new IllegalStateException("It ended without a word of it: " + words());
            }
        }
    }

    Ended run(String... arguments) throws Exception {
        return end(start(arguments));
    }

    Ended end(Process process) throws Exception {
        if (!process.waitFor(300, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("It did not end: " + words());
        }
        return new Ended(process.exitValue(), words());
    }

    /** Ends the processes that still run. */
    @Override
    public void close() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    String words() throws IOException {
        return Files.readString(folder.resolve(out));
    }

    /** A sheet of so many colours with one size each, six to a product. */
    Path sheet(String name, int colours) throws IOException {
        StringBuilder rows = new StringBuilder("pid,colour,size,stock\n");
        for (int c = 0; c < colours; c++) {
            service.product(1 + c / 6, "A-" + (1 + c / 6));
            rows.append("%d,c%d,36,%d%n".formatted(1 + c / 6, c % 6, c));
        }
        return Files.writeString(folder.resolve(name), rows);
    }
}
