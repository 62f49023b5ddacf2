package dev.stockload.imports.change;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.stockload.book.rules.StoreDifference.Kind;
import dev.stockload.imports.order.ResendOrder;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How the service differs from what it accepted: from a run, or of a whole store.
 *
 * @param at when the comparison began
 * @param run null if the whole store was compared
 * @param products how many products were compared
 * @param ofProducts how many there are to compare
 * @param newer colours left out because a later run has sent newer stock for them
 * @param unreadable products whose stock the service does not show
 * @param notListed products with stock by what was sent last that its product list lacks
 * @param elsewhere products that were changed there in the last 90 days, most often first
 * @param differences all of a store, the first of a run
 * @param file all differences, as CSV
 */
public record VerifyResult(
        String account,
        Instant at,
        @JsonInclude(JsonInclude.Include.NON_NULL) String run,
        int products,
        int ofProducts,
        int newer,
        int sizes,
        int asSent,
        int less,
        int more,
        int gone,
        int unknown,
        int doubt,
        int notInSheet,
        List<Integer> unreadable,
        List<Integer> notListed,
        List<Elsewhere> elsewhere,
        List<SizeDifference> differences,
        String file) {
    private static final Set<Kind> TO_LOOK_AT = EnumSet.of(Kind.MORE, Kind.GONE, Kind.DOUBT);

    /**
     * A product that somebody or another program changes at the service.
     *
     * @param checks in how many checks a new change was found
     * @param since when the first of these checks began
     * @param last when the last of them began
     */
    public record Elsewhere(int pid, String item, int checks, Instant since, Instant last) {
        public String sentence() {
            return "%d%s: changed elsewhere in %s since %s"
                    .formatted(
                            pid,
                            item.isEmpty() ? "" : " (%s)".formatted(item),
                            Count.of(checks, "check"),
                            LocalDate.ofInstant(since, ZoneId.systemDefault()));
        }
    }

    public List<SizeDifference> sentAgain(boolean alsoLess) {
        return differences.stream().filter(each -> each.isSentAgain(alsoLess)).toList();
    }

    /** How many sizes are not as they were sent. */
    public int differing() {
        return less + more + gone + unknown + doubt;
    }

    /** Whether the service has all that was sent, and nothing else. */
    public boolean equal() {
        return differing() == 0 && (run == null || notListed.isEmpty());
    }

    /** How many sizes were changed there, are gone or in doubt, and cannot be sent again. */
    public int toLookAt() {
        return (int)
                differences.stream()
                        .filter(each -> each.wanted() == null)
                        .filter(each -> TO_LOOK_AT.contains(each.kind()))
                        .count();
    }

    /** Throws if there is nothing to send again. */
    public ResendOrder resend(boolean alsoLess, String by) {
        if (sentAgain(alsoLess).isEmpty()) {
            throw Refusal.conflict("The check of the store found nothing to send again");
        }
        return new ResendOrder(
                account,
                sentAgain(alsoLess).stream()
                        .map(SizeDifference::pid)
                        .collect(Collectors.toCollection(TreeSet::new)),
                alsoLess,
                by);
    }

    /** Counts product by product; a run may have sent a million sizes. */
    static final class Builder {
        private static final int MOST_OF_RUN = 20;

        private final String account;
        private final Instant at;
        private final String run;
        private final Path file;
        private final Map<Kind, Integer> kinds = new EnumMap<>(Kind.class);
        private final List<Integer> unreadable = new ArrayList<>();
        private final List<Integer> notListed = new ArrayList<>();
        private final List<SizeDifference> differences = new ArrayList<>();
        private int products;

        /** Of this run, or of the whole store if it is null. */
        Builder(String account, Instant at, String run, Path file) {
            this.account = account;
            this.at = at;
            this.run = run;
            this.file = file;
        }

        void add(ComparedProduct product) {
            products++;
            kinds.merge(Kind.AS_SENT, product.asSent(), Integer::sum);
            if (!product.readable()) {
                unreadable.add(product.pid());
            }
            if (product.notListed()) {
                notListed.add(product.pid());
            }
            for (SizeDifference each : product.differences().sizes()) {
                kinds.merge(each.kind(), 1, Integer::sum);
                boolean hasRoom = run == null || differences.size() < MOST_OF_RUN;
                if (hasRoom && each.kind() != Kind.NOT_IN_SHEET) {
                    differences.add(each);
                }
            }
        }

        List<SizeDifference> differences() {
            return differences;
        }

        VerifyResult build(int ofProducts, int newer, List<Elsewhere> elsewhere) {
            return new VerifyResult(
                    account,
                    at,
                    run,
                    products,
                    ofProducts,
                    newer,
                    kinds.values().stream().mapToInt(Integer::intValue).sum(),
                    count(Kind.AS_SENT),
                    count(Kind.LESS),
                    count(Kind.MORE),
                    count(Kind.GONE),
                    count(Kind.UNKNOWN),
                    count(Kind.DOUBT),
                    count(Kind.NOT_IN_SHEET),
                    unreadable,
                    notListed,
                    elsewhere,
                    differences.stream().sorted(SizeDifference.MOST_PRESSING).toList(),
                    file.toString());
        }

        private int count(Kind kind) {
            return kinds.getOrDefault(kind, 0);
        }
    }
}
