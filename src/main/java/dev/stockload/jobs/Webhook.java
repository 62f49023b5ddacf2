package dev.stockload.jobs;

import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Who is told how a run ended. The address may hold a secret: it is in no text that this makes.
 *
 * @param on the ends that are told
 */
public record Webhook(URI url, Set<End> on) {
    /** How a run can end. */
    public enum End {
        SUCCESS,
        REJECTS,
        FAILURE;

        static final Set<End> ALL = EnumSet.allOf(End.class);

        String key() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        static List<String> keys() {
            return ALL.stream().map(End::key).toList();
        }
    }

    public Webhook {
        boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        if (!web || url.getHost() == null) {
            throw new IllegalArgumentException("A webhook is an http or https address");
        }
        on = Set.copyOf(on);
    }

    @Override
    public String toString() {
        return url.getScheme() + "://" + url.getHost();
    }
}
