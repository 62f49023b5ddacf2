package dev.stockload.book.rules;

import dev.stockload.stock.MissingMode;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Enters a run's sheet in the book, product by product (rules 2 to 5): which run's value counts for
 * each size, which jobs have the size, and what is missing from the sheet.
 */
public final class SheetNaming {
    private final RunView run;
    private final RunFacts runs;
    private final boolean newest;
    private final boolean mayZero;
    private final boolean blind;

    /**
     * What a sheet says about one product.
     *
     * @param rows the good rows: the stock of each size, by the colour's key
     * @param held the colours with a bad row
     * @param unread whether the colour of one of its rows is unreadable
     * @param leftOut whether {@code send: new} leaves the product out because it has stock
     * @param unlisted whether the product is not listed, or hidden: then nothing of it is missing,
     *     and its rows name it without a value (rule 4)
     */
    public record SheetProduct(
            Map<String, Map<Size, Stock>> rows,
            Set<String> held,
            boolean unread,
            boolean leftOut,
            boolean unlisted) {
        Stock stock(SizeEntry size) {
            return rows.getOrDefault(size.colour.key, Map.of()).get(size.size);
        }

        boolean claims(SizeEntry size) {
            return !leftOut && (held.contains(size.colour.key) || stock(size) != null);
        }

        /** Whether the size is not missing from the sheet: it has it, or one cannot see that. */
        boolean mayHave(SizeEntry size) {
            return leftOut || unread || claims(size);
        }

        boolean isInRange(SizeEntry size) {
            return rows.getOrDefault(size.colour.key, Map.of()).keySet().stream()
                    .anyMatch(range -> !range.equals(size.size) && range.contains(size.size));
        }
    }

    /**
     * A size that is missing from the sheet and still in stock.
     *
     * @param unreadable whether its stock is unknown
     * @param inRange whether the sheet has a range that contains the size (rule 14)
     */
    public record Missing(
            SizeEntry size, int pieces, boolean unreadable, boolean inRange, boolean zeroed) {}

    /**
     * What is unreadable in a sheet, so that missing sizes may be in it after all.
     *
     * @param products whether a row has an unreadable product
     * @param anything whether a row has an unreadable product or colour, or a product that is newly
     *     unknown to the service
     */
    public record Unreadable(boolean products, boolean anything) {}

    public SheetNaming(RunView run, RunFacts runs, Unreadable unreadable) {
        this.run = run;
        this.runs = runs;
        this.newest = runs.isNewest(run);
        this.blind = unreadable.products();
        this.mayZero = run.missing() == MissingMode.ZERO && !unreadable.anything();
    }

    /**
     * Enters what the sheet says about a product, and returns what is missing from the sheet. If
     * {@code looked}, the service was looked at just before.
     */
    public List<Missing> name(
            ProductEntry product, SheetProduct sheet, boolean looked, StockChanges changes) {
        mark(product, sheet);
        sheet.rows()
                .forEach(
                        (colour, sizes) ->
                                sizes.keySet().forEach(size -> product.size(colour, size)));
        product.eachSize(
                size -> {
                    boolean held = sheet.held().contains(size.colour.key);
                    Stock stock = sheet.stock(size);
                    if (held || sheet.unlisted() && stock != null) {
                        size.hold(run, runs);
                    } else if (stock != null && !sheet.leftOut()) {
                        size.want(run, runs, stock, StockChanges.Cause.SHEET, changes);
                    } else if (sheet.leftOut() ? stock != null : sheet.unread()) {
                        size.hold(run, runs);
                    }
                });
        if (!newest || !run.hasSheet()) {
            return List.of();
        }
        claim(product, sheet);
        List<Missing> missing = sheet.unlisted() ? List.of() : missing(product, sheet, looked);
        for (Missing size : missing) {
            if (size.zeroed()) {
                size.size().want(run, runs, Stock.NONE_LEFT, StockChanges.Cause.MISSING, changes);
            }
        }
        return missing;
    }

    /** Marks a colour with a bad row, or a product with an unreadable colour, for sizes to come. */
    private void mark(ProductEntry product, SheetProduct sheet) {
        for (String key : sheet.held()) {
            ColourEntry colour = product.colour(key);
            colour.held = Math.max(colour.held, run.rank());
            if (newest && !run.isByHand() && !sheet.leftOut()) {
                colour.heldBy.add(run.job());
            }
        }
        if (sheet.unread() && !sheet.leftOut()) {
            product.unread = Math.max(product.unread, run.rank());
        }
    }

    /** Updates which jobs have each size, by the newest named sheet of each job (rule 3). */
    private void claim(ProductEntry product, SheetProduct sheet) {
        if (!run.isByHand() && !sheet.leftOut()) {
            product.colours.values().stream()
                    .filter(colour -> !sheet.held().contains(colour.key))
                    .forEach(colour -> colour.heldBy.remove(run.job()));
        }
        product.eachSize(
                size -> {
                    if (!sheet.claims(size)) {
                        if (!sheet.mayHave(size) && !blind && size.jobs.size() > 1) {
                            size.jobs.remove(run.job());
                        }
                    } else if (run.isByHand()) {
                        size.byHand = true;
                    } else {
                        size.jobs.add(run.job());
                    }
                });
    }

    /** The sizes that only this job has, its sheet lacks, and are known to be in stock (rule 4). */
    private List<Missing> missing(ProductEntry product, SheetProduct sheet, boolean looked) {
        List<Missing> missing = new ArrayList<>();
        if (run.missing() == MissingMode.KEEP) {
            return missing;
        }
        product.sizes()
                .filter(size -> !sheet.mayHave(size) && isOursToJudge(size))
                .forEach(
                        size -> {
                            StockFact current = current(size.stock, looked);
                            boolean inRange = sheet.isInRange(size);
                            if (!current.isKnown()) {
                                missing.add(new Missing(size, 0, true, inRange, false));
                            } else if (current.isInStock()) {
                                int pieces = current.stock().pieces();
                                boolean zeroed = mayZero && !inRange;
                                missing.add(new Missing(size, pieces, false, inRange, zeroed));
                            }
                        });
        return missing;
    }

    private boolean isOursToJudge(SizeEntry entry) {
        return entry.naming.rank() <= run.rank()
                && (run.isByHand()
                        ? entry.byHand && entry.jobs.isEmpty()
                        : entry.jobs.equals(Set.of(run.job())));
    }

    private static StockFact current(StockState stock, boolean looked) {
        boolean isSure = stock.known().isKnown() && !stock.isInDoubt();
        return isSure ? stock.known() : looked ? stock.shown() : StockFact.UNKNOWN;
    }
}
