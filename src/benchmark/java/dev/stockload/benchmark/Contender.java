package dev.stockload.benchmark;

import java.nio.file.Path;

/** Who is measured. */
enum Contender {
    STOCKLOAD("Stockload"),
    POI("POI XSSFReader"),
    DHATIM("dhatim fastexcel-reader"),
    FAST_EXCEL("FastExcel (cn.idev)"),
    OPEN_CSV("OpenCSV alone"),
    FAST_CSV("FastCSV"),
    UNIVOCITY("univocity"),
    DUCK_DB("DuckDB (SQL)");

    final String title;

    Contender(String title) {
        this.title = title;
    }

    /** A switch, so that a JVM loads the classes of one contender only. */
    Tally read(Path file) throws Exception {
        return switch (this) {
            case STOCKLOAD -> Ours.check(file);
            case POI -> XlsxPeers.poi(file);
            case DHATIM -> XlsxPeers.dhatim(file);
            case FAST_EXCEL -> XlsxPeers.fastExcel(file);
            case OPEN_CSV -> CsvPeers.openCsv(file);
            case FAST_CSV -> CsvPeers.fastCsv(file);
            case UNIVOCITY -> CsvPeers.univocity(file);
            case DUCK_DB -> DuckDbPeer.check(file);
        };
    }
}
