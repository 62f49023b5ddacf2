package dev.stockload.imports;

import static dev.stockload.ledger.ColourState.HELD;
import static dev.stockload.ledger.ColourState.READY;
import static dev.stockload.ledger.ColourState.REJECTED;

import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.RowsProblem;
import dev.stockload.stock.ProblemCode;
import dev.stockload.stock.SizeStock;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A sheet may name one product by its id here and by its item number there. What turns out to be
 * the same colour is sent as one, or not at all.
 */
final class ColourMerge {
    private final String column;
    private final Consumer<RowsProblem> problems;

    ColourMerge(String column, Consumer<RowsProblem> problems) {
        this.column = column;
        this.problems = problems;
    }

    /** The colours of one product, ordered by name, with those of the same name joined. */
    List<LedgerColour> join(List<LedgerColour> product) {
        List<LedgerColour> joined = new ArrayList<>(product.size());
        for (int from = 0; from < product.size(); ) {
            int to = from + 1;
            while (to < product.size() && product.get(to).name().equals(product.get(from).name())) {
                to++;
            }
            if (to == from + 1) {
                joined.add(product.get(from));
            } else {
                joined.addAll(one(product.subList(from, to)));
            }
            from = to;
        }
        return joined;
    }

    private List<LedgerColour> one(List<LedgerColour> parts) {
        LedgerColour bad = parts.stream().filter(p -> p.state() != READY).findFirst().orElse(null);
        if (bad != null) {
            return parts.stream().map(part -> part == bad ? part : held(part)).toList();
        }
        SizeStock twice = twice(parts);
        if (twice != null) {
            return parts.stream().map(part -> rejected(part, parts, twice)).toList();
        }
        return List.of(LedgerColour.joined(parts));
    }

    private LedgerColour held(LedgerColour part) {
        if (part.state() != READY) {
            return part;
        }
        problems.accept(
                new RowsProblem(
                        part.rows(),
                        column,
                        part.name(),
                        ProblemCode.COLOUR_HELD,
                        "is good, but held because other rows of product %d and this colour have a problem: a colour is sent whole"
                                .formatted(part.product())));
        return part.in(HELD);
    }

    private LedgerColour rejected(LedgerColour part, List<LedgerColour> parts, SizeStock twice) {
        LedgerColour other = parts.get(part == parts.get(0) ? 1 : 0);
        problems.accept(
                new RowsProblem(
                        part.rows(),
                        column,
                        part.name(),
                        ProblemCode.SIZE_DUPLICATE,
                        "of product %d is also in row %d, once by product id and once by item number, both with size %s: keep one of the two"
                                .formatted(part.product(), other.rows()[0], twice.size())));
        return part.in(REJECTED);
    }

    /** A size of one part that overlaps with a size of another, or null. */
    private static SizeStock twice(List<LedgerColour> parts) {
        List<SizeStock> before = new ArrayList<>();
        for (LedgerColour part : parts) {
            List<SizeStock> own = part.sizes().unpack();
            for (SizeStock size : own) {
                if (before.stream().anyMatch(b -> b.size().overlaps(size.size()))) {
                    return size;
                }
            }
            before.addAll(own);
        }
        return null;
    }
}
