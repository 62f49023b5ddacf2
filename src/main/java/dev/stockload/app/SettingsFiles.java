package dev.stockload.app;

import dev.stockload.app.Settings.AccountParts;
import dev.stockload.app.Settings.ConsoleAccess;
import dev.stockload.database.LedgerAddress;
import dev.stockload.merchant.Account;
import dev.stockload.process.FaultMessages;
import dev.stockload.stock.Refusal;

import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.yaml.snakeyaml.error.MarkedYAMLException;

import java.io.File;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Reads the settings from Spring's usual places; without Spring if there are no files. */
public class SettingsFiles {
    private static final String HOSTS = "stockload.console-hosts";
    private static final String SHEET_PASSWORDS = "STOCKLOAD_SHEET_PASSWORDS";

    private static final Set<String> KNOWN_VARIABLES =
            Set.of(
                    "STOCKLOAD_BASE_URL",
                    "STOCKLOAD_APP_ID",
                    "STOCKLOAD_APP_SECRET",
                    "STOCKLOAD_ACCESS_TOKEN",
                    "STOCKLOAD_ALLOW_HTTP",
                    "STOCKLOAD_DOUBT_SECONDS",
                    "STOCKLOAD_DATA",
                    SHEET_PASSWORDS,
                    Settings.CONSOLE_PASSWORD,
                    Settings.CONSOLE_HOSTS,
                    "STOCKLOAD_SERVICE_ZONE",
                    Settings.KEEP_DAYS,
                    Settings.WORKERS,
                    "SPRING_DATASOURCE_URL",
                    "SPRING_DATASOURCE_USERNAME",
                    "SPRING_DATASOURCE_PASSWORD");

    private SettingsFiles() {}

    /** The folder ends with a slash. */
    public static Settings load(Map<String, String> environment, String folder) {
        return isEnvironmentOnly(environment, folder)
                ? ofEnvironment(environment)
                : throughSpring(environment, folder);
    }

    /** The passwords of encrypted workbooks: separated by commas, or a list in a file. */
    public static List<String> sheetPasswords(Map<String, String> environment, String folder) {
        if (isEnvironmentOnly(environment, folder)) {
            String all = environment.getOrDefault(SHEET_PASSWORDS, "");
            return Arrays.stream(all.split(",")).map(String::strip).toList();
        }
        return binder(environment, folder)
                .bind("stockload.sheet-passwords", Bindable.listOf(String.class))
                .orElse(List.of());
    }

    /** Spring takes half a second, which a short command should not pay for nothing. */
    private static boolean isEnvironmentOnly(Map<String, String> environment, String folder) {
        String[] files = new File(folder).list((in, name) -> name.startsWith("application"));
        return (files == null || files.length == 0)
                && !new File(folder, "config").exists()
                && environment.keySet().stream().allMatch(SettingsFiles::isEnvironmentOnly)
                && System.getProperties().stringPropertyNames().stream()
                        .allMatch(SettingsFiles::isEnvironmentOnly);
    }

    private static boolean isEnvironmentOnly(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return KNOWN_VARIABLES.contains(name)
                || !upper.startsWith("STOCKLOAD") && !upper.startsWith("SPRING");
    }

    private static Settings ofEnvironment(Map<String, String> environment) {
        UnaryOperator<String> text =
                name -> environment.get(name.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_"));
        AccountParts parts =
                new AccountParts(
                        text.apply("stockload.base-url"),
                        text.apply("stockload.app-id"),
                        text.apply("stockload.app-secret"),
                        text.apply("stockload.access-token"),
                        text.apply("stockload.allow-http"),
                        text.apply("stockload.doubt-seconds"));
        return settings(Map.of(Account.DEFAULT, parts), text, Connections.NONE);
    }

    /** {@code text} finds a setting by its name; null if it is not set. */
    private static Settings settings(
            Map<String, AccountParts> accounts, UnaryOperator<String> text, Connections outside) {
        String data = Objects.requireNonNullElse(text.apply("stockload.data"), Settings.DATA);
        Optional<LedgerAddress> database = database(text);
        return new Settings(
                accounts,
                Settings.folder(data, database),
                database,
                Settings.zone(text.apply("stockload.service-zone")),
                new ConsoleAccess(text.apply("stockload.console-password"), text.apply(HOSTS)),
                outside,
                Settings.keepDays(text.apply("stockload.keep-days")),
                Settings.workers(text.apply("stockload.workers")));
    }

    private static Optional<LedgerAddress> database(UnaryOperator<String> text) {
        return Optional.ofNullable(text.apply("spring.datasource.url"))
                .filter(url -> !url.isBlank())
                .map(
                        url ->
                                new LedgerAddress(
                                        url.strip(),
                                        text.apply("spring.datasource.username"),
                                        text.apply("spring.datasource.password")));
    }

    private static Settings throughSpring(Map<String, String> environment, String folder) {
        try {
            Binder binder = binder(environment, folder);
            Map<String, AccountParts> accounts =
                    new HashMap<>(
                            binder.bind(
                                            "stockload.accounts",
                                            Bindable.mapOf(String.class, AccountParts.class))
                                    .orElse(Map.of()));
            binder.bind("stockload", AccountParts.class)
                    .ifBound(parts -> accounts.put(Account.DEFAULT, parts));
            return settings(accounts, name -> text(binder, name), Connections.read(binder));
        } catch (Refusal e) {
            throw e;
        } catch (BindException e) {
            // The value is not repeated: it may be a secret in the wrong place.
            throw Refusal.settings(
                    "The setting %s cannot be read: its value is of the wrong kind"
                            .formatted(e.getName()),
                    e);
        } catch (MarkedYAMLException e) {
            // Its own message would show the line, which may hold a secret.
            throw Refusal.settings(
                    "application.yml cannot be read, line %d, column %d: %s"
                            .formatted(
                                    e.getProblemMark().getLine() + 1,
                                    e.getProblemMark().getColumn() + 1,
                                    e.getProblem()),
                    e);
        } catch (RuntimeException e) {
            throw Refusal.settings(
                    "The settings in application.yml cannot be read: " + FaultMessages.innermost(e),
                    e);
        }
    }

    /** The hosts are one text with commas, as in the environment, or a YAML list. */
    private static String text(Binder binder, String name) {
        String line = binder.bind(name, String.class).orElse(null);
        return line != null || !name.equals(HOSTS)
                ? line
                : binder.bind(HOSTS, Bindable.listOf(String.class))
                        .map(names -> String.join(",", names))
                        .orElse(null);
    }

    private static Binder binder(Map<String, String> variables, String folder) {
        StandardEnvironment environment = new StandardEnvironment();
        MutablePropertySources sources = environment.getPropertySources();
        String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        sources.replace(name, new SystemEnvironmentPropertySource(name, Map.copyOf(variables)));
        // Spring's places in their order, without those inside the program.
        String places = "optional:file:%1$s;optional:file:%1$sconfig/;optional:file:%1$sconfig/*/";
        Map<String, Object> where = Map.of("spring.config.location", places.formatted(folder));
        sources.addLast(new MapPropertySource("places", where));
        ConfigDataEnvironmentPostProcessor.applyTo(environment);
        UnknownSettings.refuse(variables.keySet(), environment);
        ConfigurationPropertySources.attach(environment);
        return Binder.get(environment);
    }
}
