package dev.stockload.ledger;

import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.PackedWriter;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.util.List;

/**
 * A colour as it was looked at right before it was to be sent: each of an undo, and those of an
 * import of which the ledger does not know what is there.
 *
 * @param sizes what the service showed of it; null where nobody can tell any more
 * @param newer the run that has sent it since the one that is undone; empty where nobody knows
 *     which, null where there is none
 * @param shownAs the name of the colour that it turned out or seemed to be at the service, and that
 *     stands for all its spellings; null where it is on its own
 */
public record SeenColour(
        AcknowledgedStock.Key key, PackedSizes sizes, String newer, String shownAs) {
    private static final byte[] NOT_KNOWN = {};

    /** A colour of which nobody can tell any more what was there before it was sent. */
    public static SeenColour unknown(AcknowledgedStock.Key key) {
        return new SeenColour(key, null, null, null);
    }

    /** The colour that stands for all its spellings. */
    public AcknowledgedStock.Key shown() {
        return shownAs == null ? key : new AcknowledgedStock.Key(key.product(), shownAs);
    }

    /** What was seen of these sizes, and of those that they are a part of; null if not known. */
    public PackedSizes of(PackedSizes some) {
        if (sizes == null) {
            return null;
        }
        List<Size> named = some.unpack().stream().map(SizeStock::size).toList();
        return PackedSizes.of(
                sizes.unpack().stream()
                        .filter(each -> named.stream().anyMatch(each.size()::overlaps))
                        .toList());
    }

    void write(PackedWriter out) {
        // A negative number tells that another name follows; there was none at first.
        out.number(shownAs == null ? key.product() : ~key.product());
        out.text(key.colour());
        out.bytes(sizes == null ? NOT_KNOWN : sizes.bytes());
        out.text(newer);
        if (shownAs != null) {
            out.text(shownAs);
        }
    }

    static SeenColour read(PackedReader in) {
        int product = in.number();
        AcknowledgedStock.Key key =
                new AcknowledgedStock.Key(product < 0 ? ~product : product, in.text());
        byte[] sizes = in.bytes();
        return new SeenColour(
                key,
                sizes.length == 0 ? null : new PackedSizes(sizes),
                in.text(),
                product < 0 ? in.text() : null);
    }
}
