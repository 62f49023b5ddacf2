package dev.stockload.imports;

import dev.stockload.ledger.Runs;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Names for runs that sort by time and tell what they are about. */
final class RunIds {
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyyMMdd-HHmm");

    private RunIds() {}

    /** How the names of runs of this minute begin. */
    static String minute(Instant time) {
        return MINUTE.format(time.atZone(ZoneId.systemDefault()));
    }

    static String next(Runs runs, ImportOrder order, String content, Instant now) {
        String about =
                order.job().equals(ImportOrder.NO_JOB)
                        ? order.file().getFileName().toString().replaceFirst("\\.[^.]*$", "")
                        : order.job();
        String plain = about.replaceAll("[^\\p{L}\\p{N}._]+", "-").replaceAll("^[-.]+|[-.]+$", "");
        String id =
                "%s-%s-%s"
                        .formatted(
                                minute(now),
                                plain.isEmpty()
                                        ? ImportOrder.NO_JOB
                                        : plain.substring(0, Math.min(40, plain.length())),
                                content.substring(0, 4));
        String unique = id;
        for (int n = 2; runs.find(unique).isPresent(); n++) {
            unique = id + "-" + n;
        }
        return unique;
    }
}
