package dev.stockload.sandbox;

import java.util.List;

/** Section 4.2 of the document: the stock entries of one product. */
record StockListEndpoint(Stock stock) implements RequestCheck.Endpoint {
    /** An entry on the wire, its size a text or a number. */
    private record Listed(String guid, String barCode, String color, Object size, int stock) {
        static Listed of(Stock.Entry entry) {
            // The document calls it a string and shows a number; a range can only be a string.
            String size = entry.size();
            return new Listed(
                    entry.guid(),
                    entry.barCode(),
                    entry.color(),
                    size.contains("-") ? size : Integer.valueOf(size),
                    entry.stock());
        }
    }

    @Override
    public Answer answer(Request request) {
        request.checkForm();
        int pid = request.number("productid");
        return stock.database().transaction(() -> list(pid));
    }

    private Answer list(int pid) {
        if (!stock.hasProduct(pid)) {
            return Answer.failureWithoutData("The product does not exist: %d".formatted(pid));
        }
        List<Listed> entries = stock.entries(pid).stream().map(Listed::of).toList();
        return entries.isEmpty()
                ? Answer.failureWithoutData("Stock has not been added to product %d".formatted(pid))
                : Answer.data(entries);
    }
}
