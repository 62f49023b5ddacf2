package dev.stockload.sandbox;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** All endpoints except creates; each runs in a transaction. */
record Endpoints(SandboxDatabase database) {
    private static final int PAGE_SIZE = 50;

    private record Page(boolean success, int totalPages, List<Product.Summary> data) {}

    private record Published(boolean success, String msg, int published) {}

    /** Section 4.1 of the document: the merchant's products. */
    Answer products(Request request) {
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
        return Answer.success(page(page, chosen));
    }

    private Page page(int number, String chosen) {
        int products = database.count(chosen);
        return new Page(
                true,
                (products + PAGE_SIZE - 1) / PAGE_SIZE,
                database.jdbc()
                        .query(
                                "select id from %s order by id offset ? rows fetch next ? rows only"
                                        .formatted(chosen),
                                (row, at) -> new Product(row.getInt("id")).summary(),
                                (number - 1L) * PAGE_SIZE,
                                PAGE_SIZE));
    }

    /** Section 4.2 of the document: the stock entries of one product. */
    Answer stock(Request request) {
        request.checkForm();
        int pid = request.number("productid");
        if (!database.hasProduct(pid)) {
            return unknown(pid);
        }
        List<SandboxDatabase.Entry> entries = database.entries(pid);
        return entries.isEmpty()
                ? Answer.failureWithoutData("Stock has not been added to product %d".formatted(pid))
                : Answer.data(entries);
    }

    /** Section 4.4 of the document: the details of one product, within limits. */
    Answer detail(Request request) {
        int pid = request.number("pid");
        DetailLimit limit = new DetailLimit(database, request.arrived());
        if (!database.hasProduct(pid)) {
            return unknown(pid);
        }
        return limit.spend(pid)
                .orElseGet(() -> Answer.data(new Product(pid).detail(database.entries(pid))));
    }

    private static Answer unknown(int pid) {
        return Answer.failureWithoutData("The product does not exist: %d".formatted(pid));
    }

    /** Marks products as published, for which the interface has no endpoint. */
    Answer published(Request request) {
        List<Integer> pids = new ArrayList<>();
        request.all("pid").stream()
                .flatMap(values -> Stream.of(values.split(",", -1)))
                .forEach(
                        value -> {
                            if (!value.matches("[0-9]{1,9}")) {
                                throw BadParameterException.unlike("pid", value, "a product id");
                            }
                            pids.add(Integer.parseInt(value));
                        });
        if (pids.isEmpty()) {
            throw BadParameterException.missing("pid", "one or more product ids, with commas");
        }
        pids.forEach(this::publish);
        return Answer.success(new Published(true, "", pids.size()));
    }

    private void publish(int pid) {
        if (!database.hasProduct(pid)) {
            throw BadParameterException.unlike("pid", pid, "a product of the catalogue");
        }
        database.jdbc().update("merge into published (product) values (?)", pid);
    }
}
