package dev.stockload.imports.send;

import dev.stockload.book.Outgoing;
import dev.stockload.book.RunColour;

import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemWriter;

import java.util.List;

/** Sends colours to the merchant service, one request for each chunk. */
public final class SendWriter implements ItemWriter<RunColour> {
    private final RequestDelivery delivery;
    private final HalvingSender sender;

    public SendWriter(RequestDelivery delivery) {
        this.delivery = delivery;
        this.sender = new HalvingSender(delivery);
    }

    @Override
    public void write(Chunk<? extends RunColour> colours) {
        List<Outgoing> outgoing = delivery.stillToSend(List.copyOf(colours.getItems()));
        if (!outgoing.isEmpty()) {
            sender.send(outgoing);
        }
    }
}
