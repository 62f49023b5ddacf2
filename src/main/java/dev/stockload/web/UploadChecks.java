package dev.stockload.web;

import dev.stockload.check.CheckedSheet;
import dev.stockload.check.ReadingListener;
import dev.stockload.check.SheetLimit;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.UnusableSheetException;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Checks dropped sheets one at a time and within a part of the memory, so that no upload takes it
 * from the imports of the night. The last check is kept: another account reads nothing again.
 */
class UploadChecks {
    private static final int PART_OF_MEMORY = 4;

    private record Key(String content, SheetOptions options) {}

    private final ReentrantLock one = new ReentrantLock(true);
    private final SheetLimit limit;
    private Key lastKey;
    private SoftReference<CheckedSheet> last = new SoftReference<>(null);
    private int reads;

    UploadChecks() {
        this(Runtime.getRuntime().maxMemory() / PART_OF_MEMORY);
    }

    UploadChecks(long memory) {
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
        Key key = new Key(upload.content(), options);
        one.lock();
        try {
            CheckedSheet known = key.equals(lastKey) ? last.get() : null;
            if (known == null) {
                lastKey = null;
                last = new SoftReference<>(null);
                known = read(upload, options);
                lastKey = key;
                last = new SoftReference<>(known);
            }
            return known;
        } finally {
            one.unlock();
        }
    }

    private CheckedSheet read(Uploads.Upload upload, SheetOptions options) throws IOException {
        reads++;
        try {
            return CheckedSheet.read(upload.file(), options, limit, ReadingListener.NONE);
        } catch (UnusableSheetException e) {
            throw new UnusableSheetException(upload.inWords(e.getMessage()), e);
        }
    }

    /** How often a file was read. */
    int reads() {
        return reads;
    }
}
