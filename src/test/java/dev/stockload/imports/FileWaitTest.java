package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.runs.RunListener;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.TurnedTime;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

class FileWaitTest {
    @TempDir Path folder;

    private final TurnedTime time = new TurnedTime();
    private final Instant begin = time.instant();
    private final StopSignal stop = new StopSignal();
    private final List<String> notices = new ArrayList<>();
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("stock.csv"), "pid,");
        Files.setLastModifiedTime(file, FileTime.from(begin));
    }

    @Test
    void takes_an_old_file_at_once() throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(begin.minusSeconds(11)));
        await();
        assertThat(time.instant()).isEqualTo(begin);
    }

    @Test
    void waits_while_the_size_moves() throws IOException {
        int[] writes = {3};
        time.onRest(
                () -> {
                    if (writes[0]-- > 0) {
                        append();
                    }
                });
        await();
        assertThat(time.instant()).isEqualTo(begin.plusSeconds(8));
        assertThat(notices).containsExactly(file + " is still being written: waiting");
    }

    @Test
    void gives_up_on_a_file_that_never_ends() {
        time.onRest(this::append);
        assertThatThrownBy(this::await).hasMessageContaining("after 30 minutes");
    }

    @Test
    void stops_waiting_when_asked() {
        time.onRest(stop::ask);
        assertThatThrownBy(this::await).hasMessageContaining("nothing was done");
        assertThat(Duration.between(begin, time.instant())).isEqualTo(Duration.ofSeconds(2));
    }

    private void await() throws IOException {
        RunListener listener =
                new RunListener() {
                    @Override
                    public void notice(String sentence) {
                        notices.add(sentence);
                    }
                };
        new FileWait(time, stop, listener).await(file);
    }

    private void append() {
        try {
            Files.writeString(file, "x", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
