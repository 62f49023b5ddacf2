package dev.stockload.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stockload.JavaProcess;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.apache.commons.io.file.PathUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

@Timeout(20)
@Tag("soak")
class PrivateFilesTest {
    @TempDir Path folder;

    @Test
    void reads_a_pipe_to_its_end_and_deletes_the_copy_afterwards() throws Exception {
        Path pipe = folder.resolve("stock.csv");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")));
        new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start().waitFor();
        String rows = "pid,colour,size,stock\n" + "1001,black,36,5\n".repeat(20_000);
        Thread writer = new Thread(() -> write(pipe, rows));
        writer.start();
        List<String> notices = new ArrayList<>();
        List<Path> copies = new ArrayList<>();
        assertThatThrownBy(
                        () ->
                                PrivateFiles.read(
                                        pipe,
                                        notices::add,
                                        copy -> {
                                            copies.add(copy);
                                            assertThat(copy)
                                                    .hasContent(rows)
                                                    .hasFileName("stock.csv");
                                            throw new UnusableSheetException("is empty")
                                                    .about(copy);
                                        }))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessage(pipe + " is empty");
        assertThat(copies.get(0).getParent()).doesNotExist();
        assertThat(notices).containsExactly("Reading " + pipe + " until it ends");
        writer.join();
    }

    @Test
    void uses_a_file_without_a_copy() throws IOException {
        Path file = Files.writeString(folder.resolve("stock.csv"), "pid\n");
        Path read = PrivateFiles.read(file, notice -> {}, found -> found);
        assertThat(read).isEqualTo(file);
        assertThat(file).exists();
        Path missing = folder.resolve("missing.csv");
        read = PrivateFiles.read(missing, notice -> {}, found -> found);
        assertThat(read).isEqualTo(missing);
    }

    /** The other process makes its folder again and again while this one deletes what is left. */
    @Test
    void a_folder_is_not_swept_before_it_is_locked() throws Exception {
        Process other =
                JavaProcess.of(FolderMaker.class)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("out.txt").toFile())
                        .start();
        while (other.isAlive()) {
            PrivateFiles.sweep();
        }
        assertThat(other.exitValue()).as(Files.readString(folder.resolve("out.txt"))).isZero();
    }

    static final class FolderMaker {
        public static void main(String[] arguments) throws IOException {
            for (int i = 0; i < 1000; i++) {
                Path made = PrivateFiles.create("sheet").getParent();
                if (!Files.isDirectory(made)) {
                    throw new IllegalStateException("It was swept");
                }
                PathUtils.deleteDirectory(made.getParent());
            }
        }
    }

    @Test
    void two_who_write_one_file_at_once_do_not_share_its_parts() throws IOException {
        Path file = folder.resolve("report.json");
        WholeFile.writeText(
                file,
                out -> {
                    out.write("one, ");
                    WholeFile.writeText(file, other -> other.write("the other"));
                    assertThat(file).hasContent("the other");
                    out.write("whole");
                });
        assertThat(file).hasContent("one, whole");
        assertThat(folder).isDirectoryNotContaining("glob:**/.incoming*");
    }

    private static void write(Path pipe, String text) {
        try {
            Files.writeString(pipe, text, java.nio.file.StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
