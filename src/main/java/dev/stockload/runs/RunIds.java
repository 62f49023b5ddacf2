package dev.stockload.runs;

import dev.stockload.stock.SafeText;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Makes run ids that sort by time and say what the run is about. */
public final class RunIds {
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyyMMdd-HHmm");
    private static final Pattern ID = Pattern.compile("\\d{8}-\\d{4}-.+");
    private static final int LONGEST_SUBJECT = 40;
    private static final int LONGEST_CONTENT = 4;

    /** How many of one minute have small numbers. */
    private static final int FEW = 4;

    private RunIds() {}

    /**
     * Of {@code about}, only letters, digits, dots and underscores are used. Thousands of accounts
     * may begin with the same sheet in one minute, many of them at once: who finds the first ids
     * taken gets one that nobody else gets.
     */
    public static String next(
            Instant now,
            String about,
            String content,
            Predicate<String> isTaken,
            LongSupplier unique) {
        String subject =
                about.replaceAll("[^\\p{L}\\p{N}._]+", "-").replaceAll("^[-.]+|[-.]+$", "");
        String id =
                "%s-%s-%s"
                        .formatted(
                                minute(now),
                                subject.isEmpty() ? "run" : start(subject, LONGEST_SUBJECT),
                                start(content, LONGEST_CONTENT));
        return IntStream.rangeClosed(1, FEW)
                .mapToObj(n -> n == 1 ? id : id + "-" + n)
                .filter(isTaken.negate())
                .findFirst()
                .orElseGet(() -> id + "-" + unique.getAsLong());
    }

    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** How the ids of runs begin that start in this minute. */
    public static String minute(Instant time) {
        return MINUTE.format(time.atZone(ZoneId.systemDefault()));
    }

    private static String start(String text, int longest) {
        return SafeText.fit(text, longest, "");
    }
}
