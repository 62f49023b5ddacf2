package dev.stockload.benchmark;

import dev.stockload.batch.StopSignal;
import dev.stockload.batch.Time;
import dev.stockload.batch.Watcher;
import dev.stockload.check.CheckedSheet;
import dev.stockload.check.Progress;
import dev.stockload.ledger.DataFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerAddress;
import dev.stockload.ledger.Run;
import dev.stockload.merchant.Account;
import dev.stockload.merchant.Merchant;
import dev.stockload.pipeline.ImportOrder;
import dev.stockload.pipeline.Imports;
import dev.stockload.pipeline.SendMode;
import dev.stockload.sheet.SheetOptions;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Measures an import of a million rows in a heap of 256 MB: stage and settle beside a check, the
 * way back into a run, and sending beside the pace of the service. Each in a fresh JVM.
 */
public final class ImportBenchmark {
    private static final int ROWS = 1_000_000;
    private static final int PRODUCTS = 21_000;
    private static final int REQUESTS = 10;

    private ImportBenchmark() {}

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[1]);
        switch (args[0]) {
            case "check" -> System.out.println(check(Path.of(args[2])));
            case "stage", "resume", "send" ->
                    System.out.println(
                            untilSending(
                                    folder,
                                    Path.of(args[2]),
                                    args[0].equals("send") ? REQUESTS : 0,
                                    URI.create(args[3])));
            default -> compare(Files.createDirectories(folder), Integer.parseInt(args[0]));
        }
    }

    private static void compare(Path folder, int rounds) throws Exception {
        try (PlainService service = new PlainService(PRODUCTS)) {
            compare(folder, rounds, service);
        }
    }

    private static void compare(Path folder, int rounds, PlainService service) throws Exception {
        BigSheetWriter writer = new BigSheetWriter(new BigSheet(ROWS));
        Path data = folder.resolve("data");
        System.out.printf("%nImport of %,d rows, heap of 256 MB, median of %d%n", ROWS, rounds);
        for (Path sheet : List.of(writer.csv(folder), writer.xlsx(folder))) {
            List<Double> check = new ArrayList<>();
            List<Double> stage = new ArrayList<>();
            List<Double> resume = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                delete(data);
                check.add(fork("check", data, sheet, service));
                stage.add(fork("stage", data, sheet, service));
                resume.add(fork("resume", data, sheet, service));
            }
            double whole = median(check);
            System.out.printf(
                    "%-20s check %.2f s, stage and settle %.2f s (%.2fx, at most 1.60x), resume"
                            + " %.2f s%n",
                    sheet.getFileName(),
                    whole,
                    median(stage),
                    median(stage) / whole,
                    median(resume));
        }
        fork("send", data, writer.csv(folder), service);
        List<Long> creates = service.creates();
        double taken = (creates.get(creates.size() - 1) - creates.get(0)) / 1e9;
        double send = taken / (2.0 * (creates.size() - 1));
        System.out.printf(
                "Sending %d requests takes %.3fx of the pace (at most 1.020x)%n", REQUESTS, send);
        delete(data);
    }

    private static double check(Path sheet) throws IOException {
        long start = System.nanoTime();
        CheckedSheet.read(sheet, SheetOptions.none(), Progress.NONE);
        return seconds(start);
    }

    /** The seconds until sending begins; it ends after so many requests. */
    private static double untilSending(Path data, Path sheet, int requests, URI service)
            throws IOException {
        StopSignal stop = new StopSignal();
        double[] seconds = new double[1];
        try (DataFolder own = DataFolder.take(data, "benchmark").orElseThrow();
                Ledger ledger = Ledger.open(LedgerAddress.inFolder(data))) {
            Account account = new Account("default", service, "app", "secret", "token", false);
            Watcher watcher =
                    new Watcher() {
                        private long start;

                        @Override
                        public void begins(Run run) {
                            start = System.nanoTime();
                        }

                        @Override
                        public void sends(Run run) {
                            seconds[0] = seconds(start);
                            if (requests == 0) {
                                stop.ask();
                            }
                        }

                        @Override
                        public void goesOn(Run run) {
                            if (run.requests() == requests) {
                                stop.ask();
                            }
                        }
                    };
            Imports imports =
                    new Imports(
                            ledger,
                            data,
                            own.name(),
                            name -> new Merchant(account, Time.real()),
                            Time.real(),
                            stop,
                            watcher);
            imports.start(
                    new ImportOrder(
                            ImportOrder.NO_JOB,
                            "default",
                            sheet,
                            SheetOptions.none(),
                            SendMode.ALL,
                            false,
                            Optional.empty(),
                            false));
            return seconds[0];
        }
    }

    private static double fork(String what, Path data, Path sheet, PlainService service)
            throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx256m",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                ImportBenchmark.class.getName(),
                                what,
                                data.toString(),
                                sheet.toString(),
                                service.address().toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String said = new String(process.getInputStream().readAllBytes()).strip();
        if (process.waitFor() != 0) {
            throw new IOException("%s of %s failed: %s".formatted(what, sheet, said));
        }
        return Double.parseDouble(said);
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static double median(List<Double> values) {
        return Median.of(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
