package dev.stockload.sheet.rows;

import dev.stockload.stock.SafeText;

import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.IOSupplier;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** A file opened for reading, with one or several sheets. */
public abstract class SheetBook implements Closeable {
    public static final String ANOTHER_COPY =
            "save it again in the program that made it, or get a new copy";

    /**
     * One sheet; a CSV file is a single sheet without a name.
     *
     * @param rows opens it; only one sheet of a book can be open at a time
     */
    public record Tab(String name, boolean visible, IOSupplier<RowSource> rows) {}

    protected final List<Tab> tabs = new ArrayList<>();
    protected final Path file;
    private final String kind;
    private Closeable opened;

    protected SheetBook(String kind, Path file) {
        this.kind = kind;
        this.file = file;
    }

    /** Opens the file and adds its sheets. */
    protected void find() throws Exception {}

    /** Finds the sheets and returns this book; the caller closes it, also if that fails. */
    public final SheetBook read() {
        return guarded(
                () -> {
                    find();
                    if (tabs.isEmpty()) {
                        throw new UnusableSheetException("has no worksheet");
                    }
                    return this;
                });
    }

    /** Runs a part of the reading. Libraries throw exceptions of many kinds for damaged files. */
    public final <T> T guarded(Callable<T> reading) {
        try {
            return reading.call();
        } catch (UnusableSheetException e) {
            throw e;
        } catch (Exception | StackOverflowError e) {
            throw damaged(e);
        }
    }

    protected final void addTab(String name, boolean visible, Callable<RowSource> rows) {
        tabs.add(new Tab(SafeText.repaired(name), visible, () -> guarded(rows)));
    }

    protected UnusableSheetException damaged(Throwable fault) {
        return new UnusableSheetException(
                "is damaged or incomplete and cannot be read as an %s; %s"
                        .formatted(kind, ANOTHER_COPY),
                fault);
    }

    public final List<Tab> tabs() {
        return tabs;
    }

    public final List<Tab> visible() {
        return tabs.stream().filter(Tab::visible).toList();
    }

    public SheetFacts facts() {
        return new SheetFacts(kind, null, null, null, List.of());
    }

    /** Keeps what reading has opened, to be closed with the book. */
    protected final <T extends Closeable> T opened(T part) {
        opened = part;
        return part;
    }

    @Override
    public void close() throws IOException {
        IOUtils.close(opened);
    }
}
