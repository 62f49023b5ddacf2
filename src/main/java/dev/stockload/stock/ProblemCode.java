package dev.stockload.stock;

/** The kinds of problems. Their texts are stable: people filter reports by them. */
public enum ProblemCode {
    PRODUCT_MISSING("product.missing", "Product is not filled in"),
    PRODUCT_FORMAT("product.format", "Product id is not a whole number above 0"),
    PRODUCT_UNKNOWN("product.unknown", "Product is not in the merchant's product list"),
    PRODUCT_AMBIGUOUS("product.ambiguous", "Item number belongs to several products"),
    PRODUCT_MISMATCH("product.mismatch", "Product id and item number belong to different products"),
    PRODUCT_DIGITS("product.digits", "Item number has lost digits"),
    PRODUCT_STOCKED("product.stocked", "Product has stock already"),
    COLOUR_MISSING("colour.missing", "Colour is not filled in"),
    COLOUR_FORMAT("colour.format", "Colour is not text"),
    COLOUR_LONG("colour.long", "Colour has more than 200 characters"),
    SIZE_MISSING("size.missing", "Size is not filled in"),
    SIZE_FORMAT("size.format", "Size is not a number like 36 or a range like 36-40"),
    SIZE_DATE("size.date", "Size was turned into a date by the spreadsheet program"),
    SIZE_DUPLICATE("size.duplicate", "Size appears twice in its colour"),
    SIZE_OVERLAP("size.overlap", "Size lies inside a range of the same colour"),
    STOCK_MISSING("stock.missing", "Stock is not filled in"),
    STOCK_FORMAT("stock.format", "Stock is not a whole number"),
    STOCK_FRACTION("stock.fraction", "Stock has a fraction"),
    STOCK_NEGATIVE("stock.negative", "Stock is below 0"),
    STOCK_RANGE("stock.range", "Stock is too large"),
    BARCODE_DIGITS("barcode.digits", "Barcode has lost digits"),
    BARCODE_FORMAT("barcode.format", "Barcode is neither text nor a whole number"),
    CELL_ERROR("cell.error", "Cell shows an error"),
    CELL_UNCALCULATED("cell.uncalculated", "Formula was never calculated"),
    CELL_CONTROL("cell.control", "Cell has a line break or a control character in it"),
    CELL_PLACEHOLDER("cell.placeholder", "Cell says that there is no value"),
    CELL_LOST("cell.lost", "Cell has lost letters"),
    CELL_LONG("cell.long", "Cell has more characters than a spreadsheet cell can hold"),
    CELL_MERGED("cell.merged", "Value is in merged cells"),
    ROW_EMPTY("row.empty", "Row has no stock under any size"),
    ROW_TOTAL("row.total", "Row is a total, not a colour"),
    ROW_HEADER("row.header", "Row is the header again"),
    ROW_LONG("row.long", "Row has more cells than the header"),
    SERVICE_REFUSED("service.refused", "Merchant service refused the colour"),
    COLOUR_HELD("colour.held", "Row is good, but held because another row of its colour is not"),
    COLOUR_SPELLING("colour.spelling", "Colour is spelled in several ways"),
    CELL_GARBLED("cell.garbled", "Text looks garbled by a wrong encoding"),
    FILE_KIND("file.kind", "File is not of the kind its name says"),
    FILE_ENCODING("file.encoding", "Encoding of the file is a guess"),
    SHEET_OTHER("sheet.other", "Another sheet has a header too, but was not read"),
    COLUMN_UNREAD("column.unread", "Column has values, but was not read"),
    RUN_UNDONE("run.undone", "The run brings back what another has replaced"),
    SHEET_MISSING("sheet.missing", "Sizes that were sent before are not in the sheet"),
    SIZE_NEWER("size.newer", "A newer run has other stock for the size"),
    COLUMN_HIDDEN("column.hidden", "Hidden columns were read"),
    ROW_HIDDEN("row.hidden", "Hidden rows were read"),
    ROW_ABOVE("row.above", "Rows above the header were not read"),
    COLOUR_DOUBT("colour.doubt", "Nobody knows whether the colour arrived"),
    STOCK_UNREAD("stock.unread", "What was there before could not be read");

    private final String text;
    private final String title;

    ProblemCode(String text, String title) {
        this.text = text;
        this.title = title;
    }

    public String title() {
        return title;
    }

    /** The code with this stable text, as the ledger and reports keep it. */
    public static ProblemCode of(String text) {
        for (ProblemCode code : values()) {
            if (code.text.equals(text)) {
                return code;
            }
        }
        throw new IllegalArgumentException("No problem has the code '%s'".formatted(text));
    }

    @Override
    public String toString() {
        return text;
    }
}
