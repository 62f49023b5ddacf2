package dev.stockload.merchant;

import com.fasterxml.jackson.annotation.JsonProperty;

/** One product of the merchant's list; texts may be empty. */
public record ProductSummary(@JsonProperty(required = true) int id, String artNo, String pic) {
    public ProductSummary {
        artNo = artNo == null ? "" : artNo;
        pic = pic == null ? "" : pic;
    }
}
