package dev.stockload.web;

import dev.stockload.check.CheckedSheet;
import dev.stockload.check.SheetLimit;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.rows.UnusableSheetException;
import java.io.IOException;
import java.lang.ref.SoftReference;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * Checks dropped sheets one at a time and within a part of the memory, so that no upload takes it
 * from the imports of the night. The last check is kept: another account reads nothing again.
 */
class UploadChecks {
    private static final int PART_OF_MEMORY = 4;

    private record Key(String content, SheetOptions options) {}

    private final SheetTurn turn;
    private final SheetLimit limit;
    private Key lastKey;
    private SoftReference<CheckedSheet> last = new SoftReference<>(null);
    private int reads;

    @Autowired
    UploadChecks(SheetTurn turn) {
        this(turn, Runtime.getRuntime().maxMemory() / PART_OF_MEMORY);
    }

    UploadChecks(SheetTurn turn, long memory) {
        this.turn = turn;
        this.limit =
                new SheetLimit(
                        memory,
                        "that a check in the console may take",
                        "Import it with: stockload import FILE");
    }

    /**
     * @throws UnusableSheetException where the sheet is none, or too long to be looked at here
     */
    CheckedSheet check(Uploads.Upload upload, SheetOptions options) throws IOException {
        return turn.take(time -> checked(upload, new Key(upload.content(), options), time));
    }

    private CheckedSheet checked(Uploads.Upload upload, Key key, SheetTurn.TimeLimit time)
            throws IOException {
        CheckedSheet known = key.equals(lastKey) ? last.get() : null;
        if (known == null) {
            lastKey = null;
            last = new SoftReference<>(null);
            known = read(upload, key.options(), time);
            lastKey = key;
            last = new SoftReference<>(known);
        }
        return known;
    }

    private CheckedSheet read(Uploads.Upload upload, SheetOptions options, SheetTurn.TimeLimit time)
            throws IOException {
        reads++;
        try {
            return CheckedSheet.read(upload.file(), options, limit, time::reads);
        } catch (UnusableSheetException e) {
            throw new UnusableSheetException(upload.inWords(e.getMessage()), e);
        }
    }

    /** How often a file was read. */
    int reads() {
        return reads;
    }
}
