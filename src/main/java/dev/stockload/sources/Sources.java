package dev.stockload.sources;

import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.sources.SourceAddress.SourceSettings;

import java.io.IOException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;

/**
 * Opens the sources of the settings by their names.
 *
 * @param stop ends what is being copied from the web
 */
public record Sources(Map<String, SourceSettings> settings, Limits limits, StopSignal stop) {
    /**
     * How long to wait for others.
     *
     * @param connect for a connection and for being let in
     * @param answer for the next bytes
     */
    public record Limits(Duration connect, Duration answer) {
        public static final Limits USUAL =
                new Limits(Duration.ofSeconds(15), Duration.ofSeconds(60));
    }

    public Sources(Map<String, SourceSettings> settings) {
        this(settings, new StopSignal());
    }

    public Sources(Map<String, SourceSettings> settings, StopSignal stop) {
        this(Map.copyOf(settings), Limits.USUAL, stop);
    }

    /**
     * Connects.
     *
     * @param today what stands for {@code {date}} in an address
     * @throws RunFailedException where it is not set as it should be, or does not let us in
     */
    public Source open(String name, LocalDate today) throws IOException {
        SourceAddress address = address(name);
        return switch (address.kind()) {
            case SFTP -> SftpSource.connect(address, limits);
            case WEB -> new HttpSource(address, limits, today, stop);
            case MAIL -> ImapSource.connect(address, limits);
        };
    }

    /** Fails with the setting to mend where a source cannot be used. */
    public SourceAddress address(String name) {
        SourceSettings source = settings.get(name);
        if (source == null) {
            throw new RunFailedException(
                    "There is no source '%s': set stockload.sources.%s.url".formatted(name, name));
        }
        return SourceAddress.of(name, source);
    }

    /** Whether files can be moved there when they were imported. */
    public boolean canMove(String name) {
        return address(name).kind() == SourceAddress.Kind.SFTP;
    }
}
