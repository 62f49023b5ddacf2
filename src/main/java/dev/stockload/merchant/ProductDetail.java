package dev.stockload.merchant;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;

/** The details of one product; optional texts may be null. The price has at least two decimals. */
public record ProductDetail(
        String categoryIdTree,
        String categoryNameTree,
        String description,
        List<String> imgs,
        BigDecimal price,
        String outerId,
        String picUrl,
        List<Attribute> attributes,
        List<Sku> skus,
        String storeUrl,
        String storeName,
        String title,
        String video) {
    public record Attribute(String name, String value) {}

    /** One colour; sizes and quantities are comma-separated lists in the same order. */
    public record Sku(String color, String size, String stockNum, String skuImg) {}

    public ProductDetail {
        imgs = known(imgs);
        price = price == null || price.scale() >= 2 ? price : price.setScale(2);
        attributes = known(attributes);
        skus = known(skus);
    }

    private static <T> List<T> known(List<T> list) {
        return list == null ? List.of() : list.stream().filter(Objects::nonNull).toList();
    }
}
