package dev.stockload.web.parts;

import dev.stockload.app.Settings;
import dev.stockload.app.Workspace;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.jobs.JobRuns;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.RunStoppedException;
import dev.stockload.process.StopSignal;
import dev.stockload.queue.ImportQueue;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.stock.Refusal;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the pages and the HTTP interface work with, and the address of the web server. */
public record ConsoleOptions(
        ConsoleAddress address,
        Workspace workspace,
        ImportQueue queue,
        JobFolder jobs,
        InstantSource clock) {
    /** Who asked for a run that was started in the browser. */
    public static final String CONSOLE = "console";

    /** How long a page waits for the service; a request in flight then has some seconds more. */
    private static final Duration LONGEST = Duration.ofSeconds(20);

    public Path data() {
        return workspace.data();
    }

    /** Asks the service for a person who waits: at once or not, and not for long. */
    public <T> T fromService(Function<Caller, T> work) {
        StopSignal limit = new StopSignal();
        CompletableFuture.delayedExecutor(LONGEST.toSeconds(), TimeUnit.SECONDS)
                .execute(limit::ask);
        try {
            return work.apply(new Caller(limit, RunListener.NOBODY).withoutRetries());
        } catch (RunStoppedException e) {
            throw RunFailedException.ofService(
                    "The merchant service needs more than %d s for this. Try again, or in a terminal"
                            .formatted(LONGEST.toSeconds()),
                    true);
        }
    }

    public Ledger ledger() {
        return workspace.ledger();
    }

    public Run run(String id) {
        return ledger().runs()
                .find(id)
                .orElseThrow(() -> Refusal.notFound("There is no run " + id));
    }

    public JobDefinition job(String name) {
        if (!jobs.contains(name)) {
            throw Refusal.notFound("There is no job " + name);
        }
        return jobs.find(name);
    }

    /** A run that someone asks for; {@code file} can only be a late sheet of the job. */
    public JobRuns.Options jobRun(JobDefinition job, JobRuns.Options how) {
        how.file()
                .ifPresent(
                        file ->
                                workspace
                                        .expectedSheets()
                                        .sheets(job)
                                        .expectListed(file, clock.instant()));
        return how;
    }

    public Path file(String run, String name) {
        return RunFolder.of(data(), run(run).id())
                .file(name)
                .orElseThrow(() -> Refusal.notFound("Run %s has no file %s".formatted(run, name)));
    }

    public VerifyResult storeCheck(String account) {
        return workspace
                .verifications()
                .last(workspace.account(account))
                .orElseThrow(() -> Refusal.notFound("The store was not checked yet"));
    }

    public List<String> accounts() {
        return workspace.settings().accountNames();
    }

    /**
     * The address of the web server. Without a password it answers only this machine.
     *
     * @param port 0 for a free one
     * @param password null if none is needed
     * @param hosts its host names, besides those of this machine
     */
    public record ConsoleAddress(
            InetAddress address, int port, String password, Set<String> hosts, boolean pages) {
        public ConsoleAddress {
            if (password != null && password.isBlank()) {
                throw Refusal.settings(
                        "The console password is blank: set STOCKLOAD_CONSOLE_PASSWORD to a"
                                + " password, or leave it unset");
            }
            if (password == null && !address.isLoopbackAddress()) {
                throw Refusal.settings(
                        "Without a password the console answers only this machine, but its address is %s: set STOCKLOAD_CONSOLE_PASSWORD"
                                .formatted(address.getHostAddress()));
            }
            if (password == null && !hosts.isEmpty()) {
                throw Refusal.settings(
                        "STOCKLOAD_CONSOLE_HOSTS lets people in from other machines, but no"
                                + " password is set: set STOCKLOAD_CONSOLE_PASSWORD too");
            }
            hosts = Set.copyOf(hosts);
        }

        public boolean asksForPassword() {
            return password != null;
        }

        public String url(int actualPort) {
            return "http://%s:%d".formatted(host(), actualPort);
        }

        /** Its host names, besides localhost. */
        public Set<String> names() {
            return Stream.concat(hosts.stream(), Stream.of(host())).collect(Collectors.toSet());
        }

        private String host() {
            if (address.isAnyLocalAddress()) {
                return "127.0.0.1";
            }
            if (address instanceof Inet6Address) {
                return address.isLoopbackAddress() ? "[::1]" : "[" + address.getHostAddress() + "]";
            }
            return address.getHostAddress();
        }

        @Override
        public String toString() {
            return "console at %s:%d%s"
                    .formatted(
                            address.getHostAddress(),
                            port,
                            asksForPassword() ? ", with a password" : "");
        }
    }

    /**
     * The host names that the console answers to. Another site can point its own name to this
     * machine (DNS rebinding), and its pages could then use the console: so unknown names are
     * refused. An IP address cannot be pointed elsewhere.
     */
    public record HostNames(Set<String> names, boolean others) {
        private static final List<String> THIS_MACHINE =
                List.of("localhost", "127.0.0.1", "[::1]", "::1");
        private static final Pattern NAME =
                Pattern.compile(
                        "[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*");
        private static final Pattern ADDRESS =
                Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[?[0-9a-f:.]*:[0-9a-f:.]*(%\\w+)?]?");

        /** {@code others} lets in other machines, by the addresses and names of this one. */
        public HostNames {
            names = new HashSet<>(names);
            names.addAll(THIS_MACHINE);
            if (others) {
                names.addAll(own());
            }
        }

        /** Reads the setting: names separated by commas or spaces; null is none. */
        public static Set<String> parse(String setting) {
            return setting == null
                    ? Set.of()
                    : Pattern.compile("[,\\s]+")
                            .splitAsStream(setting.strip())
                            .filter(name -> !name.isEmpty())
                            .map(HostNames::checked)
                            .collect(Collectors.toUnmodifiableSet());
        }

        public boolean isOurs(String name) {
            String lower = name.toLowerCase(Locale.ROOT);
            String plain = lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
            return names.contains(plain) || others && ADDRESS.matcher(plain).matches();
        }

        private static String checked(String given) {
            String name = given.toLowerCase(Locale.ROOT);
            if (!NAME.matcher(name).matches() && !ADDRESS.matcher(name).matches()) {
                throw Refusal.settings(
                        "%s has '%s', which is not a host name: it looks like stock.shop.example, without https:// and without a port"
                                .formatted(Settings.CONSOLE_HOSTS, given));
            }
            return name;
        }

        private static List<String> own() {
            try {
                String name = InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
                String first = name.replaceAll("\\..*", "");
                return List.of(name, first, first + ".local");
            } catch (UnknownHostException e) {
                return List.of();
            }
        }
    }
}
