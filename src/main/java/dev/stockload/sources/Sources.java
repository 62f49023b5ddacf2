package dev.stockload.sources;

import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.sources.SourceAddress.SourceSettings;

import java.io.IOException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;

/** Opens the sources of the settings by their names; {@code stop} ends a copy. */
public record Sources(Map<String, SourceSettings> settings, Limits limits, StopSignal stop) {
    /** How long to wait for the connection with the login, and for the next bytes. */
    public record Limits(Duration connect, Duration answer) {
        public static final Limits DEFAULT =
                new Limits(Duration.ofSeconds(15), Duration.ofSeconds(60));
    }

    public Sources(Map<String, SourceSettings> settings, StopSignal stop) {
        this(Map.copyOf(settings), Limits.DEFAULT, stop);
    }

    /** Fails with the name of the setting to fix if a source cannot be used. */
    public SourceAddress address(String name) {
        return SourceAddress.of(name, settings, stop);
    }

    /**
     * @param today replaces {@code {date}} in an address; e-mails are searched for back from it
     * @throws RunFailedException if its settings are wrong or it refuses the login
     */
    public Source open(String name, LocalDate today) throws IOException {
        SourceAddress address = address(name);
        if (address.isWeb()) {
            return new HttpSource(address, limits, today);
        }
        return address.hasFolders()
                ? SftpSource.connect(address, limits)
                : ImapSource.connect(address, limits, today);
    }
}
