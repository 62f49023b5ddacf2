package dev.stockload.imports.read;

import dev.stockload.check.CheckedColour;
import dev.stockload.check.CheckedSheet;
import dev.stockload.imports.order.StockRules;
import dev.stockload.imports.order.StockRules.Rule;
import dev.stockload.imports.read.SheetColours.SheetColour;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Counts the pieces of a sheet that the stock rules of a job do not offer. */
public final class WithheldStock {
    /** The columns of an export of ours. */
    public static final List<String> EXPORT =
            List.of("Product ID", "Item number", "Colour", "Size", "Stock", "Barcode");

    private static final String SHRINKS =
            ". The sheet has the columns of an export: if it is one, the rules were applied to its"
                    + " stock before, so import it without the job";

    private static final int EXAMPLES = 3;

    private final List<String> examples = new ArrayList<>();
    private int sizes;
    private long pieces;

    /** By the item numbers of a sheet alone, without the product list. */
    public static Optional<String> of(CheckedSheet sheet, StockRules rules) {
        WithheldStock withheld = new WithheldStock();
        for (CheckedColour colour : sheet.colours()) {
            Rule rule = rules.of(Objects.requireNonNullElse(colour.product().item(), ""));
            if (colour.state() == ColourState.READY && !rule.changesNothing()) {
                colour.lines().forEach(line -> withheld.add(rule, line.stock().pieces()));
            }
        }
        return withheld.sentence(isExport(sheet));
    }

    /** A sheet may have a million rows: they are made again only for a rule. */
    void add(SheetColour colour, Rule rule) {
        if (!rule.changesNothing()) {
            colour.lines().forEach(line -> add(rule, line.stock().pieces()));
        }
    }

    private void add(Rule rule, int counted) {
        int offered = rule.offered(counted);
        if (offered < counted) {
            sizes++;
            pieces += counted - offered;
            String example = rule.sum(counted);
            if (examples.size() < EXAMPLES && !examples.contains(example)) {
                examples.add(example);
            }
        }
    }

    static boolean isExport(CheckedSheet sheet) {
        Collection<String> columns = sheet.header().columnNames().values();
        return columns.size() == EXPORT.size() && EXPORT.containsAll(columns);
    }

    /** An export already has what a job offers: then its buffer would be taken away again. */
    Optional<String> sentence(boolean isExport) {
        return sizes == 0
                ? Optional.empty()
                : Optional.of(
                        "The stock rules of the job withhold %s of %s, such as %s%s"
                                .formatted(
                                        Count.of(pieces, "piece"),
                                        Count.of(sizes, "size"),
                                        String.join(", ", examples),
                                        isExport ? SHRINKS : ""));
    }
}
