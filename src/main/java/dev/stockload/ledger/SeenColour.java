package dev.stockload.ledger;

import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.PackedWriter;

import java.util.List;

/**
 * A colour of an undo as it was looked at right before it was to be sent.
 *
 * @param sizes what the service showed of it
 * @param newer the run that has sent it since the one that is undone; empty where nobody knows
 *     which, null where there is none
 */
public record SeenColour(AcknowledgedStock.Key key, PackedSizes sizes, String newer) {
    /** What was seen of these sizes. */
    public PackedSizes of(PackedSizes some) {
        List<Integer> named = some.unpack().stream().map(each -> each.size().packed()).toList();
        return PackedSizes.of(
                sizes.unpack().stream()
                        .filter(each -> named.contains(each.size().packed()))
                        .toList());
    }

    void write(PackedWriter out) {
        out.number(key.product());
        out.text(key.colour());
        out.bytes(sizes.bytes());
        out.text(newer);
    }

    static SeenColour read(PackedReader in) {
        return new SeenColour(
                new AcknowledgedStock.Key(in.number(), in.text()),
                new PackedSizes(in.bytes()),
                in.text());
    }
}
