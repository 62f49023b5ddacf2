package dev.stockload.details;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;

import dev.stockload.merchant.ProductDetail;
import dev.stockload.merchant.ProductDetail.Sku;

import tools.jackson.databind.json.JsonMapper;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A product detail as JSON, and as the rows of a table. */
final class DetailText {
    /** The columns of a table; product, colour, size and stock are named as in a stock sheet. */
    static final List<String> HEADER =
            List.of(
                    "Product ID",
                    "Title",
                    "Price",
                    "Colour",
                    "Size",
                    "Stock",
                    "Colour image",
                    "Category ids",
                    "Categories",
                    "Attributes",
                    "Outer id",
                    "Store",
                    "Store name",
                    "First image",
                    "Images",
                    "Video",
                    "Description",
                    "Fetched at");

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .changeDefaultPropertyInclusion(
                            all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
                    .build();

    /** One document for people's programs: the id, then what the service says, in its names. */
    private record Line(int pid, Instant fetchedAt, @JsonUnwrapped ProductDetail detail) {}

    private DetailText() {}

    /** The text that the ledger keeps. */
    static String keep(ProductDetail detail) {
        return JSON.writeValueAsString(detail);
    }

    static ProductDetail read(String kept) {
        return JSON.readValue(kept, ProductDetail.class);
    }

    static String json(int product, Instant fetchedAt, ProductDetail detail) {
        return JSON.writeValueAsString(new Line(product, fetchedAt, detail));
    }

    /** One row per colour and size: the first size has the first quantity, and so on. */
    static List<List<Object>> rows(int product, Instant fetchedAt, ProductDetail detail) {
        List<List<Object>> rows = new ArrayList<>();
        for (Sku sku : detail.skus()) {
            List<String> sizes = parts(sku.size());
            List<String> stocks = parts(sku.stockNum());
            for (int i = 0; i < Math.max(1, Math.max(sizes.size(), stocks.size())); i++) {
                rows.add(
                        row(
                                product,
                                fetchedAt,
                                detail,
                                sku,
                                i < sizes.size() ? sizes.get(i) : null,
                                i < stocks.size() ? number(stocks.get(i)) : null));
            }
        }
        if (rows.isEmpty()) {
            rows.add(row(product, fetchedAt, detail, new Sku(null, null, null, null), null, null));
        }
        return rows;
    }

    private static List<Object> row(
            int product,
            Instant fetchedAt,
            ProductDetail detail,
            Sku sku,
            String size,
            Object stock) {
        return Arrays.asList(
                product,
                detail.title(),
                detail.price(),
                sku.color(),
                size,
                stock,
                sku.skuImg(),
                detail.categoryIdTree(),
                detail.categoryNameTree(),
                detail.attributes().stream()
                        .map(a -> a.name() + "=" + a.value())
                        .collect(Collectors.joining("; ")),
                detail.outerId(),
                detail.storeUrl(),
                detail.storeName(),
                detail.picUrl(),
                String.join(" ", detail.imgs()),
                detail.video(),
                detail.description(),
                fetchedAt.toString());
    }

    private static List<String> parts(String list) {
        return list == null || list.isBlank()
                ? List.of()
                : Arrays.stream(list.split(",", -1)).map(String::strip).toList();
    }

    /** A number where it is one, so that people can add it up. */
    private static Object number(String text) {
        return text.matches("\\d{1,9}") ? (Object) Integer.valueOf(text) : text;
    }
}
