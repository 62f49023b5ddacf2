package dev.stockload.app;

import dev.stockload.notifications.MailServer;
import dev.stockload.sources.SourceSettings;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.mail.autoconfigure.MailProperties;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads {@code stockload.sources.*}, {@code spring.mail.*} and the address of the console. */
final class ConnectionSettings {
    private ConnectionSettings() {}

    static Connections read(Binder binder) {
        return new Connections(
                binder.bind("stockload.sources", Bindable.mapOf(String.class, SourceSettings.class))
                        .orElse(Map.of()),
                binder.bind("spring.mail", MailProperties.class)
                        .map(mail -> mail.getHost() == null ? null : server(mail))
                        .map(Optional::of)
                        .orElse(Optional.empty()),
                binder.bind("stockload.console-url", String.class)
                        .map(text -> Optional.of(console(text)))
                        .orElse(Optional.empty()));
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
            if (url.getHost() != null && url.getScheme().matches("https?")) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw new UnusableSettingsException(
                "stockload.console-url is '%s', which is not a web address: it looks like https://stock.shop.example"
                        .formatted(text));
    }
}
