package dev.stockload.cli;

import dev.stockload.app.TimeWords;
import dev.stockload.compare.DiffTotals;
import dev.stockload.compare.StockDiff;
import dev.stockload.imports.DiffSummary;
import dev.stockload.sheet.TableFile;
import dev.stockload.stock.Count;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** What would change, as a table: the largest losses, then what all of it comes to. */
final class DiffText {
    private static final List<String> HEADER =
            List.of(
                    "Product ID",
                    "Item number",
                    "Colour",
                    "Size",
                    "Before",
                    "After",
                    "Change",
                    "Sent last, where changed there");

    private DiffText() {}

    /** Where the numbers come from that things are compared with. */
    static String base(StockDiff.Base base) {
        if (base.from().equals("service")) {
            return "what the service shows now";
        }
        return base.at() == null
                ? "what the service shows, since nothing was sent yet"
                : "what was sent last, %s; --fresh reads the service"
                        .formatted(TimeWords.minute(base.at()));
    }

    /**
     * The first changes, and how many there are besides.
     *
     * @param more where the others can be seen
     */
    static void table(DiffSummary diff, String more, PrintWriter out) {
        if (diff.first().isEmpty()) {
            return;
        }
        boolean marked = diff.first().stream().anyMatch(change -> change.sent() != null);
        Table table =
                new Table(
                        ">Product",
                        "Item number",
                        "Colour",
                        ">Size",
                        ">Before",
                        "",
                        ">After",
                        ">Change",
                        marked ? "Changed there" : "");
        for (StockDiff.Change change : diff.first()) {
            int was = change.before() == null ? 0 : change.before();
            table.add(
                    change.pid(),
                    change.item(),
                    change.color(),
                    change.size(),
                    change.before() == null ? "-" : Count.of(change.before()),
                    "→",
                    Count.of(change.after()),
                    signed((long) change.after() - was),
                    change.sent() == null ? "" : "sent as " + Count.of(change.sent()));
        }
        table.print(out);
        int others = diff.size() - diff.first().size();
        if (others > 0) {
            out.println("… and %s%s".formatted(Count.of(others, "more size"), more));
        }
    }

    static void totals(DiffTotals totals, PrintWriter out) {
        out.println(
                "%s more, %s fewer; %s to 0, %s new, %s unchanged%s%s"
                        .formatted(
                                Count.of(totals.more(), "piece"),
                                Count.of(totals.fewer()),
                                Count.of(totals.toZero(), "size"),
                                Count.of(totals.added()),
                                Count.of(totals.unchanged()),
                                some(totals.missing(), "missing"),
                                some(totals.leftOut(), "left out")));
    }

    private static String some(int count, String word) {
        return count == 0 ? "" : ", %s %s".formatted(Count.of(count), word);
    }

    private static String signed(long change) {
        return (change > 0 ? "+" : "") + Count.of(change);
    }

    /** Writes all changes as a sheet: there may be more than fit into the memory as objects. */
    static void write(StockDiff diff, Path file) throws IOException {
        TableFile.write(
                file,
                HEADER,
                target -> {
                    Iterator<StockDiff.Change> changes = diff.changes().iterator();
                    while (changes.hasNext()) {
                        target.row(cells(changes.next()));
                    }
                });
    }

    private static List<Object> cells(StockDiff.Change change) {
        int was = change.before() == null ? 0 : change.before();
        return Arrays.asList(
                change.pid(),
                change.item(),
                change.color(),
                change.size(),
                change.before(),
                change.after(),
                change.after() - was,
                change.sent());
    }
}
