package dev.stockload.merchant;

/** One product of the merchant's list; the texts are empty where the service has none. */
public record ProductSummary(int id, String artNo, String pic) {
    public ProductSummary {
        artNo = artNo == null ? "" : artNo;
        pic = pic == null ? "" : pic;
    }
}
