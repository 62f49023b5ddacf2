package dev.stockload.ledger;

import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.PackedWriter;

/**
 * A colour that a run has sent, and what was there of it before: by what the ledger knew, or by a
 * look at the service.
 *
 * @param before null where that is not known
 */
public record ReplacedColour(AcknowledgedStock.Key key, PackedSizes before, PackedSizes sent) {
    private static final byte[] NOT_KNOWN = {};

    void write(PackedWriter out) {
        out.number(key.product());
        out.text(key.colour());
        out.bytes(before == null ? NOT_KNOWN : before.bytes());
        out.bytes(sent.bytes());
    }

    static ReplacedColour read(PackedReader in) {
        AcknowledgedStock.Key key = new AcknowledgedStock.Key(in.number(), in.text());
        byte[] before = in.bytes();
        return new ReplacedColour(
                key,
                before.length == 0 ? null : new PackedSizes(before),
                new PackedSizes(in.bytes()));
    }
}
