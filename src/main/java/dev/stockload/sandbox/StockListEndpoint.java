package dev.stockload.sandbox;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** Section 4.2 of the document: the stock entries of one product. */
record StockListEndpoint(SandboxDatabase database) implements Endpoint {
    @Override
    public Answer answer(Request request) {
        int pid = request.form().number("productid");
        return database.transaction(
                connection -> {
                    if (!Products.exists(connection, pid)) {
                        return Answer.failureWithoutData(
                                "The product does not exist: %d".formatted(pid));
                    }
                    List<Stock.Entry> entries = Stock.entries(connection, pid);
                    return entries.isEmpty()
                            ? Answer.failureWithoutData(
                                    "Stock has not been added to product %d".formatted(pid))
                            : Answer.success(body(entries));
                });
    }

    private static ObjectNode body(List<Stock.Entry> entries) {
        ObjectNode body = Json.object().put("success", true);
        ArrayNode data = body.putArray("data");
        for (Stock.Entry entry : entries) {
            ObjectNode node =
                    data.addObject()
                            .put("guid", entry.guid())
                            .put("barCode", entry.barCode())
                            .put("color", entry.color());
            // The document calls it a string and shows a number; a range can only be a string.
            if (entry.size().contains("-")) {
                node.put("size", entry.size());
            } else {
                node.put("size", Integer.parseInt(entry.size()));
            }
            node.put("stock", entry.stock());
        }
        return body.put("msg", "");
    }
}
