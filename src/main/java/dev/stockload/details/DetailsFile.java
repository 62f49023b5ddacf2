package dev.stockload.details;

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
    public interface Each {
        void tell(Entry entry) throws IOException;
    }

    /**
     * A detail as it is kept.
     *
     * @param json in the words of the service
     */
    public record Entry(int product, Instant at, String json) {
        private ProductDetail detail() {
            return DetailText.read(json);
        }

        private String line() {
            return DetailText.json(product, at, detail());
        }
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

    public void rows(Rows rows) throws IOException {
        each(
                entry -> {
                    for (List<Object> row :
                            DetailText.rows(entry.product(), entry.at(), entry.detail())) {
                        rows.row(row);
                    }
                });
    }

    /** One JSON array of all products. */
    public void json(Writer out) throws IOException {
        String[] before = {"["};
        each(
                entry -> {
                    out.write(before[0]);
                    out.write(entry.line());
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
                        entry -> {
                            out.write(entry.line());
                            out.write('\n');
                        });
            }
            Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    /** The products in the order of the job. */
    public void each(Each each) throws IOException {
        for (int product : ledger.detailRuns().fetched(run.id())) {
            each.tell(
                    ledger.details()
                            .kept(run.account(), product)
                            .map(kept -> new Entry(product, kept.at(), kept.json()))
                            .orElseThrow());
        }
    }

    /** The title of a product; empty where its detail was not fetched. */
    public static String title(Ledger ledger, String account, int product) {
        return ledger.details()
                .kept(account, product)
                .map(kept -> DetailText.read(kept.json()).title())
                .orElse("");
    }
}
