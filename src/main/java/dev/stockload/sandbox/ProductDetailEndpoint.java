package dev.stockload.sandbox;

/** Section 4.4 of the document: all that is known of one product, within limits. */
record ProductDetailEndpoint(Stock stock) implements RequestCheck.Endpoint {
    @Override
    public Answer answer(Request request) {
        int pid = request.number("pid");
        DetailLimit limit = new DetailLimit(stock.database(), request.arrived());
        return stock.database()
                .transaction(
                        () ->
                                stock.hasProduct(pid)
                                        ? limit.spend(pid).orElseGet(() -> detail(pid))
                                        : Answer.failureWithoutData(
                                                "The product does not exist: %d".formatted(pid)));
    }

    private Answer detail(int pid) {
        return Answer.data(new Product(pid).detail(stock.entries(pid)));
    }
}
