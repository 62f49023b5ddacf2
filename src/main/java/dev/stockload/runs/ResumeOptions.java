package dev.stockload.runs;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * How to resume a run.
 *
 * @param force whether to ignore the brake
 * @param takeAs a person's decision for colours in doubt; null if there is none
 */
public record ResumeOptions(boolean force, TakeAs takeAs) {
    /** A person's decision for colours whose outcome the service does not show. */
    public enum TakeAs {
        SENT,
        NOT_SENT;

        public static Optional<TakeAs> of(String text) {
            return Arrays.stream(values()).filter(each -> each.toString().equals(text)).findFirst();
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public static ResumeOptions forced(boolean force) {
        return new ResumeOptions(force, null);
    }

    /** Whether a run resumed with these options does everything that the other options ask for. */
    public boolean covers(ResumeOptions others) {
        return (force || !others.force) && (others.takeAs == null || others.takeAs.equals(takeAs));
    }
}
