package dev.stockload.sources;

import java.net.URI;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A web address in which {@code {date}} or {@code {date:yyyyMMdd}} may stand for a day.
 *
 * @param text the address with the file's name, and the pattern as people write it
 */
record DatedAddress(SourceAddress source, String text) {
    private static final Pattern DATE = Pattern.compile("\\{date(?::([^}]*))?}");

    /**
     * @param name of the file, where the address is that of a folder
     */
    static DatedAddress of(SourceAddress source, String name) {
        String text = source.url().toString().replace("%7B", "{").replace("%7D", "}");
        return new DatedAddress(
                source, text.endsWith("/") ? text + name.replace(" ", "%20") : text);
    }

    /** Whether there is another file each day, which may not be there yet. */
    boolean isDated() {
        return DATE.matcher(text).find();
    }

    URI on(LocalDate day) {
        return URI.create(
                DATE.matcher(text)
                        .replaceAll(found -> Matcher.quoteReplacement(words(found, day))));
    }

    private String words(MatchResult found, LocalDate day) {
        if (found.group(1) == null) {
            return day.toString();
        }
        try {
            return DateTimeFormatter.ofPattern(found.group(1), Locale.ROOT).format(day);
        } catch (RuntimeException e) {
            throw source.unusable(
                    "url", "has a date that is none: it looks like {date} or {date:yyyyMMdd}");
        }
    }
}
