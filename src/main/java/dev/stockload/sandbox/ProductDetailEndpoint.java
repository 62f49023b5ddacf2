package dev.stockload.sandbox;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Section 4.4 of the document: all that is known of one product, within limits. */
record ProductDetailEndpoint(SandboxDatabase database) implements Endpoint {
    @Override
    public Answer answer(Request request) {
        int pid = request.formOrQuery().number("pid");
        return database.transaction(
                connection -> {
                    if (!Products.exists(connection, pid)) {
                        return Answer.failureWithoutData(
                                "The product does not exist: %d".formatted(pid));
                    }
                    Optional<DetailLimit.Refusal> refusal =
                            DetailLimit.spend(connection, pid, request.arrived());
                    if (refusal.isPresent()) {
                        return Answer.tooMany(refusal.get().message(), refusal.get().delay());
                    }
                    ObjectNode body = Json.object().put("success", true).put("msg", "");
                    return Answer.success(body.set("data", data(connection, pid)));
                });
    }

    private static ObjectNode data(Connection connection, int pid) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("select * from product where id = ?")) {
            select.setInt(1, pid);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return data(row, Stock.entries(connection, pid));
            }
        }
    }

    private static ObjectNode data(ResultSet row, List<Stock.Entry> stock) throws SQLException {
        ObjectNode data = Json.object();
        if (row.getString("category_ids") != null) {
            data.put("categoryIdTree", row.getString("category_ids"));
            data.put("categoryNameTree", row.getString("category_names"));
        }
        data.put("description", row.getString("description"));
        String[] images = texts(row, "images");
        ArrayNode imgs = data.putArray("imgs");
        for (String image : images) {
            imgs.add(image);
        }
        data.put("price", row.getBigDecimal("price"));
        data.put(
                "outerId",
                String.join(
                        "/",
                        Product.STORE_URL,
                        row.getString("art_no"),
                        row.getBigDecimal("price").toPlainString()));
        data.put("picUrl", images[0]);
        putAttributes(data, texts(row, "attribute_names"), texts(row, "attribute_values"));
        if (stock.isEmpty()) {
            putSkus(data, texts(row, "colours"), texts(row, "sizes"), images[0]);
        } else {
            putSkus(data, stock, images[0]);
        }
        return data.put("storeUrl", Product.STORE_URL)
                .put("storeName", Product.STORE_NAME)
                .put("title", row.getString("title"))
                .put("video", row.getString("video"));
    }

    private static void putAttributes(ObjectNode data, String[] names, String[] values) {
        if (names.length > 0) {
            ArrayNode attributes = data.putArray("attributes");
            for (int i = 0; i < names.length; i++) {
                attributes.addObject().put("name", names[i]).put("value", values[i]);
            }
        }
    }

    /** Before stock is added there are colours and sizes, but no quantities. */
    private static void putSkus(ObjectNode data, String[] colours, String[] sizes, String image) {
        ArrayNode skus = data.putArray("skus");
        for (String colour : colours) {
            skus.addObject()
                    .put("color", colour)
                    .put("size", String.join(",", sizes))
                    .put("skuImg", skus.size() == 1 ? image : "");
        }
    }

    private static void putSkus(ObjectNode data, List<Stock.Entry> stock, String image) {
        Map<String, List<Stock.Entry>> byColour = new LinkedHashMap<>();
        for (Stock.Entry entry : stock) {
            byColour.computeIfAbsent(entry.color(), c -> new ArrayList<>()).add(entry);
        }
        ArrayNode skus = data.putArray("skus");
        byColour.forEach(
                (colour, entries) ->
                        skus.addObject()
                                .put("color", colour)
                                .put("size", joined(entries.stream().map(Stock.Entry::size)))
                                .put("stockNum", joined(entries.stream().map(e -> "" + e.stock())))
                                .put("skuImg", skus.size() == 1 ? image : ""));
    }

    private static String joined(Stream<String> parts) {
        return String.join(",", parts.toList());
    }

    private static String[] texts(ResultSet row, String column) throws SQLException {
        return row.getObject(column, String[].class);
    }
}
