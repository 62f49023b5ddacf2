package dev.stockload.benchmark;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.APPEND;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures an import of a million rows in a heap of 256 MB: stage and settle beside a check, the
 * way back into a run, and sending beside the pace of the service.
 */
public final class ImportBenchmark {
    private static final int ROWS = 1_000_000;
    private static final int PRODUCTS = 21_000;
    private static final int REQUESTS = 10;
    private static final List<String> OPTIONS = Jvm.ours("-Xmx256m");

    private final Path data;
    private final Jvm jvm;
    private final PlainService service;

    private ImportBenchmark(Path data, Jvm jvm, PlainService service) {
        this.data = data;
        this.jvm = jvm;
        this.service = service;
    }

    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        Path folder = Files.createDirectories(Path.of(args[1]));
        BigSheetWriter writer = new BigSheetWriter(new BigSheet(ROWS, BigSheet.Kind.USUAL));
        List<Path> sheets = List.of(writer.csv(folder), writer.xlsx(folder));
        try (PlainService service = new PlainService(PRODUCTS)) {
            String jars = Jars.classPath(folder);
            Jvm jvm = new Jvm(ImportProbe.class, jars, folder.resolve("import.jsa"));
            ImportBenchmark benchmark = new ImportBenchmark(folder.resolve("data"), jvm, service);
            System.out.printf("%nImport of %,d rows, heap of 256 MB, median of %d%n", ROWS, rounds);
            benchmark.train(sheets.get(1));
            for (Path sheet : sheets) {
                benchmark.prepare(sheet, rounds);
            }
            benchmark.send(sheets.get(0));
            benchmark.nights(sheets.get(0), rounds);
        }
    }

    private void train(Path sheet) throws Exception {
        Folders.delete(data);
        jvm.train(OPTIONS, work("0", sheet));
    }

    private void prepare(Path sheet, int rounds) throws Exception {
        List<Double> check = new ArrayList<>();
        List<Double> stage = new ArrayList<>();
        List<Double> resume = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            Folders.delete(data);
            check.add(measure(work("check", sheet)));
            stage.add(measure(work("0", sheet)));
            resume.add(measure(work("0", sheet)));
        }
        System.out.printf(
                "%-20s check %.2f s, stage and settle %.2f s (%.2fx, at most 4.00x), resume %.2f"
                        + " s%n",
                sheet.getFileName(),
                median(check),
                median(stage),
                median(stage) / median(check),
                median(resume));
    }

    private void send(Path sheet) throws Exception {
        Folders.delete(data);
        measure(work(String.valueOf(REQUESTS), sheet));
        List<Long> creates = service.creates();
        double taken = (creates.get(creates.size() - 1) - creates.get(0)) / 1e9;
        System.out.printf(
                "Sending %d requests takes %.3fx of the pace (at most 1.020x)%n",
                creates.size(), taken / (2.0 * (creates.size() - 1)));
        Folders.delete(data);
    }

    /** Sheets with other bytes and the same stock as one of which everything was sent. */
    private void nights(Path sheet, int rounds) throws Exception {
        measure(work("night", sheet));
        List<Double> check = new ArrayList<>();
        List<Double> night = new ArrayList<>();
        Path next = Files.copy(sheet, sheet.resolveSibling("night.csv"), REPLACE_EXISTING);
        for (int round = 0; round < rounds; round++) {
            Files.writeString(next, "\n", APPEND);
            check.add(measure(work("check", next)));
            night.add(measure(work("night", next)));
        }
        Files.delete(next);
        System.out.printf(
                "%-20s check %.2f s, a night without changes %.2f s (%.2fx, at most 3.00x)%n",
                sheet.getFileName(), median(check), median(night), median(night) / median(check));
        Folders.delete(data);
    }

    private double measure(String... work) throws Exception {
        return Double.parseDouble(jvm.run(OPTIONS, work).get(0));
    }

    private String[] work(String what, Path sheet) {
        return new String[] {what, sheet.toString(), data.toString(), service.address().toString()};
    }

    private static double median(List<Double> values) {
        return Median.of(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
