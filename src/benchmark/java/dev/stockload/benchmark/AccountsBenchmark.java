package dev.stockload.benchmark;

import dev.stockload.database.LedgerAddress;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Many accounts that import at once in one process, over real HTTP and at the real pace: what each
 * costs, and whether the pace is kept.
 */
public final class AccountsBenchmark {
    private static final int REQUESTS = 6;
    private static final int COLOURS = REQUESTS * 300;

    private final Path folder;

    private AccountsBenchmark(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]).toAbsolutePath();
        Folders.delete(folder);
        Files.createDirectories(folder);
        AccountsBenchmark benchmark = new AccountsBenchmark(folder);
        int[] counts = Arrays.stream(args).skip(1).mapToInt(Integer::parseInt).toArray();
        System.out.printf("%nAccounts importing %d requests each at once%n", REQUESTS);
        for (int count : counts) {
            benchmark.measure("H2", count, Optional.empty());
        }
        Optional<PostgresServer> postgres = PostgresServer.start();
        if (postgres.isPresent()) {
            try (PostgresServer server = postgres.get()) {
                for (int count : counts) {
                    benchmark.measure(
                            "PostgreSQL", count, Optional.of(server.create("accounts" + count)));
                }
            }
        }
    }

    private void measure(String title, int accounts, Optional<LedgerAddress> database)
            throws Exception {
        Path data = folder.resolve(title + accounts);
        try (PlainService service = new PlainService(COLOURS)) {
            List<String> command =
                    Jvm.command(
                            Jvm.SERVING,
                            System.getProperty("java.class.path"),
                            AccountsProbe.class,
                            String.valueOf(accounts),
                            sheet().toString(),
                            data.toString(),
                            service.address().toString());
            database.ifPresent(address -> command.add(address.url()));
            Process process =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            String[] numbers =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                            .strip()
                            .split("\\s+");
            if (process.waitFor() != 0) {
                throw new IOException("The probe failed");
            }
            double[] seconds =
                    Arrays.stream(numbers).limit(5).mapToDouble(Double::parseDouble).toArray();
            double memory = Double.parseDouble(numbers[5]);
            double[] gaps = service.gaps();
            Arrays.sort(gaps);
            System.out.printf(
                    "%-11s%5d accounts: %6.1f ms of CPU a request and %.1f of settling, %5.2f MB an"
                            + " account; gap median %.2f s, 95%% %.2f s, shortest %.3f s%n"
                            + "  after %d accounts before; the compiler took %.1f ms of a request"
                            + " and the garbage collector %.1f; all since the start %.1f s%n",
                    title,
                    accounts,
                    seconds[0] * 1000 / accounts / REQUESTS,
                    seconds[1] * 1000 / accounts / REQUESTS,
                    memory / accounts,
                    gaps[gaps.length / 2],
                    gaps[gaps.length * 95 / 100],
                    gaps[0],
                    AccountsProbe.WARM,
                    seconds[2] * 1000 / accounts / REQUESTS,
                    seconds[3] * 1000 / accounts / REQUESTS,
                    seconds[4]);
        }
    }

    private Path sheet() throws IOException {
        Path sheet = folder.resolve("sheet.csv");
        if (!Files.exists(sheet)) {
            StringBuilder rows = new StringBuilder("pid,colour,size,stock\n");
            for (int colour = 0; colour < COLOURS; colour++) {
                rows.append("%d,c%d,36,5%n".formatted(100_000 + colour / 6, colour % 6));
            }
            Files.writeString(sheet, rows);
        }
        return sheet;
    }
}
