package dev.stockload.app;

import dev.stockload.app.Settings.AccountParts;
import dev.stockload.jobs.define.WordSuggestion;
import dev.stockload.sources.SourceAddress.SourceSettings;
import dev.stockload.stock.Refusal;

import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Refuses settings that nothing reads: with a misspelt address of the service an import would go to
 * the sandbox, and with a misspelt database the runs of before would be forgotten.
 */
final class UnknownSettings {
    private static final String OURS = "stockload";
    private static final String DATABASE = "spring.datasource";

    private static final Set<String> ACCOUNT = settingsOf(AccountParts.class);
    private static final Set<String> SOURCE = settingsOf(SourceSettings.class);

    private static final Set<String> TOP =
            Stream.concat(
                            ACCOUNT.stream(),
                            Stream.of(
                                    "accounts",
                                    "sources",
                                    "data",
                                    "service-zone",
                                    "sheet-passwords",
                                    "console-password",
                                    "console-hosts",
                                    "console-url",
                                    "keep-days",
                                    "workers"))
                    .collect(Collectors.toUnmodifiableSet());

    /** Kubernetes sets these for a service that is called stockload. */
    private static final String OF_KUBERNETES = "STOCKLOAD_(SERVICE_HOST|SERVICE_PORT|PORT)(_.*)?";

    private UnknownSettings() {}

    static void refuse(Collection<String> variables, ConfigurableEnvironment environment) {
        for (String variable : variables) {
            Optional<String> advice =
                    variable.matches(OF_KUBERNETES) ? Optional.empty() : adviceOf(variable);
            if (advice.isPresent()) {
                throw refusal("The variable " + variable, advice.get());
            }
        }
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof OriginTrackedMapPropertySource file) {
                refuse(file);
            }
        }
    }

    private static void refuse(OriginTrackedMapPropertySource file) {
        for (String key : file.getPropertyNames()) {
            ConfigurationPropertyName name = ConfigurationPropertyName.adapt(key, '.');
            List<String> words =
                    IntStream.range(0, name.getNumberOfElements())
                            .mapToObj(element -> name.getElement(element, Form.DASHED))
                            .toList();
            Optional<String> advice = advice(words);
            if (advice.isPresent()) {
                String place = Connections.place(file.getOrigin(key)).orElse(file.getName());
                throw refusal("%s: '%s'".formatted(place, key), advice.get());
            }
        }
    }

    private static Refusal refusal(String setting, String advice) {
        return Refusal.settings(setting + " is not a setting" + advice);
    }

    /** A variable that is like none of ours may be another program's. */
    private static Optional<String> adviceOf(String variable) {
        String place = "-\\d+-?$";
        String name = variable.toLowerCase(Locale.ROOT).replace('_', '-').replaceFirst(place, "");
        return Stream.of(OURS, DATABASE)
                .filter(start -> name.startsWith(start.replace('.', '-') + "-"))
                .map(start -> List.of(start, name.substring(start.length() + 1)))
                .flatMap(words -> advice(words).stream())
                .filter(advice -> advice.startsWith(": did"))
                .findFirst();
    }

    /** How a refusal of these words ends; nothing if they are a setting, or another program's. */
    private static Optional<String> advice(List<String> words) {
        for (int word = 0; word < words.size(); word++) {
            String before = String.join(".", words.subList(0, word));
            String found = words.get(word);
            Set<String> known = known(before);
            if (!known.isEmpty() && known.stream().noneMatch(each -> isSame(each, found))) {
                if (before.startsWith(OURS)) {
                    return Optional.of(WordSuggestion.offer(found, known));
                }
                String likely = WordSuggestion.likely(found, known);
                if (!likely.isEmpty()) {
                    return Optional.of(likely);
                }
            }
        }
        return Optional.empty();
    }

    /** The words that can follow; none if any can. */
    private static Set<String> known(String before) {
        if (before.matches("stockload\\.(accounts|sources)\\.[^.]+")) {
            return before.startsWith("stockload.accounts") ? ACCOUNT : SOURCE;
        }
        return switch (before) {
            case "" -> Set.of(OURS);
            case OURS -> TOP;
            case DATABASE -> Set.of("url", "username", "password");
            default -> Set.of();
        };
    }

    /** As Spring reads them: baseUrl and base_url are base-url. */
    private static boolean isSame(String known, String found) {
        return known.replace("-", "").equals(found.replace("-", ""));
    }

    private static Set<String> settingsOf(Class<? extends Record> parts) {
        return Arrays.stream(parts.getRecordComponents())
                .map(part -> DataObjectPropertyName.toDashedForm(part.getName()))
                .collect(Collectors.toUnmodifiableSet());
    }
}
