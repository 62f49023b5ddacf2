package dev.stockload.merchant;

/** One product of the merchant's list; texts may be empty. */
public record ProductSummary(int id, String artNo, String pic) {
    public ProductSummary {
        artNo = artNo == null ? "" : artNo;
        pic = pic == null ? "" : pic;
    }
}
