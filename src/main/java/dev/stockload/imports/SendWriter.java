package dev.stockload.imports;

import dev.stockload.ledger.LedgerColour;

import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;

import java.util.List;

/** Writes colours to the merchant service, a request for each chunk. */
final class SendWriter implements ItemWriter<LedgerColour> {
    private final HalvingSender sender;
    private final LastCheck check;

    SendWriter(HalvingSender sender, LastCheck check) {
        this.sender = sender;
        this.check = check;
    }

    @Override
    public void write(Chunk<? extends LedgerColour> colours) {
        List<LedgerColour> right = check.stillRight(List.copyOf(colours.getItems()));
        if (!right.isEmpty()) {
            sender.send(right);
        }
    }
}
