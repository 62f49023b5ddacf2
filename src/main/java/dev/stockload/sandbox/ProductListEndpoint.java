package dev.stockload.sandbox;

import java.util.List;

/** Section 4.1 of the document: the merchant's products. */
record ProductListEndpoint(SandboxDatabase database) implements RequestCheck.Endpoint {
    private static final int PAGE_SIZE = 50;

    private record Page(boolean success, int totalPages, List<Product.Summary> data) {}

    @Override
    public Answer answer(Request request) {
        int page = request.number("page");
        if (page < 1) {
            throw BadParameterException.unlike("page", page, "1 for the first page, or more");
        }
        String chosen =
                request.flag("stock")
                        .map(
                                withStock ->
                                        "product where id %s (select product from stock_entry)"
                                                .formatted(withStock ? "in" : "not in"))
                        .orElse("product");
        return database.transaction(() -> Answer.success(page(page, chosen)));
    }

    private Page page(int number, String chosen) {
        int products =
                database.one("select count(*) from " + chosen, row -> row.getInt(1)).orElseThrow();
        return new Page(
                true,
                (products + PAGE_SIZE - 1) / PAGE_SIZE,
                database.list(
                        "select id from %s order by id offset ? rows fetch next ? rows only"
                                .formatted(chosen),
                        row -> new Product(row.getInt("id")).summary(),
                        (number - 1L) * PAGE_SIZE,
                        PAGE_SIZE));
    }
}
