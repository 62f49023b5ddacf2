package dev.stockload.sheet.header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.Size;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.Map;

class HeaderSearchTest {
    private static final String LONG = "pid|colour|size|stock";

    @ParameterizedTest
    @CsvSource({
        "pid, PRODUCT",
        "PID, PRODUCT",
        "product id, PRODUCT",
        "Product-ID, PRODUCT",
        "ProductId, PRODUCT",
        "商品ID, PRODUCT",
        "商品 id:, PRODUCT",
        "ＰＩＤ, PRODUCT",
        "artNo, ITEM",
        "Art. No., ITEM",
        "item number, ITEM",
        "ITEM_NUMBER, ITEM",
        "item no, ITEM",
        "Item No., ITEM",
        "货号, ITEM",
        "【货号】, ITEM",
        "color, COLOUR",
        "Colour, COLOUR",
        "颜色, COLOUR",
        "颜 色, COLOUR",
        "size, SIZE",
        "(Size), SIZE",
        "尺码, SIZE",
        "stock, STOCK",
        "Qty, STOCK",
        "QTY., STOCK",
        "quantity, STOCK",
        "Qty. On Hand, STOCK",
        "库存, STOCK",
        "数量, STOCK",
        "barCode, BARCODE",
        "Bar code, BARCODE",
        "EAN, BARCODE",
        "条码, BARCODE",
        "条码*, BARCODE"
    })
    void recognizes_columns_by_many_names(String name, HeaderField field) {
        assertThat(HeaderField.ofHeader(name)).contains(field);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "products",
                "colour code",
                "sizes",
                "stock value",
                "Stock €",
                "Qty ($)",
                "Stock %",
                "尺",
                "",
                "?"
            })
    void does_not_guess_at_other_names(String name) {
        assertThat(HeaderField.ofHeader(name)).isEmpty();
    }

    @Test
    void finds_the_header_below_titles_and_blank_rows() {
        Header header = find("Stock of week 46", "", "|pid and colour", "note|PID||Color|尺码|Qty");
        assertThat(header.row()).isEqualTo(4);
        assertThat(header.isMatrix()).isFalse();
        assertThat(header.names()).containsExactly("note", "PID", "", "Color", "尺码", "Qty");
        assertThat(header.columns())
                .extracting(Column::field)
                .containsExactly(
                        null,
                        HeaderField.PRODUCT,
                        null,
                        HeaderField.COLOUR,
                        HeaderField.SIZE,
                        HeaderField.STOCK);
    }

    @Test
    void searches_thirty_rows_including_blank_ones() {
        String[] rows = new String[31];
        Arrays.fill(rows, "");
        rows[29] = LONG;
        assertThat(find(rows).row()).isEqualTo(30);
        rows[29] = "";
        rows[30] = LONG;
        assertThat(failure(Map.of(), rows))
                .isEqualTo(
                        "has no header in the first 30 rows of sheet 'Stock', but row 31 is one:"
                                + " delete the rows above it");
        rows[30] = "";
        assertThat(failure(Map.of(), rows))
                .isEqualTo("has no header in the first 30 rows of sheet 'Stock', which are empty");
        rows[0] = "title";
        assertThat(failure(Map.of(), rows))
                .contains(": row 1 comes closest, but lacks a product id")
                .contains(
                        "; it has 'title'. If it has them under other headers, name these:"
                                + " stockload")
                .endsWith("size=HEADER,stock=HEADER (columns: in a job)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    colour|size|stock       ; a product id or item number column ; 'colour', 'size', 'stock'
                    pid|size|stock          ; a colour column                    ; 'pid', 'size', 'stock'
                    pid|colour|stock        ; a size column                      ; 'pid', 'colour', 'stock'
                    pid|colour|size         ; a stock column                     ; 'pid', 'colour', 'size'
                    pid|colour              ; a size column and a stock column   ; 'pid', 'colour'
                    pid|colour|36|Qty       ; a size column (a sheet with sizes as columns has no column 'Qty') ; 'pid', 'colour', '36', 'Qty'
                    pid|colour|Stock|2023|2024 ; a size column                   ; 'pid', 'colour', 'Stock', '2023', '2024'
                    pid|colour|2023|2024    ; a size column and a stock column   ; 'pid', 'colour', '2023', '2024'
                    pid|colour|size|Stock € ; a stock column                     ; 'pid', 'colour', 'size', 'Stock €'
                    colour|XL|36.5          ; a product id or item number column and a size column ('XL', '36.5' look like sizes, but sizes are whole numbers like 36 or ranges like 36-40) and a stock column ; 'colour', 'XL', '36.5'
                    Farbton|Vorrat          ; a product id or item number column and a colour column and a size column and a stock column ; 'Farbton', 'Vorrat'
                    """)
    void reports_what_is_missing_and_what_is_there(String row, String missing, String seen) {
        assertThat(failure(Map.of(), "title", row, "1|2"))
                .startsWith(
                        "has no header in the first 30 rows of sheet 'Stock': row 2 comes closest, but lacks %s; it has %s. If"
                                .formatted(missing, seen.strip()));
    }

    @Test
    void columns_may_have_names_given_by_a_person() {
        Header header =
                find(
                        Map.of(HeaderField.ITEM, "Article", HeaderField.STOCK, "on-hand"),
                        "article|Colour|Size|On Hand|Stock");
        assertThat(header.column(HeaderField.ITEM)).isZero();
        assertThat(header.column(HeaderField.STOCK)).isEqualTo(3);
        assertThat(header.name(HeaderField.STOCK)).isEqualTo("On Hand");
    }

    @Test
    void a_column_that_was_named_must_be_there() {
        assertThat(failure(Map.of(HeaderField.BARCODE, "GTIN"), LONG + "|EAN"))
                .contains("lacks the barcode column 'GTIN'; it has");
        assertThat(failure(Map.of(HeaderField.ITEM, "Article", HeaderField.STOCK, "On hand"), LONG))
                .contains("lacks the item number column 'Article' and the stock column 'On hand';");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    pid|colour|color|size|stock  ; 'colour' and 'color' both name the colour
                    pid|商品ID|colour|size|stock   ; 'pid' and '商品ID' both name the product id
                    pid|colour|size|stock|Qty    ; 'stock' and 'Qty' both name the stock
                    pid|colour|36|37|36          ; '36' and '36' both name the size 36
                    pid|colour|36-37|38|36-37    ; '36-37' and '36-37' both name the size 36-37
                    """)
    void refuses_two_columns_of_the_same_meaning(String row, String names) {
        assertThatThrownBy(() -> find("title", row))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageStartingWith(
                        "has two columns with the same meaning in its header, row 2: %s; rename or delete one"
                                .formatted(names.strip()));
    }

    @Test
    void naming_one_of_two_columns_decides() {
        Header header = find(Map.of(HeaderField.STOCK, "qty"), "pid|colour|size|stock|Qty");
        assertThat(header.column(HeaderField.STOCK)).isEqualTo(4);
    }

    @Test
    void a_sheet_with_sizes_as_headers_is_a_matrix() {
        Header header = find("货号|颜色|36|37|38-39|Total|2024|条码|Note");
        assertThat(header.isMatrix()).isTrue();
        assertThat(header.sizeNames()).containsExactly("36", "37", "38-39");
        assertThat(header.columns())
                .extracting(Column::size)
                .containsExactly(0, 0, size("36"), size("37"), size("38-39"), 0, 0, 0, 0);
        assertThat(header.columnNames()).containsOnlyKeys(HeaderField.ITEM, HeaderField.COLOUR);
        assertThat(header.columns().subList(5, 9))
                .extracting(Column::role)
                .containsOnly(Column.Role.UNREAD);
    }

    @ParameterizedTest
    @CsvSource({
        "EU 38, 38",
        "eur38, 38",
        "Size 39, 39",
        "size: 39, 39",
        " 40 , 40",
        "EU 41, 41",
        "Gr. 42, 42",
        "尺码 43, 43",
        "44码, 44",
        "EU 38-39, 38-39"
    })
    void a_matrix_names_its_sizes_as_people_do(String name, String size) {
        Header header = find("pid|colour|36|" + name);
        assertThat(header.columns().get(3).size()).isEqualTo(size(size));
    }

    @Test
    void a_sheet_with_size_and_stock_columns_is_long() {
        Header header = find("pid|colour|size|stock|36|37");
        assertThat(header.isMatrix()).isFalse();
        assertThat(header.columns()).extracting(Column::role).doesNotContain(Column.Role.SIZE);
        assertThat(header.sizeNames()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "36.5",
                "37,5",
                "XL",
                "m",
                "XXL",
                "3XL",
                "３６",
                "036",
                "40-36",
                "36–40",
                "36 2/3",
                "S/M",
                "XS-S",
                "Uni",
                "One Size",
                "均码",
                "US 7",
                "7.5 UK",
                "110/60",
                "EU 38,5"
            })
    void a_matrix_column_that_looks_like_a_size_is_a_bad_size(String name) {
        Header header = find("pid|colour|36|" + name);
        assertThat(header.columns().get(3).role()).isEqualTo(Column.Role.BAD_SIZE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Total", "2024", "2023-2024", "3 months", "Sold 36", "Price", "L x W"})
    void a_matrix_column_that_is_not_like_a_size_is_unread(String name) {
        Header header = find("pid|colour|36|" + name);
        assertThat(header.columns().get(3).role()).isEqualTo(Column.Role.UNREAD);
    }

    @Test
    void headers_of_a_matrix_may_be_numbers_and_dates() {
        RowBlock block = new RowBlock();
        block.addText(0, "pid");
        block.addText(1, "colour");
        block.addNumber(2, 36.0);
        block.addNumber(3, 36.5);
        block.addDate(4, 45576);
        block.endRow(1);
        Header header =
                new HeaderSearch(null, HeaderOptions.named(Map.of()), Map.of())
                        .in(block)
                        .orElseThrow();
        assertThat(header.columns())
                .extracting(Column::role)
                .endsWith(Column.Role.SIZE, Column.Role.BAD_SIZE, Column.Role.BAD_SIZE);
        assertThat(header.names()).containsExactly("pid", "colour", "36", "36.5", "2024-10-11");
    }

    @ParameterizedTest
    @CsvSource({"0, A", "25, Z", "26, AA", "51, AZ", "52, BA", "701, ZZ", "702, AAA", "16383, XFD"})
    void columns_have_letters(int column, String letters) {
        assertThat(RowBlock.letters(column)).isEqualTo(letters);
    }

    private static int size(String text) {
        return Size.packed(text);
    }

    private static Header find(String... rows) {
        return find(Map.of(), rows);
    }

    private static Header find(Map<HeaderField, String> named, String... rows) {
        return new HeaderSearch("Stock", HeaderOptions.named(named), Map.of())
                .in(block(rows))
                .orElseThrow();
    }

    private static String failure(Map<HeaderField, String> named, String... rows) {
        HeaderSearch search = new HeaderSearch("Stock", HeaderOptions.named(named), Map.of());
        assertThat(search.in(block(rows))).isEmpty();
        return search.failure();
    }

    private static RowBlock block(String... rows) {
        RowBlock block = new RowBlock();
        for (int row = 0; row < rows.length; row++) {
            String[] cells = rows[row].strip().split("\\|");
            for (int column = 0; column < cells.length; column++) {
                block.addText(column, cells[column]);
            }
            block.endRow(row + 1);
        }
        return block;
    }
}
