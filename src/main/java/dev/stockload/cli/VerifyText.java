package dev.stockload.cli;

import dev.stockload.compare.SizeDifference;
import dev.stockload.compare.SizeDifference.Verdict;
import dev.stockload.imports.Verification;
import dev.stockload.stock.Count;

import java.io.PrintWriter;

/** What reading back has shown, in words. */
final class VerifyText {
    private VerifyText() {}

    /** The exit code follows from what is shown. */
    static int print(Verification.Result result, PrintWriter out) {
        out.println(
                "Read back %s of %s of run %s"
                        .formatted(
                                Count.of(result.products()),
                                Count.of(result.ofProducts(), "product"),
                                result.run().id()));
        if (!result.first().isEmpty()) {
            differences(result, out);
        }
        Table table = new Table("", ">Sizes");
        table.add("Equal", number(result.count(Verdict.EQUAL)));
        table.add("Missing", number(result.count(Verdict.MISSING)));
        table.add("Different", number(result.count(Verdict.DIFFERENT)));
        table.add("Extra", number(result.count(Verdict.EXTRA)));
        table.add("Not in sheet", number(result.count(Verdict.NOT_IN_SHEET)));
        table.print(out);
        if (result.newer() > 0) {
            out.println(
                    Count.are(result.newer(), "colour")
                            + " left out: a later run has sent newer stock");
        }
        out.println("Full comparison: " + result.file());
        out.println(
                result.isEqual()
                        ? "The service has what was sent"
                        : Count.are(result.unequal(), "size") + " not as sent");
        return result.isEqual() ? ExitCode.DONE : ExitCode.REJECTS;
    }

    private static void differences(Verification.Result result, PrintWriter out) {
        Table table =
                new Table(">Product", "Colour", ">Size", "Result", ">Sent", ">Found", "Barcode");
        for (SizeDifference line : result.first()) {
            table.add(
                    line.product(),
                    line.colour(),
                    line.size(),
                    line.verdict(),
                    line.sentStock(),
                    line.foundStock(),
                    barcode(line));
        }
        table.print(out);
        if (result.unequal() > result.first().size()) {
            out.println(
                    "… and %s more".formatted(Count.of(result.unequal() - result.first().size())));
        }
    }

    /** Shown only where it is what differs. */
    private static String barcode(SizeDifference line) {
        return line.verdict() == Verdict.DIFFERENT
                        && line.sentBarcode() != null
                        && !line.sentBarcode().equals(line.foundBarcode())
                ? "%s sent, %s found"
                        .formatted(
                                line.sentBarcode(),
                                line.foundBarcode() == null ? "none" : line.foundBarcode())
                : "";
    }

    private static String number(int number) {
        return Count.of(number);
    }
}
