package dev.stockload.benchmark;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The oracle of size: an import to its end, and all that people do with a run afterwards, in a
 * small heap; fails if one of them runs out of memory. Time is turned fast, so nobody waits for the
 * pace.
 */
public final class SizeBenchmark {
    private static final List<String> PHASES =
            List.of("import", "report", "resume", "verify", "diff", "why", "backup", "undo");

    private static final int FIRST_PRODUCT = 100_000;

    private SizeBenchmark() {}

    /** A sheet of so many products, colours of each and sizes of each. */
    private record Rows(int products, int colours, int sizes) {}

    /** Where the files go; products, colours, sizes and heap of a size of one's own. */
    public static void main(String[] args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[0]));
        String classPath = System.getProperty("java.class.path");
        if (args.length > 1) {
            Rows rows =
                    new Rows(
                            Integer.parseInt(args[1]),
                            Integer.parseInt(args[2]),
                            Integer.parseInt(args[3]));
            of(folder, classPath, rows, args[4]);
            return;
        }
        of(folder, classPath, new Rows(20_834, 8, 6), "256m");
        of(folder, classPath, new Rows(200_000, 1, 1), "256m");
        // The colours of a sheet must fit into memory: some 450 bytes each.
        of(folder, classPath, new Rows(62_500, 8, 2), "512m");
    }

    private static void of(Path folder, String classPath, Rows rows, String heap) throws Exception {
        Path sheet = sheet(folder, rows);
        Path data = folder.resolve("data-size");
        Folders.delete(data);
        System.out.printf(
                "%nAn import of %,d products with %d colours in %d sizes to its end in %s%n",
                rows.products(), rows.colours(), rows.sizes(), heap);
        try (PlainService service = new PlainService(rows.products() + 1)) {
            for (String phase : PHASES) {
                List<String> command =
                        Jvm.command(
                                Jvm.ours("-Xmx" + heap),
                                classPath,
                                SizeProbe.class,
                                phase,
                                sheet.toString(),
                                data.toString(),
                                service.address().toString());
                Process process =
                        new ProcessBuilder(command)
                                .redirectErrorStream(true)
                                .redirectOutput(folder.resolve("size.log").toFile())
                                .start();
                int code = process.waitFor();
                List<String> said = Files.readAllLines(folder.resolve("size.log"));
                System.out.println(said.isEmpty() ? phase : said.get(said.size() - 1));
                if (code != 0) {
                    throw new IOException(phase + " failed: " + said);
                }
            }
            System.out.printf("%,d requests%n", service.creates().size());
        }
        Folders.delete(data);
        Files.delete(sheet);
    }

    private static Path sheet(Path folder, Rows rows) throws IOException {
        Path sheet = folder.resolve("size-%d.csv".formatted(rows.products()));
        int number = 0;
        try (BufferedWriter out = Files.newBufferedWriter(sheet)) {
            out.write("Product ID,Colour,Size,Stock,Barcode\n");
            for (int product = 0; product < rows.products(); product++) {
                for (int colour = 0; colour < rows.colours(); colour++) {
                    for (int size = 0; size < rows.sizes(); size++) {
                        int stock = 1 + number * 31 % 97;
                        out.write(
                                "%d,Colour %d,%d,%d,69%011d\n"
                                        .formatted(
                                                FIRST_PRODUCT + product,
                                                colour,
                                                36 + size,
                                                stock,
                                                number));
                        number++;
                    }
                }
            }
        }
        return sheet;
    }
}
