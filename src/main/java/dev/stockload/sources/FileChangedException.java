package dev.stockload.sources;

import java.io.IOException;

/** A file was replaced or went on being written while it was read. */
public final class FileChangedException extends IOException {
    public FileChangedException(String path) {
        super(path);
    }
}
