package dev.stockload.sheet.rows;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import javax.xml.stream.XMLStreamException;

/** A file opened for reading, with one or several sheets. */
public abstract class SheetBook implements Closeable {
    public static final String ANOTHER_COPY =
            "save it again in the program that made it, or get a new copy";

    /** One sheet; a CSV file is a single sheet without a name. */
    public record Tab(String name, boolean visible) {}

    protected final List<Tab> tabs = new ArrayList<>();
    protected final Path file;
    private final String kind;

    protected SheetBook(String kind, Path file) {
        this.kind = kind;
        this.file = file;
    }

    /** Opens the file and adds its sheets. */
    protected void find() throws IOException, XMLStreamException {}

    /** Finds the sheets and returns this book; closes it if that fails. */
    public final SheetBook read() throws IOException {
        boolean opened = false;
        try {
            find();
            if (tabs.isEmpty()) {
                throw new UnusableSheetException("has no worksheet");
            }
            opened = true;
            return this;
        } catch (UnusableSheetException e) {
            throw e;
        } catch (IOException | XMLStreamException | RuntimeException | StackOverflowError e) {
            throw damaged(e);
        } finally {
            if (!opened) {
                close();
            }
        }
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

    public final String name(int tab) {
        return tabs.get(tab).name();
    }

    public final List<Integer> visible() {
        return IntStream.range(0, tabs.size())
                .filter(tab -> tabs.get(tab).visible())
                .boxed()
                .toList();
    }

    /** The rows of a sheet. Only one sheet can be open at a time. */
    public abstract RowSource rows(int tab) throws IOException;

    public SheetFacts facts() {
        return new SheetFacts(kind, null, null, null, List.of());
    }

    @Override
    public void close() throws IOException {}
}
