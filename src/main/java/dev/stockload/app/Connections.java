package dev.stockload.app;

import dev.stockload.imports.RunFiles;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.notifications.Channels;
import dev.stockload.notifications.MailServer;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.Time;
import dev.stockload.sources.SourceAddress;
import dev.stockload.sources.SourceSettings;
import dev.stockload.sources.Sources;
import dev.stockload.stock.Refusal;

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
 * @param places the file and line of each setting of a source that comes from a file
 */
public record Connections(
        Map<String, SourceSettings> sources,
        Optional<MailServer> mail,
        Optional<URI> console,
        Map<String, String> places) {
    static final Connections NONE =
            new Connections(Map.of(), Optional.empty(), Optional.empty(), Map.of());

    /** Fails where a job needs a source or a server for e-mail that is not set as it should be. */
    public void check(JobDefinition job) {
        job.sheets().from().ifPresent(source -> checkSource(source, job.sheets().move()));
        boolean mails =
                job.notifyRules().stream().anyMatch(each -> each.recipient().form().isEmpty());
        if (mails && mail.isEmpty()) {
            throw Refusal.settings(
                    "'notify' names an e-mail address, but spring.mail.host is not set");
        }
    }

    private void checkSource(String name, boolean move) {
        address(name);
        if (move && !new Sources(sources).canMove(name)) {
            throw Refusal.settings(
                    "'afterwards: move' needs a folder, but source %s is none: only sftp: has folders"
                            .formatted(name));
        }
    }

    /** Where a source is; fails with the file and the setting to mend where it cannot be used. */
    public SourceAddress address(String source) {
        try {
            return new Sources(sources).address(source);
        } catch (RunFailedException e) {
            String place = places.get("stockload.sources.%s.url".formatted(source));
            throw Refusal.settings(
                    place == null ? e.getMessage() : place + ": " + e.getMessage(), e);
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
