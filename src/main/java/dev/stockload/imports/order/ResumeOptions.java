package dev.stockload.imports.order;

/**
 * How a run is to go on.
 *
 * @param force whether to go on against the brake
 * @param takeAs what a person says of colours whose fate is unclear; null where nobody says
 */
public record ResumeOptions(boolean force, TakeAs takeAs) {
    public static ResumeOptions forced(boolean force) {
        return new ResumeOptions(force, null);
    }

    /** Whether a run that goes on like this does all that others ask for. */
    public boolean covers(ResumeOptions others) {
        return (force || !others.force) && (others.takeAs == null || others.takeAs.equals(takeAs));
    }
}
