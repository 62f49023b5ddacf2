package dev.stockload.app;

import dev.stockload.database.LedgerAddress;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.merchant.Account;
import dev.stockload.queue.ImportQueue;
import dev.stockload.runs.OldRuns;
import dev.stockload.stock.Refusal;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The settings of the environment or {@code application.yml}. An account is checked only when it is
 * used, so that an incomplete one does not disturb the others.
 */
public record Settings(
        Map<String, AccountParts> accounts,
        Path data,
        Optional<LedgerAddress> database,
        ZoneId serviceZone,
        ConsoleAccess console,
        Connections connections,
        Duration keep,
        int workers) {
    static final String DATA = "data";
    public static final String CONSOLE_PASSWORD = "STOCKLOAD_CONSOLE_PASSWORD";
    static final String KEEP_DAYS = "STOCKLOAD_KEEP_DAYS";
    static final String WORKERS = "STOCKLOAD_WORKERS";

    /** The colours of a run can be shown for this long, so the run must be kept too. */
    private static final int LEAST_DAYS = OldRuns.COLOUR_DAYS;

    private static final AccountParts UNSET = new AccountParts(null, null, null, null, null, null);

    private static final int DEPTH = 6;
    private static final int MOST_DAYS = 99_999;
    private static final int MOST_SECONDS = 99_999;
    private static final int MOST_WORKERS = 9_999;

    public static final String CONSOLE_HOSTS = "STOCKLOAD_CONSOLE_HOSTS";

    /**
     * The default zone of the service's days: the service names none, its times are Unix times, and
     * the sandbox counts from midnight UTC.
     */
    private static final String UTC = "UTC";

    /** Who may use the console from other machines; null if it is not set. */
    public record ConsoleAccess(String password, String hosts) {
        public ConsoleAccess {
            checkResolved(CONSOLE_PASSWORD, password);
        }

        @Override
        public String toString() {
            return "console " + hosts;
        }
    }

    /** The settings of an account; null if one is not set. */
    public record AccountParts(
            String baseUrl,
            String appId,
            String appSecret,
            String accessToken,
            String allowHttp,
            String doubtSeconds) {
        private Map<String, String> byName() {
            Map<String, String> parts = new LinkedHashMap<>();
            parts.put("base-url", baseUrl);
            parts.put("app-id", appId);
            parts.put("app-secret", appSecret);
            parts.put("access-token", accessToken);
            return parts;
        }

        @Override
        public String toString() {
            return String.valueOf(baseUrl);
        }
    }

    public static Settings ofProcess() {
        return SettingsFiles.load(System.getenv(), "./");
    }

    static Path folder(String data, Optional<LedgerAddress> database) {
        checkResolved("STOCKLOAD_DATA", data);
        try {
            Path folder = Path.of(data);
            if (database.isEmpty() && !LedgerAddress.canBeIn(folder)) {
                throw Refusal.settings(
                        "STOCKLOAD_DATA is the folder '%s', but the database cannot be in a folder with ; or \\ in its path: set another"
                                .formatted(folder.toAbsolutePath()));
            }
            return folder;
        } catch (InvalidPathException e) {
            throw Refusal.settings(
                    "STOCKLOAD_DATA is '%s', which is not a folder path".formatted(data), e);
        }
    }

    static ZoneId zone(String zone) {
        try {
            return ZoneId.of(isUnset(zone) ? UTC : zone.strip());
        } catch (DateTimeException e) {
            throw Refusal.settings(
                    "STOCKLOAD_SERVICE_ZONE is '%s', which is not a time zone: it looks like Asia/Shanghai or UTC"
                            .formatted(zone),
                    e);
        }
    }

    static Duration keepDays(String days) {
        int defaultValue = (int) OldRuns.KEPT.toDays();
        return Duration.ofDays(number(KEEP_DAYS, days, defaultValue, LEAST_DAYS, MOST_DAYS));
    }

    static int workers(String workers) {
        return number(WORKERS, workers, ImportQueue.WORKERS, 1, MOST_WORKERS);
    }

    private static int number(String name, String text, int defaultValue, int least, int most) {
        if (isUnset(text)) {
            return defaultValue;
        }
        int number = text.strip().matches("\\d{1,5}") ? Integer.parseInt(text.strip()) : -1;
        if (number < least || number > most) {
            throw Refusal.settings(
                    "%s is '%s', but it takes a whole number from %d to %d"
                            .formatted(name, text, least, most));
        }
        return number;
    }

    /** The account of this name; throws unless all of its settings are there and usable. */
    Account account(String name) {
        AccountParts parts = accounts.getOrDefault(name, UNSET);
        List<String> missing = names(name, parts, true);
        if (!missing.isEmpty()) {
            throw Refusal.settings(
                    isSet(name)
                            ? "%s set, but %s not: an account needs all four"
                                    .formatted(verb(names(name, parts, false)), verb(missing))
                            : unset(name));
        }
        if (name.equals(Account.SANDBOX)) {
            throw Refusal.settings(
                    "stockload.accounts.sandbox is set, but 'sandbox' is the built-in sandbox: use"
                            + " another name");
        }
        parts.byName().forEach((part, value) -> checkResolved(Account.setting(name, part), value));
        try {
            return new Account(
                    name,
                    new URI(parts.baseUrl().strip()),
                    parts.appId(),
                    parts.appSecret(),
                    parts.accessToken(),
                    allowsHttp(name, parts.allowHttp()),
                    Duration.ofSeconds(
                            number(
                                    Account.setting(name, "doubt-seconds"),
                                    parts.doubtSeconds(),
                                    (int) Account.DEFAULT_DOUBT.toSeconds(),
                                    0,
                                    MOST_SECONDS)));
        } catch (URISyntaxException e) {
            throw Refusal.settings(
                    Account.setting(name, "base-url")
                            + " is not a web address: it looks like https://merchant.example/api",
                    e);
        } catch (IllegalArgumentException e) {
            throw Refusal.settings(e.getMessage(), e);
        }
    }

    /** Says which settings an account lacks that has none; no full stop. */
    static String unset(String name) {
        return "account '%s' has no settings here: %s not set"
                .formatted(name, verb(names(name, UNSET, true)));
    }

    /** The names of the accounts, the default one first. */
    public List<String> accountNames() {
        List<String> names = new ArrayList<>(new TreeSet<>(accounts.keySet()));
        names.remove(Account.DEFAULT);
        names.add(0, Account.DEFAULT);
        return names;
    }

    public LedgerAddress ledger() {
        return database.orElseGet(() -> LedgerAddress.inFolder(data));
    }

    /** Whether an account has any of its settings. */
    boolean isSet(String name) {
        return !names(name, accounts.getOrDefault(name, UNSET), false).isEmpty();
    }

    /** The job definitions of the working folder and the samples of the program. */
    public JobFolder jobs() {
        return jobs(homes());
    }

    /** The job definitions of the working folder only: samples must not run by schedule. */
    public JobFolder ownJobs() {
        return jobs(List.of(workingFolder()));
    }

    private static List<Path> homes() {
        List<Path> folders = new ArrayList<>();
        folders.add(workingFolder());
        CodeSource source = Settings.class.getProtectionDomain().getCodeSource();
        try {
            Path at = source == null ? null : Path.of(source.getLocation().toURI());
            for (int i = 0; at != null && i < DEPTH; i++, at = at.getParent()) {
                if (Files.isDirectory(at.resolve("jobs")) && !folders.contains(at)) {
                    folders.add(at);
                    break;
                }
            }
        } catch (URISyntaxException e) {
            // Then there is only the working folder.
        }
        return folders;
    }

    private static Path workingFolder() {
        return Path.of("").toAbsolutePath();
    }

    private JobFolder jobs(List<Path> folders) {
        Set<String> names = new TreeSet<>(accounts.keySet());
        names.addAll(List.of(Account.DEFAULT, Account.SANDBOX));
        return new JobFolder(folders, names, connections.sources().keySet());
    }

    /** Spring leaves a reference to an unset variable as it is. */
    private static void checkResolved(String setting, String value) {
        if (value != null && value.contains("${")) {
            throw Refusal.settings(setting + " refers to a variable with ${...} that is not set");
        }
    }

    private static boolean allowsHttp(String name, String value) {
        if (!isUnset(value) && !value.matches("true|false")) {
            throw Refusal.settings(
                    "%s is '%s', but it is either true or false"
                            .formatted(Account.setting(name, "allow-http"), value));
        }
        return "true".equals(value);
    }

    private static List<String> names(String account, AccountParts parts, boolean unset) {
        return parts.byName().entrySet().stream()
                .filter(part -> isUnset(part.getValue()) == unset)
                .map(part -> Account.setting(account, part.getKey()))
                .toList();
    }

    private static String verb(List<String> names) {
        int last = names.size() - 1;
        return last == 0
                ? names.get(0) + " is"
                : String.join(", ", names.subList(0, last)) + " and " + names.get(last) + " are";
    }

    private static boolean isUnset(String value) {
        return value == null || value.isBlank();
    }
}
