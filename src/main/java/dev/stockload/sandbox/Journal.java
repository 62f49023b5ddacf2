package dev.stockload.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** Writes a line of JSON for every create request before its answer is sent. */
final class Journal {
    /**
     * A finished create; its number is 0 if it came too fast. The outcome is applied, refused,
     * malformed, too-fast, dropped, applied-dropped, 500, 429 or failed.
     */
    private record Line(
            int create,
            String arrived,
            String ended,
            String outcome,
            int colours,
            List<String> keys) {}

    private final Path file;

    /** Appends to an existing file; null means no journal. */
    Journal(Path file) {
        this.file = file;
        try {
            if (file != null) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                append(new byte[0]);
            }
        } catch (IOException e) {
            throw new UnusableSandboxException(
                    "The sandbox cannot write its journal %s (%s)".formatted(file, e), e);
        }
    }

    synchronized void write(
            int create, Instant arrived, Instant ended, String outcome, List<ColourGroup> groups) {
        Line line =
                new Line(
                        create,
                        arrived.toString(),
                        ended.toString(),
                        outcome,
                        groups.size(),
                        groups.stream().map(g -> g.pid() + "/" + g.color()).toList());
        byte[] json = Json.bytes(line);
        byte[] bytes = Arrays.copyOf(json, json.length + 1);
        bytes[json.length] = '\n';
        try {
            if (file != null) {
                append(bytes);
            }
        } catch (IOException e) {
            throw new IllegalStateException("The journal cannot be written: " + e, e);
        }
    }

    /** In one write, so that a kill leaves no partial line. */
    private void append(byte[] bytes) throws IOException {
        Files.write(file, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
