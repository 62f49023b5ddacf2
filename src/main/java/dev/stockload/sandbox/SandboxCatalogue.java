package dev.stockload.sandbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Fills the database with the products it does not have yet. */
final class SandboxCatalogue {
    private SandboxCatalogue() {}

    static void fill(SandboxDatabase database, int products) {
        database.transaction(
                connection -> {
                    int there = count(connection);
                    if (there < products) {
                        add(connection, Product.FIRST + there, Product.FIRST + products - 1);
                    }
                    return null;
                });
    }

    private static int count(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from product")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static void add(Connection connection, int first, int last) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement(
                        """
                        insert into product (id, art_no, title, description, price, images,
                                category_ids, category_names, attribute_names, attribute_values,
                                colours, sizes, video)
                        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """)) {
            for (int id = first; id <= last; id++) {
                Product product = Product.of(id);
                insert.setInt(1, id);
                insert.setString(2, product.artNo());
                insert.setString(3, product.title());
                insert.setString(4, product.description());
                insert.setBigDecimal(5, product.price());
                insert.setObject(6, product.images().toArray());
                insert.setString(7, product.categoryIds());
                insert.setString(8, product.categoryNames());
                insert.setObject(9, product.attributes().keySet().toArray());
                insert.setObject(10, product.attributes().values().toArray());
                insert.setObject(11, Product.COLOURS.toArray());
                insert.setObject(12, Product.SIZES.toArray());
                insert.setString(13, product.video());
                insert.addBatch();
            }
            insert.executeBatch();
        }
        Stock.add(
                connection,
                IntStream.rangeClosed(first, last)
                        .filter(Product::startsWithStock)
                        .mapToObj(SandboxCatalogue::firstStock)
                        .flatMap(List::stream)
                        .toList());
    }

    private static List<ColourGroup> firstStock(int id) {
        return Product.COLOURS.stream()
                .map(
                        colour ->
                                new ColourGroup(
                                        colour,
                                        id,
                                        Product.SIZES.stream()
                                                .map(size -> firstStock(id, colour, size))
                                                .toList()))
                .toList();
    }

    private static ColourGroup.SizeItem firstStock(int id, String colour, String size) {
        int number = Integer.parseInt(size);
        // Every other product has barcodes, so that both kinds are there.
        String barCode =
                id % 8 == 0
                        ? String.format(
                                Locale.ROOT,
                                "4%07d%d%02d",
                                id,
                                Product.COLOURS.indexOf(colour),
                                number)
                        : null;
        return new ColourGroup.SizeItem(size, (id + number) % 9, barCode);
    }
}
