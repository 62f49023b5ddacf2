package dev.stockload.cli;

import dev.stockload.check.Progress;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Shows how far a large file was read, where somebody looks on. */
final class ReadingProgress implements Progress, AutoCloseable {
    private static final long LARGE = 2_000_000;

    private final ProgressBar bar;

    private ReadingProgress(ProgressBar bar) {
        this.bar = bar;
    }

    static ReadingProgress of(Path file) throws IOException {
        boolean watched =
                System.console() != null && Files.isRegularFile(file) && Files.size(file) > LARGE;
        return new ReadingProgress(watched ? bar() : null);
    }

    private static ProgressBar bar() {
        return new ProgressBarBuilder()
                .setTaskName("Reading")
                .setInitialMax(-1)
                .setUnit(" rows", 1)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(200)
                .clearDisplayOnFinish()
                .build();
    }

    @Override
    public void rows(int count) {
        if (bar != null) {
            bar.stepTo(count);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
