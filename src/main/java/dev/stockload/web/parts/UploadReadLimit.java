package dev.stockload.web.parts;

import dev.stockload.app.ApiTokens;
import dev.stockload.app.Workspace;
import dev.stockload.check.CheckedSheet;
import dev.stockload.imports.change.Previews;
import dev.stockload.imports.change.Previews.ImportPreview;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.process.RunStoppedException;
import dev.stockload.runs.Caller;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.SheetPreview;
import dev.stockload.sheet.rows.SheetBudget;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.Refusal;

import org.apache.commons.io.function.IOFunction;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Limits how many uploaded sheets are read at once, since each may need much memory and imports
 * need it too. Users have one turn. Programs have two turns of their own, so that users do not wait
 * for them, and each token may have one sheet in that queue, so that a slow program does not block
 * the others.
 */
@Component
public class UploadReadLimit {
    private static final int MOST_WAITING = 20;
    private static final long LEAST_MEMORY = 128 << 20;

    private record Key(String content, SheetOptions options) {}

    private final Semaphore people = new Semaphore(1, true);
    private final Semaphore programs = new Semaphore(2, true);
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();
    private final Duration reading;
    private final Duration longest;
    private final long memory;
    private Key lastKey;
    private SoftReference<CheckedSheet> last = new SoftReference<>(null);

    @Autowired
    UploadReadLimit() {
        this(
                Duration.ofSeconds(20),
                Duration.ofMinutes(2),
                memory(Runtime.getRuntime().maxMemory()));
    }

    /** 128 MB or a quarter of the memory, but never more than half of it. */
    private static long memory(long all) {
        return Math.min(all / 2, Math.max(LEAST_MEMORY, all / 4));
    }

    UploadReadLimit(Duration reading, Duration longest, long memory) {
        this.reading = reading;
        this.longest = longest;
        this.memory = memory;
    }

    /** Of one sheet, from now on. */
    private SheetBudget budget() {
        return new SheetBudget(
                memory,
                "that a check in the console may take",
                "Import it with: stockload import FILE",
                reading);
    }

    <T> T take(IOFunction<Caller, T> work) throws IOException {
        Authentication who = SecurityContextHolder.getContext().getAuthentication();
        if (who == null || !isProgram(who)) {
            return take(people, work);
        }
        if (!waiting.add(who.getName())) {
            throw new Refusal(
                    Refusal.Kind.TOO_MANY,
                    "Another sheet of this token is being read; try again later");
        }
        try {
            return take(programs, work);
        } finally {
            waiting.remove(who.getName());
        }
    }

    /** What an import would change; {@code fresh} reads all stock from the service. */
    public ImportPreview diff(Workspace workspace, ImportOrder order, boolean fresh)
            throws IOException {
        return take(
                caller ->
                        new Previews(workspace.process(), caller)
                                .ofOrder(order, fresh, (done, all) -> {}));
    }

    /**
     * An uploaded sheet as the import page shows it.
     *
     * @param checked null if it is not a sheet, or too large, as {@code fault} says
     * @param preview its first rows; null if it cannot be read at all
     */
    public record Looked(CheckedSheet checked, String fault, SheetPreview preview) {}

    /**
     * Checks an uploaded sheet within a part of the memory, so that imports keep the rest. The last
     * check is cached: choosing another account does not read the sheet again.
     */
    public Looked look(Uploads.Upload upload, SheetOptions options) throws IOException {
        return take(
                caller -> {
                    CheckedSheet checked = null;
                    String fault = null;
                    try {
                        checked = checked(upload, new Key(upload.content(), options));
                    } catch (UnusableSheetException e) {
                        fault = e.getMessage();
                    }
                    SheetPreview preview = null;
                    try {
                        preview = SheetPreview.read(upload.file(), options);
                    } catch (UnusableSheetException e) {
                        // The check has reported why.
                    }
                    return new Looked(checked, fault, preview);
                });
    }

    private CheckedSheet checked(Uploads.Upload upload, Key key) throws IOException {
        CheckedSheet known = key.equals(lastKey) ? last.get() : null;
        if (known == null) {
            last.clear();
            Path file = upload.file();
            known = upload.read(() -> CheckedSheet.read(file, key.options(), rows -> {}));
            lastKey = key;
            last = new SoftReference<>(known);
        }
        return known;
    }

    private static boolean isProgram(Authentication who) {
        return who.getAuthorities().stream()
                .anyMatch(may -> ApiTokens.READ.equals(may.getAuthority()));
    }

    private <T> T take(Semaphore line, IOFunction<Caller, T> work) throws IOException {
        if (line.getQueueLength() >= MOST_WAITING) {
            throw new Refusal(
                    Refusal.Kind.TOO_MANY,
                    "Too many sheets are waiting to be read; try again later");
        }
        line.acquireUninterruptibly();
        try {
            return budget().spend("The sheet", () -> work.apply(WebContext.caller(longest)));
        } catch (RunStoppedException e) {
            throw new Refusal(
                    Refusal.Kind.UNUSABLE_SHEET,
                    "The sheet takes longer than %d s to compare with the service. Look at it in a terminal: stockload diff FILE"
                            .formatted(longest.toSeconds()));
        } finally {
            line.release();
        }
    }
}
