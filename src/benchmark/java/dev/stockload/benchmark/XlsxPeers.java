package dev.stockload.benchmark;

import cn.idev.excel.FastExcel;
import cn.idev.excel.context.AnalysisContext;
import cn.idev.excel.enums.ReadDefaultReturnEnum;
import cn.idev.excel.event.AnalysisEventListener;

import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.openxml4j.opc.PackageAccess;
import org.apache.poi.ss.usermodel.DataFormatter;
import org.apache.poi.util.XMLHelper;
import org.apache.poi.xssf.eventusermodel.ReadOnlySharedStringsTable;
import org.apache.poi.xssf.eventusermodel.XSSFReader;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler.SheetContentsHandler;
import org.apache.poi.xssf.usermodel.XSSFComment;
import org.dhatim.fastexcel.reader.CellType;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.Row;
import org.xml.sax.InputSource;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** The readers of .xlsx that stockload is measured against, each used as its makers show it. */
final class XlsxPeers {
    private XlsxPeers() {}

    static Tally poi(Path file) throws Exception {
        var rows = new PoiRows();
        try (var workbook = OPCPackage.open(file.toFile(), PackageAccess.READ)) {
            var reader = new XSSFReader(workbook);
            var strings = new ReadOnlySharedStringsTable(workbook);
            var xml = XMLHelper.newXMLReader();
            xml.setContentHandler(
                    new XSSFSheetXMLHandler(
                            reader.getStylesTable(), strings, rows, new DataFormatter(), false));
            try (var sheet = reader.getSheetsData().next()) {
                xml.parse(new InputSource(sheet));
            }
        }
        return rows.grouping.tally();
    }

    private static final class PoiRows implements SheetContentsHandler {
        final PeerGrouping grouping = new PeerGrouping();
        private final String[] cells = new String[5];

        @Override
        public void startRow(int row) {
            Arrays.fill(cells, null);
        }

        @Override
        public void cell(String reference, String formatted, XSSFComment comment) {
            cells[reference.charAt(0) - 'A'] = formatted;
        }

        @Override
        public void endRow(int row) {
            if (row > 0) {
                grouping.add(cells[0], cells[1], cells[2], cells[3], cells[4]);
            }
        }
    }

    static Tally dhatim(Path file) throws Exception {
        var grouping = new PeerGrouping();
        try (var workbook = new ReadableWorkbook(file.toFile());
                var rows = workbook.getFirstSheet().openStream()) {
            rows.skip(1)
                    .forEach(
                            row ->
                                    grouping.add(
                                            text(row, 0),
                                            text(row, 1),
                                            text(row, 2),
                                            text(row, 3),
                                            text(row, 4)));
        }
        return grouping.tally();
    }

    private static String text(Row row, int column) {
        var cell = column < row.getCellCount() ? row.getCell(column) : null;
        if (cell == null) {
            return null;
        }
        return cell.getType() == CellType.STRING ? cell.asString() : cell.getRawValue();
    }

    static Tally fastExcel(Path file) {
        var rows = new FastExcelRows();
        FastExcel.read(file.toFile(), rows)
                .readDefaultReturn(ReadDefaultReturnEnum.ACTUAL_DATA)
                .sheet()
                .doRead();
        return rows.grouping.tally();
    }

    private static final class FastExcelRows extends AnalysisEventListener<Map<Integer, Object>> {
        final PeerGrouping grouping = new PeerGrouping();

        @Override
        public void invoke(Map<Integer, Object> row, AnalysisContext context) {
            grouping.add(text(row, 0), text(row, 1), text(row, 2), text(row, 3), text(row, 4));
        }

        @Override
        public void doAfterAllAnalysed(AnalysisContext context) {}

        private static String text(Map<Integer, Object> row, int column) {
            Object value = row.get(column);
            return value == null ? null : value.toString();
        }
    }
}
