package dev.stockload.imports.read;

import static dev.stockload.sheet.TableFile.Column.column;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.StockState;
import dev.stockload.imports.read.NewColours.NewColour;
import dev.stockload.imports.report.StatusReport.ReportedProblem;
import dev.stockload.problem.Problem;
import dev.stockload.process.Sha256;
import dev.stockload.sheet.TableFile.Column;
import dev.stockload.stock.Count;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import tools.jackson.databind.json.JsonMapper;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * What would change at the service, size by size, with totals. There may be hundreds of thousands
 * of changes: they are kept in short.
 */
public final class StockDiff {
    /** How many changes people are shown at once. */
    public static final int SHOWN = 20;

    /** A file with all changes. */
    public static final List<Column<Change>> COLUMNS =
            List.of(
                    column("Product ID", Change::pid),
                    column("Item number", Change::item),
                    column("Colour", Change::color),
                    column("Size", Change::size),
                    column("Before", Change::before),
                    column("After", Change::after),
                    column("Change", change -> (int) change.by()),
                    column("Last sent (service differs)", Change::sent),
                    column("Stock rule", Change::rule));

    private static final int NONE = -1;

    /** What the diff compares with; {@code at} is null if nothing is known yet. */
    public record Base(String from, Instant at) {
        public Base {
            at = at == null ? null : at.truncatedTo(ChronoUnit.MILLIS);
        }

        public static Base ofService(Instant now) {
            return new Base("service", now);
        }

        public static Base ofLedger(Instant lastAnswer) {
            return new Base("ledger", lastAnswer);
        }
    }

    /**
     * A size that would change.
     *
     * @param before null if it is not there
     * @param after null if it is not there and nothing is sent
     * @param sent what we sent last, if the service shows something else now; otherwise null
     * @param rule how a stock rule makes {@code after} of the stock in the sheet; otherwise null
     */
    public record Change(
            int pid,
            String item,
            String color,
            String size,
            Integer before,
            Integer after,
            @JsonInclude(JsonInclude.Include.NON_NULL) Integer sent,
            @JsonInclude(JsonInclude.Include.NON_NULL) String rule) {
        /** Whether a person who searches for this, in small letters, may mean it. */
        public boolean isMeant(String words) {
            return "%d %s %s %s"
                    .formatted(pid, item, color, size)
                    .toLowerCase(Locale.ROOT)
                    .contains(words);
        }

        public long by() {
            return (after == null ? 0L : after) - (before == null ? 0 : before);
        }
    }

    /**
     * The totals of a diff: pieces that are added and removed, and numbers of sizes.
     *
     * @param leftOut colours of products that have stock, if only new products are sent
     */
    public record DiffTotals(
            long more,
            long fewer,
            int toZero,
            @JsonProperty("new") int added,
            int unchanged,
            int missing,
            int leftOut) {
        public String sentence() {
            return "%s more and %s fewer; %s to 0, %s new, %s missing"
                    .formatted(
                            Count.of(more, "piece"),
                            Count.of(fewer),
                            Count.of(toZero, "size"),
                            Count.of(added),
                            Count.of(missing));
        }
    }

    /**
     * The short form of a diff: its totals and the largest changes.
     *
     * @param size how many sizes would change
     * @param sending how many colours would be sent, whether their stock changes or not
     * @param first the changes with the largest losses
     * @param fingerprint equal for diffs that show the same
     */
    public record DiffSummary(
            Base base,
            DiffTotals totals,
            int size,
            int sending,
            List<Change> first,
            String fingerprint) {
        public static DiffSummary read(String json) {
            return JsonMapper.shared().readValue(json, DiffSummary.class);
        }

        public String json() {
            return JsonMapper.shared().writeValueAsString(this);
        }
    }

    /** A diff as JSON; changes and problems are made while they are written. */
    public record Document(
            Base base,
            DiffTotals totals,
            List<NewColour> newColours,
            Iterator<Change> changes,
            Iterator<ReportedProblem> problems) {}

    private final Base base;
    private final DiffTotals totals;
    private final int sending;
    private final IntFunction<String> items;
    private final List<Line> lines;
    private final List<NewColour> newColours;

    private record Key(int product, String colour) {}

    /** A change in short; its size is packed. */
    private record Line(Key colour, int size, int before, int after, int sent, String rule) {
        long loss() {
            return (long) Math.max(0, before) - Math.max(0, after);
        }
    }

    private StockDiff(Builder builder, Base base, DiffTotals totals) {
        this.base = base;
        this.totals = totals;
        this.sending = builder.sending;
        this.items = builder.items;
        this.lines = builder.lines;
        this.newColours = builder.newColours;
        lines.sort(Comparator.comparingLong(Line::loss).reversed());
    }

    public DiffTotals totals() {
        return totals;
    }

    public int size() {
        return lines.size();
    }

    /** How many colours would be sent, whether their stock changes or not. */
    public int sending() {
        return sending;
    }

    /** Colours that their products do not have yet. */
    public List<NewColour> newColours() {
        return newColours;
    }

    /** The changes, the largest loss first. */
    public Stream<Change> changes() {
        return lines.stream().map(this::change);
    }

    private Change change(Line line) {
        return new Change(
                line.colour.product(),
                items.apply(line.colour.product()),
                line.colour.colour(),
                Size.ofPacked(line.size).toString(),
                boxed(line.before),
                boxed(line.after),
                boxed(line.sent),
                line.rule);
    }

    private static Integer boxed(int number) {
        return number == NONE ? null : number;
    }

    private static int unboxed(Integer number) {
        return number == null ? NONE : number;
    }

    /** A hash of what the diff shows, so that exactly what was shown can be sent. */
    public String fingerprint() {
        String hash = Sha256.of(totals.toString());
        for (Line line : lines) {
            hash = Sha256.of(hash + change(line));
        }
        return hash;
    }

    public DiffSummary summary() {
        List<Change> first = changes().limit(SHOWN).toList();
        return new DiffSummary(base, totals, size(), sending, first, fingerprint());
    }

    public Document document(Iterable<Problem> problems) {
        return new Document(
                base, totals, newColours, changes().iterator(), ReportedProblem.of(problems));
    }

    /** Collects the sizes of one colour after the other. */
    public static final class Builder {
        private final IntFunction<String> items;
        private final List<Line> lines = new ArrayList<>();
        private Key colour;
        private int sending;
        private long more;
        private long fewer;
        private int toZero;
        private int added;
        private int unchanged;
        private List<NewColour> newColours = List.of();

        /** {@code items} gives the item number of a product. */
        public Builder(IntFunction<String> items) {
            this.items = items;
        }

        /** A builder that only counts: its diff has totals and no changes. */
        public static Builder ofTotals() {
            return new Builder(null);
        }

        /** The next sizes belong to this colour, which is sent. */
        public void colour(int product, String name) {
            Key next = new Key(product, name);
            sending += next.equals(colour) ? 0 : 1;
            colour = next;
        }

        /** A colour that is sent; {@code rules} says which rule has made the stock of a size. */
        public void sent(
                ColourEntry sent,
                String name,
                Map<Size, Stock> values,
                Function<Size, String> rules) {
            colour(sent.product().id(), name);
            values.forEach(
                    (size, after) -> {
                        StockState before = sent.sizes().get(size).stock();
                        size(
                                size,
                                before.current().pieces(),
                                after.pieces(),
                                before.known().pieces(),
                                rules.apply(size));
                    });
        }

        /** A colour that is as the run wants it: sizes that differ from what we sent are shown. */
        void unsent(ColourEntry unsent, String name, long run) {
            colour = new Key(unsent.product().id(), name);
            unsent.sizes()
                    .forEach(
                            (size, entry) -> {
                                if (entry.naming().isWantedBy(run)) {
                                    unchanged++;
                                    Integer now = entry.stock().current().pieces();
                                    Integer sent = entry.stock().known().pieces();
                                    if (now == null || !now.equals(sent)) {
                                        line(size, now, now, sent, null);
                                    }
                                }
                            });
        }

        /**
         * {@code before} is null if it is not there, {@code sent} if that is unknown, and {@code
         * rule} if none has made {@code after}.
         */
        public void size(Size size, Integer before, int after, Integer sent, String rule) {
            if (before != null && before == after) {
                unchanged++;
                return;
            }
            int was = before == null ? 0 : before;
            more += Math.max(0, after - was);
            fewer += Math.max(0, was - after);
            added += before == null ? 1 : 0;
            toZero += before != null && after == 0 ? 1 : 0;
            line(size, before, after, sent, rule);
        }

        private void line(Size size, Integer before, Integer after, Integer sent, String rule) {
            if (items != null) {
                lines.add(
                        new Line(
                                colour,
                                size.packed(),
                                unboxed(before),
                                unboxed(after),
                                sent == null || sent.equals(before) ? NONE : sent,
                                rule));
            }
        }

        void newColours(List<NewColour> found) {
            newColours = found;
        }

        public StockDiff build(Base base, int missing, int leftOut) {
            DiffTotals totals =
                    new DiffTotals(more, fewer, toZero, added, unchanged, missing, leftOut);
            return new StockDiff(this, base, totals);
        }
    }
}
