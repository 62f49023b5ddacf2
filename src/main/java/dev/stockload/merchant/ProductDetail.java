package dev.stockload.merchant;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;

/**
 * All that the service tells of one product; optional texts are null where it sent none. The price
 * has two decimals at least.
 */
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
    /** A property of the product, such as its material. */
    public record Attribute(String name, String value) {}

    /** One colour; its sizes and quantities are lists with commas, in the same order. */
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
