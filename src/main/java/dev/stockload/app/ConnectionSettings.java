package dev.stockload.app;

import dev.stockload.notifications.MailServer;
import dev.stockload.sources.SourceSettings;
import dev.stockload.stock.Refusal;

import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.mail.autoconfigure.MailProperties;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads {@code stockload.sources.*}, {@code spring.mail.*} and the address of the console. */
final class ConnectionSettings {
    private ConnectionSettings() {}

    static Connections read(Binder binder) {
        Map<String, String> places = new HashMap<>();
        return new Connections(
                binder.bind(
                                "stockload.sources",
                                Bindable.mapOf(String.class, SourceSettings.class),
                                noting(places))
                        .orElse(Map.of()),
                binder.bind("spring.mail", MailProperties.class)
                        .map(mail -> mail.getHost() == null ? null : server(mail))
                        .map(Optional::of)
                        .orElse(Optional.empty()),
                binder.bind("stockload.console-url", String.class)
                        .map(text -> Optional.of(console(text)))
                        .orElse(Optional.empty()),
                places);
    }

    /** Takes note of the file and line of each setting that comes from a file. */
    private static BindHandler noting(Map<String, String> places) {
        return new BindHandler() {
            @Override
            public Object onSuccess(
                    ConfigurationPropertyName name,
                    Bindable<?> target,
                    BindContext context,
                    Object result) {
                place(context.getConfigurationProperty())
                        .ifPresent(place -> places.put(name.toString(), place));
                return result;
            }
        };
    }

    private static Optional<String> place(ConfigurationProperty found) {
        Origin origin = found == null ? null : found.getOrigin();
        if (origin instanceof PropertySourceOrigin wrapped) {
            origin = wrapped.getOrigin();
        }
        return origin instanceof TextResourceOrigin text && text.getLocation() != null
                ? Optional.of(
                        "%s, line %d"
                                .formatted(
                                        text.getResource().getFilename(),
                                        text.getLocation().getLine() + 1))
                : Optional.empty();
    }

    private static MailServer server(MailProperties mail) {
        Map<String, String> properties = new HashMap<>(mail.getProperties());
        if (mail.getSsl().isEnabled()) {
            properties.putIfAbsent("mail.%s.ssl.enable".formatted(mail.getProtocol()), "true");
        }
        int port = mail.getPort() == null ? 0 : mail.getPort();
        return MailServer.of(
                        mail.getHost(), port, mail.getUsername(), mail.getPassword(), properties)
                .by(mail.getProtocol());
    }

    private static URI console(String text) {
        try {
            URI url = URI.create(text.strip());
            if (url.getHost() != null
                    && url.getScheme().matches("https?")
                    && url.getUserInfo() == null) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw Refusal.settings(
                "stockload.console-url is not a web address without a name and password: it looks"
                        + " like https://stock.shop.example");
    }
}
