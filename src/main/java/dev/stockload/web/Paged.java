package dev.stockload.web;

import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunList;
import dev.stockload.stock.Count;

import java.util.List;

/** One page of a list; pages count from 1. */
record Paged<T>(List<T> items, int number, int pages, int total, int first) {
    /** The page that a program asks for; one that cannot be is a mistake. */
    static int expectPage(int wanted) {
        if (wanted < 1) {
            throw Refusal.badRequest("page is %d, but pages are numbered from 1".formatted(wanted));
        }
        return wanted;
    }

    static <T> Paged<T> of(List<T> all, int wanted, int perPage) {
        int pages = Math.max(1, (all.size() + perPage - 1) / perPage);
        int number = Math.max(1, Math.min(wanted, pages));
        int from = (number - 1) * perPage;
        return new Paged<>(
                all.subList(from, Math.min(all.size(), from + perPage)),
                number,
                pages,
                all.size(),
                from + 1);
    }

    /** A page of the runs, newest first, of which no more are read. */
    static Paged<Run> of(RunList runs, int wanted, int perPage) {
        int total = runs.size();
        int pages = Math.max(1, (total + perPage - 1) / perPage);
        int number = Math.max(1, Math.min(wanted, pages));
        int from = (number - 1) * perPage;
        return new Paged<>(runs.newest(from, perPage), number, pages, total, from + 1);
    }

    public boolean hasPrevious() {
        return number > 1;
    }

    public boolean hasNext() {
        return number < pages;
    }

    /** Which of all are shown, in words. */
    public String range() {
        return "%s–%s of %s"
                .formatted(
                        Count.of(total == 0 ? 0 : first),
                        Count.of(first - 1 + items.size()),
                        Count.of(total));
    }
}
