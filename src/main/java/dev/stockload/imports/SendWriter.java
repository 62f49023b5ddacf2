package dev.stockload.imports;

import dev.stockload.ledger.LedgerColour;

import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;

import java.util.List;

/** Writes colours to the merchant service, a request for each chunk. */
final class SendWriter implements ItemWriter<LedgerColour> {
    private final HalvingSender sender;

    SendWriter(HalvingSender sender) {
        this.sender = sender;
    }

    @Override
    public void write(Chunk<? extends LedgerColour> colours) {
        sender.send(List.copyOf(colours.getItems()));
    }
}
