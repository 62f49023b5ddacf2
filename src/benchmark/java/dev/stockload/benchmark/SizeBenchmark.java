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

    private static final int COLOURS_A_PRODUCT = 8;
    private static final int FIRST_PRODUCT = 100_000;

    private SizeBenchmark() {}

    /** Where the files go; colours, sizes of each and heap of a size of one's own. */
    public static void main(String[] args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[0]));
        String classPath = System.getProperty("java.class.path");
        if (args.length > 1) {
            of(folder, classPath, Integer.parseInt(args[1]), Integer.parseInt(args[2]), args[3]);
            return;
        }
        of(folder, classPath, 166_667, 6, "256m");
        // The colours of a sheet must fit into memory: some 450 bytes each.
        of(folder, classPath, 500_000, 2, "512m");
    }

    private static void of(Path folder, String classPath, int colours, int sizes, String heap)
            throws Exception {
        Path sheet = sheet(folder, colours, sizes);
        Path data = folder.resolve("data-size");
        Folders.delete(data);
        System.out.printf(
                "%nAn import of %,d rows, %,d colours to its end in %s%n",
                colours * sizes, colours, heap);
        try (PlainService service = new PlainService(colours / COLOURS_A_PRODUCT + 1)) {
            for (String phase : PHASES) {
                List<String> command =
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-Xmx" + heap,
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                classPath,
                                SizeProbe.class.getName(),
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

    private static Path sheet(Path folder, int colours, int sizes) throws IOException {
        Path sheet = folder.resolve("size-%d.csv".formatted(colours));
        try (BufferedWriter out = Files.newBufferedWriter(sheet)) {
            out.write("Product ID,Colour,Size,Stock,Barcode\n");
            for (int colour = 0; colour < colours; colour++) {
                for (int size = 0; size < sizes; size++) {
                    out.write(
                            "%d,Colour %d,%d,%d,69%011d\n"
                                    .formatted(
                                            FIRST_PRODUCT + colour / COLOURS_A_PRODUCT,
                                            colour % COLOURS_A_PRODUCT,
                                            36 + size,
                                            1 + (colour * 31 + size) % 97,
                                            colour * sizes + size));
                }
            }
        }
        return sheet;
    }
}
