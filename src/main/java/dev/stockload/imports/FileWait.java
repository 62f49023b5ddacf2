package dev.stockload.imports;

import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.Time;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;

/** Waits for a file that somebody is still writing: its size or its time moves. */
final class FileWait {
    /** A file that was not touched for so long is taken as it is. */
    private static final Duration QUIET = Duration.ofSeconds(10);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
    private static final Duration ENOUGH = Duration.ofMinutes(30);

    private final Time time;
    private final StopSignal stop;
    private final RunListener listener;

    private record Look(long size, Instant modified) {
        static Look at(Path file) throws IOException {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return new Look(now.size(), now.lastModifiedTime().toInstant());
        }
    }

    FileWait(Time time, StopSignal stop, RunListener listener) {
        this.time = time;
        this.stop = stop;
        this.listener = listener;
    }

    /** Whether it was written just now, so that it is to be looked at for a while. */
    boolean isFresh(Path file) throws IOException {
        return !Look.at(file).modified().isBefore(time.instant().minus(QUIET));
    }

    void await(Path file) throws IOException {
        if (!isFresh(file)) {
            return;
        }
        Look before = Look.at(file);
        long from = time.nanos();
        boolean said = false;
        while (true) {
            time.rest(BETWEEN_LOOKS, stop);
            if (stop.isAsked()) {
                throw new RunFailedException(
                        "Stopped while waiting for %s to be written; nothing was done"
                                .formatted(file));
            }
            Look now = Look.at(file);
            if (now.equals(before)) {
                return;
            }
            before = now;
            if (time.nanos() - from > ENOUGH.toNanos()) {
                throw new RunFailedException(
                        "%s is still being written after %d minutes; nothing was sent"
                                .formatted(file, ENOUGH.toMinutes()));
            }
            if (!said) {
                listener.notice("%s is still being written: waiting".formatted(file));
                said = true;
            }
        }
    }
}
