package dev.stockload.sandbox;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Optional;

/** Section 4.1 of the document: the merchant's products. */
record ProductListEndpoint(Products products) implements Endpoint {
    @Override
    public Answer answer(Request request) {
        Form form = request.formOrQuery();
        int number = form.number("page");
        if (number < 1) {
            throw BadParameterException.unlike("page", number, "1 for the first page, or more");
        }
        Optional<Boolean> withStock = form.flag("stock");
        Products.Page page = products.page(number, withStock);
        ObjectNode body = Json.object().put("success", true).put("totalPages", page.totalPages());
        ArrayNode data = body.putArray("data");
        for (Products.Summary product : page.products()) {
            data.addObject()
                    .put("id", product.id())
                    .put("artNo", product.artNo())
                    .put("pic", product.pic());
        }
        return Answer.success(body);
    }
}
