package dev.stockload.details;

import dev.stockload.ledger.DetailBook;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.ProductDetail;
import dev.stockload.sheet.TableFile;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The fetched details of a job, told from the ledger: whole after any number of interruptions. */
public final class DetailsFile {
    private final Ledger ledger;
    private final DetailRun run;

    /** One product at a time. */
    private interface Each {
        void tell(int product, Instant at, ProductDetail detail) throws IOException;
    }

    /** One row for each colour and size, in the columns of {@link #header}. */
    public interface Rows {
        void row(List<Object> cells) throws IOException;
    }

    DetailsFile(Ledger ledger, DetailRun run) {
        this.ledger = ledger;
        this.run = run;
    }

    /** Whether a file of this name can be written. */
    public static boolean isKnown(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".jsonl") || name.endsWith(".csv") || name.endsWith(".xlsx");
    }

    public static List<String> header() {
        return DetailText.HEADER;
    }

    public void rows(Rows rows) throws IOException {
        each(
                (product, at, detail) -> {
                    for (List<Object> row : DetailText.rows(product, at, detail)) {
                        rows.row(row);
                    }
                });
    }

    /** One JSON array of all products. */
    public void json(Writer out) throws IOException {
        String[] before = {"["};
        each(
                (product, at, detail) -> {
                    out.write(before[0]);
                    out.write(DetailText.json(product, at, detail));
                    before[0] = ",\n";
                });
        out.write(before[0].equals("[") ? "[]\n" : "]\n");
    }

    void write(Path file) throws IOException {
        if (file.toString().toLowerCase(Locale.ROOT).endsWith(".jsonl")) {
            jsonLines(file);
        } else {
            TableFile.write(file, DetailText.HEADER, target -> rows(target::row));
        }
    }

    private void jsonLines(Path file) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ".part");
        try {
            try (Writer out = Files.newBufferedWriter(beside)) {
                each(
                        (product, at, detail) -> {
                            out.write(DetailText.json(product, at, detail));
                            out.write('\n');
                        });
            }
            Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    private void each(Each each) throws IOException {
        for (int product : ledger.detailRuns().fetched(run.id())) {
            DetailBook.Kept kept =
                    ledger.details()
                            .kept(run.account(), product)
                            .orElseThrow(
                                    () ->
                                            new IllegalStateException(
                                                    "The detail of product %d is not kept"
                                                            .formatted(product)));
            each.tell(product, kept.at(), DetailText.read(kept.json()));
        }
    }
}
