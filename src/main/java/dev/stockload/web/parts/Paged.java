package dev.stockload.web.parts;

import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;
import dev.stockload.runs.Runs;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;

import java.util.List;
import java.util.function.BiFunction;

/** One page of a list; pages count from 1. */
public record Paged<T>(List<T> items, int number, int perPage, int total) {
    private static final int RUNS = 50;

    public static int expectPage(int wanted) {
        if (wanted < 1) {
            throw Refusal.badRequest("page is %d, but pages are numbered from 1".formatted(wanted));
        }
        return wanted;
    }

    public static <T> Paged<T> of(List<T> all, int wanted, int perPage) {
        return of(
                all.size(),
                wanted,
                perPage,
                (first, most) -> all.subList(first, Math.min(all.size(), first + most)));
    }

    /** Runs of a job as people see them, newest first; of all jobs if it is empty. */
    public static Paged<Run> runs(Ledger ledger, String job, int wanted) {
        Runs runs = ledger.runs();
        return of(
                runs.size(job),
                wanted,
                RUNS,
                (first, most) -> ledger.seen(runs.page(job, first, most)));
    }

    /** {@code part} is given the index of its first item and the number of its items. */
    private static <T> Paged<T> of(
            int total, int wanted, int perPage, BiFunction<Integer, Integer, List<T>> part) {
        int number = Math.max(1, Math.min(wanted, pages(total, perPage)));
        return new Paged<>(part.apply((number - 1) * perPage, perPage), number, perPage, total);
    }

    private static int pages(int total, int perPage) {
        return Math.max(1, (total + perPage - 1) / perPage);
    }

    public int pages() {
        return pages(total, perPage);
    }

    public boolean hasPrevious() {
        return number > 1;
    }

    public boolean hasNext() {
        return number < pages();
    }

    public String range() {
        long before = items.isEmpty() ? 0 : (number - 1L) * perPage;
        return "%s–%s of %s"
                .formatted(
                        Count.of(items.isEmpty() ? 0 : before + 1),
                        Count.of(before + items.size()),
                        Count.of(total));
    }
}
