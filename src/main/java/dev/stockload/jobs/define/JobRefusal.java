package dev.stockload.jobs.define;

import dev.stockload.stock.Refusal;

import java.util.List;
import java.util.stream.Collectors;

/** Why a job file cannot be used: each mistake with its key. */
public final class JobRefusal extends Refusal {
    private static final long serialVersionUID = 1;

    private final transient List<Fault> faults;

    /**
     * A mistake in words.
     *
     * @param place the file, line and key, for who does not see them; empty if the words name them
     */
    public record Fault(String key, String place, String words) {
        @Override
        public String toString() {
            return place + words;
        }
    }

    JobRefusal(List<Fault> faults) {
        super(
                Kind.UNUSABLE_JOB,
                faults.stream().map(Fault::toString).collect(Collectors.joining("\n")));
        this.faults = faults;
    }

    static JobRefusal of(String key, String words) {
        return new JobRefusal(List.of(new Fault(key, "", words)));
    }

    public List<Fault> faults() {
        return faults;
    }
}
