package dev.stockload.sheet.csv;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;

import dev.stockload.Rounds;
import dev.stockload.sheet.encoding.CsvEncoding;
import dev.stockload.sheet.rows.SheetText;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * Random CSV texts, good and broken, read by us and by FastCSV. If both accept a text, they must
 * agree.
 */
class CsvOracleTest {
    private static final CsvEncoding UTF8 =
            new CsvEncoding(StandardCharsets.UTF_8, 0, "UTF-8", Optional.empty());
    private static final String[] GOOD = {
        "a",
        "36-40",
        "grün",
        "黑色",
        " x ",
        "\"b\"",
        "\"c,d\"",
        "\"say \"\"e\"\"\"",
        "\"f\ng\"",
        "",
        "5"
    };
    private static final String BROKEN = "\"\",\n\r ax";

    private static final Pattern SPACE_BEFORE_QUOTE =
            Pattern.compile("(^|[,\\n]) +\"", Pattern.MULTILINE);

    @TempDir Path folder;

    @Test
    void good_texts_are_read_alike() throws IOException {
        Random random = new Random(21);
        for (int round = 0; round < Rounds.of(200); round++) {
            String text = text(random);
            assertThat(ours(text)).as(text).contains(fastCsv(text));
        }
    }

    @Test
    void broken_texts_are_read_alike_or_refused() throws IOException {
        Random random = new Random(22);
        int read = 0;
        for (int round = 0; round < Rounds.of(200); round++) {
            StringBuilder broken = new StringBuilder(text(random));
            for (int change = random.nextInt(3); change >= 0; change--) {
                char sign = BROKEN.charAt(random.nextInt(BROKEN.length()));
                broken.insert(random.nextInt(broken.length()), sign);
            }
            String text = broken.toString();
            Optional<List<String>> ours = ours(text);
            if (ours.isPresent()) {
                read++;
                assertAlike(ours.get(), text);
            }
        }
        assertThat(read).isBetween(Rounds.of(60), Rounds.of(180));
    }

    @Test
    void quoted_texts_are_read_as_fastcsv_reads_them_or_refused() throws IOException {
        Random random = new Random(24);
        int read = 0;
        for (int round = 0; round < Rounds.of(600); round++) {
            String text = quoted(random, ',');
            Optional<List<String>> ours = ours(text);
            if (ours.isPresent()) {
                read++;
                assertAlike(ours.get(), text);
            }
        }
        assertThat(read).isGreaterThan(Rounds.of(120));
    }

    /** Lines of mostly quoted cells, some of them unusual. */
    private static String quoted(Random random, char delimiter) {
        String[] odd = {
            "\"\"\"\"", "\"b\"\"\"", "\"a\" ", " \"a\"", "x\"", "\"f\ng\"", "\"a\"b", "\""
        };
        String[] inside = {
            "", "a", " x ", "grün", "黑色", "36-40", "c" + delimiter, "b\\", "'", "\"\"e\"\""
        };
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < 4; row++) {
            for (int column = 0; column < 4; column++) {
                String cell = inside[random.nextInt(inside.length)];
                boolean needsQuotes = cell.indexOf(delimiter) >= 0 || cell.indexOf('"') >= 0;
                boolean isBare = random.nextInt(4) == 0 && !needsQuotes;
                text.append(column == 0 ? "" : "" + delimiter)
                        .append(
                                random.nextInt(24) == 0
                                        ? odd[random.nextInt(odd.length)]
                                        : isBare ? cell : '"' + cell + '"');
            }
            text.append(
                    row == 3 && random.nextBoolean() ? "" : random.nextBoolean() ? "\n" : "\r\n");
        }
        return text.toString();
    }

    /** FastCSV refuses spaces after a closing quote, which we ignore. */
    private static void assertAlike(List<String> ours, String text) {
        if (SPACE_BEFORE_QUOTE.matcher(text).find()) {
            return; // FastCSV takes such quotes as text
        }
        try {
            assertThat(ours).as(text).isEqualTo(fastCsv(text));
        } catch (CsvParseException e) {
            assertThat(e).hasMessageContaining("after closing quote: ' '");
        }
    }

    private static String text(Random random) {
        int columns = 4 + random.nextInt(3);
        StringBuilder text = new StringBuilder("p,q,r,s,t,u".substring(0, 2 * columns - 1));
        String end = random.nextBoolean() ? "\n" : "\r\n";
        for (int row = 0; row < 6; row++) {
            text.append(end);
            for (int i = 0; i < columns; i++) {
                text.append(i == 0 ? "" : ",").append(GOOD[random.nextInt(GOOD.length)]);
            }
        }
        return text.append(end).toString();
    }

    /** Empty if the text is refused. */
    private Optional<List<String>> ours(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("stock.csv"), text);
        try (CsvRows rows = new CsvRows(file, UTF8, ',')) {
            return Optional.of(SheetText.of(rows));
        } catch (UnusableSheetException e) {
            assertThat(e).hasMessageStartingWith("cannot be read, line ");
            return Optional.empty();
        }
    }

    private static List<String> fastCsv(String text) {
        List<String> rows = new ArrayList<>();
        int number = 0;
        for (CsvRecord csvRecord :
                CsvReader.builder()
                        .skipEmptyLines(false)
                        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .ofCsvRecord(text)) {
            number++;
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < csvRecord.getFieldCount(); i++) {
                if (!csvRecord.getField(i).isBlank()) {
                    cells.add(
                            (char) ('A' + i)
                                    + "="
                                    + csvRecord.getField(i).replaceAll("\r\n?", "\n"));
                }
            }
            if (!cells.isEmpty()) {
                rows.add(number + ": " + String.join(" | ", cells));
            }
        }
        return rows;
    }
}
