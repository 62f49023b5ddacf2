package dev.stockload.sandbox;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** A line of JSON for every request to create stock, written before its answer leaves. */
final class Journal implements AutoCloseable {
    /**
     * A create that has ended; its number is 0 where it came too fast to count. Its outcome is one
     * of applied, refused, malformed, too-fast, dropped, applied-dropped, 500, 429 and failed.
     */
    private record Line(
            int create,
            String arrived,
            String ended,
            String outcome,
            int colours,
            List<String> keys) {}

    private final OutputStream out;

    private Journal(OutputStream out) {
        this.out = out;
    }

    /** Goes on in a file that is there already; no file means that nothing is kept. */
    static Journal in(Path file) {
        if (file == null) {
            return new Journal(OutputStream.nullOutputStream());
        }
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            return new Journal(
                    Files.newOutputStream(
                            file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
        } catch (IOException e) {
            throw new UnusableSandboxException(
                    "The sandbox cannot write its journal %s (%s)".formatted(file, e), e);
        }
    }

    synchronized void write(
            int create, Instant arrived, Instant ended, String outcome, List<ColourGroup> groups) {
        byte[] json =
                Json.bytes(
                        new Line(
                                create,
                                arrived.toString(),
                                ended.toString(),
                                outcome,
                                groups.size(),
                                groups.stream().map(g -> g.pid() + "/" + g.color()).toList()));
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        try {
            // One write, so that a kill leaves no half line behind.
            out.write(line);
        } catch (IOException e) {
            throw new IllegalStateException("The journal cannot be written: " + e, e);
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new IllegalStateException("The journal cannot be closed: " + e, e);
        }
    }
}
