package dev.stockload.runs;

import dev.stockload.stock.SafeText;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Makes run ids that sort by time and say what the run is about. */
public final class RunIds {
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyyMMdd-HHmm");
    private static final Pattern ID = Pattern.compile("\\d{8}-\\d{4}-.+");
    private static final int LONGEST_SUBJECT = 40;
    private static final int LONGEST_CONTENT = 4;

    private RunIds() {}

    /** Of {@code about}, only letters, digits, dots and underscores are used. */
    public static String next(
            Instant now, String about, String content, Predicate<String> isTaken) {
        String subject =
                about.replaceAll("[^\\p{L}\\p{N}._]+", "-").replaceAll("^[-.]+|[-.]+$", "");
        String id =
                "%s-%s-%s"
                        .formatted(
                                minute(now),
                                subject.isEmpty() ? "run" : start(subject, LONGEST_SUBJECT),
                                start(content, LONGEST_CONTENT));
        int taken = 0;
        int free = 1;
        while (isTaken.test(numbered(id, free))) {
            taken = free;
            free *= 2;
        }
        // Thousands of accounts may begin with sheets of one name in one minute.
        while (free - taken > 1) {
            int middle = (taken + free) / 2;
            if (isTaken.test(numbered(id, middle))) {
                taken = middle;
            } else {
                free = middle;
            }
        }
        return numbered(id, free);
    }

    private static String numbered(String id, int n) {
        return n == 1 ? id : id + "-" + n;
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
