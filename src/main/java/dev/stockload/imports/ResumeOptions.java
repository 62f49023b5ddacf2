package dev.stockload.imports;

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
}
