package dev.stockload.app;

import dev.stockload.imports.report.RunFolder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.notifications.Channels;
import dev.stockload.notifications.Channels.MailServer;
import dev.stockload.notifications.Recipient;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.sources.SourceAddress;
import dev.stockload.sources.SourceAddress.SourceSettings;
import dev.stockload.sources.Sources;
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
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The settings for what jobs reach outside, with the file and line of each source setting. */
public record Connections(
        Map<String, SourceSettings> sources,
        Optional<MailServer> mail,
        Optional<URI> console,
        Map<String, String> places) {
    static final Connections NONE =
            new Connections(Map.of(), Optional.empty(), Optional.empty(), Map.of());

    /** Fails if a job needs a source or a mail server that is not set or set wrongly. */
    public void check(JobDefinition job) {
        job.sheets().from().ifPresent(source -> checkSource(source, job.sheets().move()));
        boolean mails =
                job.notifySettings().rules().stream()
                        .anyMatch(each -> each.recipient().form().isEmpty());
        if (mails && mail.isEmpty()) {
            throw Refusal.settings(
                    "'notify' names an e-mail address, but spring.mail.host is not set");
        }
    }

    private void checkSource(String name, boolean move) {
        SourceAddress address = address(name);
        if (move && !address.hasFolders()) {
            throw Refusal.settings(
                    "'afterwards: move' needs a folder, but source %s has none: only sftp: has folders"
                            .formatted(name));
        }
    }

    /** Fails with the file and the setting to fix if the source cannot be used. */
    public SourceAddress address(String source) {
        try {
            return new Sources(sources, new StopSignal()).address(source);
        } catch (RunFailedException e) {
            String place = places.get("stockload.sources.%s.url".formatted(source));
            throw Refusal.settings(
                    place == null ? e.getMessage() : place + ": " + e.getMessage(), e);
        }
    }

    public Channels channels(Path data) {
        return new Channels(mail, console, run -> RunFolder.of(data, run).rejects(), Time.real());
    }

    static Connections read(Binder binder) {
        Map<String, String> places = new HashMap<>();
        return new Connections(
                binder.bind(
                                "stockload.sources",
                                Bindable.mapOf(String.class, SourceSettings.class),
                                noting(places))
                        .orElse(Map.of()),
                Optional.ofNullable(binder.bind("spring.mail", MailProperties.class).orElse(null))
                        .filter(mail -> mail.getHost() != null)
                        .map(MailServer::of),
                Optional.ofNullable(binder.bind("stockload.console-url", String.class).orElse(null))
                        .map(Connections::console),
                places);
    }

    /** Stores the file and line of each setting that comes from a file. */
    private static BindHandler noting(Map<String, String> places) {
        return new BindHandler() {
            @Override
            public Object onSuccess(
                    ConfigurationPropertyName name,
                    Bindable<?> target,
                    BindContext context,
                    Object result) {
                ConfigurationProperty found = context.getConfigurationProperty();
                place(found == null ? null : found.getOrigin())
                        .ifPresent(place -> places.put(name.toString(), place));
                return result;
            }
        };
    }

    /** The file and line; nothing for what is in no file. */
    static Optional<String> place(Origin origin) {
        if (origin instanceof PropertySourceOrigin wrapped) {
            return place(wrapped.getOrigin());
        }
        return origin instanceof TextResourceOrigin text && text.getLocation() != null
                ? Optional.of(
                        "%s, line %d"
                                .formatted(
                                        text.getResource().getFilename(),
                                        text.getLocation().getLine() + 1))
                : Optional.empty();
    }

    private static URI console(String text) {
        try {
            URI url = Recipient.webAddress(text.strip(), true, "", "");
            if (url.getUserInfo() == null) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // reported below
        }
        throw Refusal.settings(
                "stockload.console-url is not a web address without a user name: it looks"
                        + " like https://stock.shop.example");
    }
}
