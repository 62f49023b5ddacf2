package dev.stockload.app;

import dev.stockload.imports.RunFiles;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.notifications.Channels;
import dev.stockload.notifications.MailServer;
import dev.stockload.notifications.Recipient;
import dev.stockload.runs.Time;
import dev.stockload.sources.SourceSettings;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What jobs reach outside this machine, as it is set.
 *
 * @param sources where sheets are fetched from, by name
 * @param mail the server that takes e-mail
 * @param console the address under which people reach the console
 */
public record Connections(
        Map<String, SourceSettings> sources, Optional<MailServer> mail, Optional<URI> console) {
    static final Connections NONE = new Connections(Map.of(), Optional.empty(), Optional.empty());

    /** Fails where a job tells somebody by e-mail and nothing says by which server. */
    public void checkCanTell(JobDefinition job) {
        boolean mails =
                job.subscriptions().stream()
                        .anyMatch(each -> each.recipient().kind() == Recipient.Kind.MAILTO);
        if (mails && mail.isEmpty()) {
            throw new UnusableSettingsException(
                    "'notify' names an e-mail address, but spring.mail.host is not set");
        }
    }

    /**
     * The ways by which messages leave.
     *
     * @param data the data folder, where the rejects files are
     */
    public Channels channels(Path data) {
        return new Channels(mail, console, run -> RunFiles.of(data, run).rejects(), Time.real());
    }
}
