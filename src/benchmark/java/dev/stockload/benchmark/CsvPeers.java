package dev.stockload.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.opencsv.CSVReader;
import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;

import java.nio.file.Files;
import java.nio.file.Path;

/** The readers of .csv that stockload is measured against, each used as its makers show it. */
final class CsvPeers {
    private CsvPeers() {}

    static Tally openCsv(Path file) throws Exception {
        var grouping = new PeerGrouping();
        try (var csv = new CSVReader(Files.newBufferedReader(file))) {
            csv.readNext();
            for (String[] row = csv.readNext(); row != null; row = csv.readNext()) {
                grouping.add(row[0], row[1], row[2], row[3], row[4]);
            }
        }
        return grouping.tally();
    }

    static Tally fastCsv(Path file) throws Exception {
        var grouping = new PeerGrouping();
        try (CsvReader<CsvRecord> csv = CsvReader.builder().ofCsvRecord(file)) {
            var rows = csv.iterator();
            rows.next();
            while (rows.hasNext()) {
                CsvRecord row = rows.next();
                grouping.add(
                        row.getField(0),
                        row.getField(1),
                        row.getField(2),
                        row.getField(3),
                        row.getField(4));
            }
        }
        return grouping.tally();
    }

    static Tally univocity(Path file) {
        var grouping = new PeerGrouping();
        var settings = new CsvParserSettings();
        settings.setHeaderExtractionEnabled(true);
        var csv = new CsvParser(settings);
        csv.beginParsing(file.toFile(), UTF_8);
        for (String[] row = csv.parseNext(); row != null; row = csv.parseNext()) {
            grouping.add(row[0], row[1], row[2], row[3], row[4]);
        }
        return grouping.tally();
    }
}
