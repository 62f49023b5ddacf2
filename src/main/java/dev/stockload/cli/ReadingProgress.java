package dev.stockload.cli;

import dev.stockload.check.ReadingListener;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** Shows how far a large file was read, where somebody looks on. */
final class ReadingProgress implements ReadingListener, AutoCloseable {
    private static final long LARGE = 2_000_000;
    private static final int UNKNOWN = -1;

    private final Bar bar;

    private ReadingProgress(Bar bar) {
        this.bar = bar;
    }

    static ReadingProgress of(Path file, PrintWriter err) throws IOException {
        boolean watched =
                System.console() != null && Files.isRegularFile(file) && Files.size(file) > LARGE;
        Bar bar = new Bar(err, watched);
        bar.begin("Reading", 0, UNKNOWN, with -> with.setUnit(" rows", 1));
        return new ReadingProgress(bar);
    }

    @Override
    public void rows(int count) {
        bar.at(count, UNKNOWN, "");
    }

    @Override
    public void close() {
        bar.close();
    }
}
