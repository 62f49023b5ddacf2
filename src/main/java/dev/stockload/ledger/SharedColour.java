package dev.stockload.ledger;

import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.SizeStock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A colour that several jobs may have sent, each some of its sizes.
 *
 * @param last what was acknowledged of it
 */
public record SharedColour(AcknowledgedStock.Entry last) {
    /** All sizes that any job has sent and may be in stock, those last named first. */
    public List<SizeStock> known() {
        List<SizeStock> all = new ArrayList<>(last.known());
        last.others().keySet().forEach(job -> all.addAll(last.knownOf(job)));
        return all;
    }

    /**
     * Whether a job sent these before another sent the colour, and none has sent any of them since,
     * nor a range that one is a part of.
     */
    public boolean stillHas(String job, PackedSizes sizes) {
        Map<String, PackedSizes> jobs = new HashMap<>(last.others());
        PackedSizes own = jobs.remove(job);
        List<SizeStock> these = sizes.unpack();
        if (own == null || job.equals(last.job()) || !own.unpack().containsAll(these)) {
            return false;
        }
        jobs.put(last.job(), last.own());
        return jobs.values().stream()
                .flatMap(some -> some.unpack().stream())
                .noneMatch(other -> these.stream().anyMatch(e -> e.size().overlaps(other.size())));
    }

    /** The job that these sizes are of: the last where it has sent them, else who has. */
    String jobOf(PackedSizes sizes) {
        return covers(last.own(), sizes)
                ? last.job()
                : last.others().entrySet().stream()
                        .filter(each -> covers(each.getValue(), sizes))
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElse(last.job());
    }

    private static boolean covers(PackedSizes own, PackedSizes sizes) {
        List<SizeStock> all = own.unpack();
        return sizes.unpack().stream().allMatch(each -> each.size().isCoveredBy(all));
    }
}
