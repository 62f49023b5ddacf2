package dev.stockload.sheet;

import java.io.IOException;
import java.nio.file.Path;

final class FileKind {
    static Book open(Path file, SheetOptions options) throws IOException {
        return XlsxBook.open(file);
    }
}
