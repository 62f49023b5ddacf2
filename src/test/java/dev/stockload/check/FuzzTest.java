package dev.stockload.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.stockload.Rounds;
import dev.stockload.problem.Problem;
import dev.stockload.sheet.RejectsFile;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.XlsBookTest;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Hundreds of broken sheets, the same each time. Each ends in a result or a sentence, without
 * running out of memory; what is read of a workbook must equal POI's model.
 */
@Timeout(600)
class FuzzTest {
    private static final byte[] TELLING =
            "<>\"'/&;=,\t\r\n\0-0123456789AZz \u00FF".getBytes(StandardCharsets.ISO_8859_1);

    @TempDir Path folder;

    private int results;
    private int refusals;

    @Test
    void changed_parts_of_a_workbook_end_in_a_result_or_a_sentence() throws IOException {
        Map<String, byte[]> parts = unzipped(Files.readAllBytes(XlsBookTest.sheet("stock.xlsx")));
        List<String> names = new ArrayList<>(parts.keySet());
        names.removeIf(name -> name.contains("docProps") || name.contains("theme"));
        // Most of the content is in these two.
        names.addAll(
                List.of(
                        "xl/worksheets/sheet1.xml",
                        "xl/worksheets/sheet1.xml",
                        "xl/sharedStrings.xml"));
        Random random = new Random(1);
        for (int i = 0; i < Rounds.of(50); i++) {
            Map<String, byte[]> mutated = new LinkedHashMap<>(parts);
            mutated.compute(any(random, names), (name, bytes) -> mutation(random, bytes));
            check("stock.xlsx", i, zipped(mutated));
        }
        assertBothHappened();
    }

    @ParameterizedTest
    @CsvSource({
        "stock.xlsx, 2, 35",
        "stock.xls, 3, 60",
        "chinese-utf8.csv, 4, 80",
        "chinese-gb18030.csv, 5, 80",
        "chinese-utf16.tsv, 6, 60"
    })
    void changed_bytes_of_a_file_end_in_a_result_or_a_sentence(String name, long seed, int count)
            throws IOException {
        byte[] bytes = Files.readAllBytes(XlsBookTest.sheet(name));
        Random random = new Random(seed);
        for (int i = 0; i < Rounds.of(count); i++) {
            check(name, i, mutation(random, bytes));
        }
        assertBothHappened();
    }

    @Test
    void changed_bytes_of_a_quoted_csv_file_end_in_a_result_or_a_sentence() throws IOException {
        String rows =
                "\"7\",\"weiß, \"\"matt\"\"\",36-40,12,\"two\r\nlines\"\r\n8,grün,36,'=1+1,\r\n";
        byte[] bytes =
                ("Lager\r\n\r\npid,colour,size,stock,note\r\n" + rows.repeat(20))
                        .getBytes(Charset.forName("windows-1252"));
        Random random = new Random(7);
        for (int i = 0; i < Rounds.of(50); i++) {
            check("stock.csv", i, mutation(random, bytes));
        }
        assertBothHappened();
    }

    private void check(String name, int number, byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve(name), bytes);
        try {
            CheckedSheet sheet = CheckedSheet.read(file, SheetOptions.none(), rows -> {});
            int length = 0;
            for (CheckedColour colour : sheet.colours()) {
                length += colour.name().length();
            }
            for (Problem problem : sheet.problems()) {
                length += problem.toString().length();
            }
            assertThat(length).isPositive();
            assertThat(sheet.rows()).isEqualTo(sheet.accepted() + sheet.rejected() + sheet.held());
            if (sheet.accepted() < sheet.rows() && number % 50 == 0) {
                RejectsFile.write(
                        file, SheetOptions.none(), false, sheet.problems(), folder.resolve("out"));
            }
            if (name.startsWith("stock.xls")) {
                assertThat(WorkbookOracle.differences(file))
                        .as("mutation %d of %s", number, name)
                        .isEmpty();
            }
            results++;
        } catch (UnusableSheetException e) {
            assertThat(e).hasMessageStartingWith(file + " ").hasMessageNotContaining("null");
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                assertThat(cause).isNotInstanceOf(Error.class);
            }
            refusals++;
        } catch (IOException | RuntimeException | Error e) {
            fail("Mutation %d of %s".formatted(number, name), e);
        }
    }

    private void assertBothHappened() {
        assertThat(results).as("results").isGreaterThan(5);
        assertThat(refusals).as("refusals").isGreaterThan(5);
    }

    /** One to four random changes. */
    private static byte[] mutation(Random random, byte[] original) {
        byte[] bytes = original;
        for (int changes = 1 + random.nextInt(4); changes > 0 && bytes.length > 0; changes--) {
            bytes = changed(random, bytes);
        }
        return bytes;
    }

    private static byte[] changed(Random random, byte[] bytes) {
        int at = random.nextInt(bytes.length);
        int length = Math.min(bytes.length - at, 1 + random.nextInt(1 << random.nextInt(10)));
        return switch (random.nextInt(8)) {
            case 0 ->
                    spliced(
                            bytes,
                            at,
                            at + 1,
                            new byte[] {(byte) (bytes[at] ^ 1 << random.nextInt(8))});
            case 1 -> spliced(bytes, at, at + 1, new byte[] {(byte) random.nextInt(256)});
            case 2, 3 ->
                    spliced(
                            bytes,
                            at,
                            at + 1,
                            new byte[] {TELLING[random.nextInt(TELLING.length)]});
            case 4 -> spliced(bytes, at, at, new byte[] {TELLING[random.nextInt(TELLING.length)]});
            case 5 -> spliced(bytes, at, at + length, new byte[0]);
            case 6 -> spliced(bytes, at, at, Arrays.copyOfRange(bytes, at, at + length));
            default ->
                    random.nextInt(4) == 0
                            ? Arrays.copyOf(bytes, at)
                            : spliced(bytes, at, at + length, new byte[length]);
        };
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] with) {
        byte[] spliced = new byte[bytes.length - (to - from) + with.length];
        System.arraycopy(bytes, 0, spliced, 0, from);
        System.arraycopy(with, 0, spliced, from, with.length);
        System.arraycopy(bytes, to, spliced, from + with.length, bytes.length - to);
        return spliced;
    }

    private static <T> T any(Random random, List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private static Map<String, byte[]> unzipped(byte[] bytes) throws IOException {
        Map<String, byte[]> parts = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                parts.put(entry.getName(), zip.readAllBytes());
            }
        }
        return parts;
    }

    private static byte[] zipped(Map<String, byte[]> parts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.setLevel(Deflater.NO_COMPRESSION);
            for (Map.Entry<String, byte[]> part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue());
            }
        }
        return bytes.toByteArray();
    }
}
