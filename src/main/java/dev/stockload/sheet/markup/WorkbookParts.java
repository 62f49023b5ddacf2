package dev.stockload.sheet.markup;

import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.SheetBudget;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.lang3.function.FailableConsumer;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The parts of a zipped workbook; their lengths and checksums are checked at their ends. */
public final class WorkbookParts implements Closeable {
    /** Smaller parts may have any compression ratio: equal rows compress very well. */
    private static final long UNCHECKED_SIZE = 1L << 28;

    private static final int LARGEST_RATIO = 200;

    private final ZipFile zip;
    private final Map<String, ZipArchiveEntry> entries = new HashMap<>();

    public WorkbookParts(Path file) throws IOException {
        zip = ZipFile.builder().setPath(file).get();
        for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
            if (entries.put(key(entry.getName()), entry) != null) {
                zip.close();
                throw new UnusableSheetException(
                        "is damaged: it has two parts named '%s'; %s"
                                .formatted(entry.getName(), SheetBook.ANOTHER_COPY));
            }
        }
    }

    /** Some programs write names with backslashes, or in another case than in references. */
    private static String key(String name) {
        String normalized = name.replace('\\', '/').toLowerCase(Locale.ROOT);
        return normalized.startsWith("/") ? normalized.substring(1) : normalized;
    }

    public boolean has(String name) {
        return entries.containsKey(key(name));
    }

    /** The bytes of a part that the workbook cannot do without. */
    public InputStream open(String name) throws IOException {
        return open(zip, Optional.ofNullable(entries.get(key(name))).orElseThrow());
    }

    /** Calls the reader at each start tag of a part; false if there is no such part. */
    public boolean readTags(
            String name, FailableConsumer<XMLStreamReader, XMLStreamException> reader)
            throws IOException, XMLStreamException {
        if (!has(name)) {
            return false;
        }
        try (InputStream in = open(name)) {
            for (XMLStreamReader xml = Xml.open(in); xml.hasNext(); ) {
                if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                    reader.accept(xml);
                }
            }
            return true;
        }
    }

    public static InputStream open(ZipFile zip, ZipArchiveEntry entry) throws IOException {
        return new CheckedPart(zip.getInputStream(entry), entry);
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }

    private static final class CheckedPart extends CheckedInputStream {
        private final ZipArchiveEntry entry;
        private long length;

        CheckedPart(InputStream in, ZipArchiveEntry entry) {
            super(in, new CRC32());
            this.entry = entry;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int wanted) throws IOException {
            SheetBudget.ask();
            int count = super.read(target, offset, wanted);
            if (count < 0) {
                check();
                return count;
            }
            length += count;
            if (length > UNCHECKED_SIZE
                    && length > entry.getCompressedSize() * (double) LARGEST_RATIO) {
                throw new UnusableSheetException(
                        "unpacks to far more than its size suggests, like a zip bomb; "
                                + SheetBook.ANOTHER_COPY);
            }
            return count;
        }

        private void check() {
            if (length != entry.getSize() || getChecksum().getValue() != entry.getCrc()) {
                throw new UnusableSheetException(
                        "is damaged: the checksum of '%s' in it is wrong; get a new copy"
                                .formatted(entry.getName()));
            }
        }
    }
}
