package dev.stockload.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.stockload.JavaProcess;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

class DataFolderLockTest {
    @TempDir Path data;

    @Test
    void is_held_by_one_process_at_a_time_which_says_what_for() throws Exception {
        assertThat(DataFolderLock.isTaken(data)).isFalse();
        try (DataFolderLock own = DataFolderLock.take(data, "import of a.csv").orElseThrow()) {
            assertThat(DataFolderLock.take(data, "other")).isEmpty();
            assertThat(DataFolderLock.isTaken(data)).isTrue();
            own.doing("import of b.csv");
            assertThat(DataFolderLock.owner(data))
                    .contains("import of b.csv", "process " + ProcessHandle.current().pid());
        }
        assertThat(DataFolderLock.isTaken(data)).isFalse();
        DataFolderLock.take(data, "other").orElseThrow().close();
    }

    /** The operating system releases file locks when a process closes any channel to the file. */
    @Test
    void is_held_against_other_processes() throws Exception {
        Path fresh = data.resolve("fresh");
        try (DataFolderLock own = DataFolderLock.take(fresh, "import of a.csv").orElseThrow()) {
            own.doing("import of b.csv");
            assertThat(seenByAnother(fresh)).isEqualTo("taken");
        }
        assertThat(seenByAnother(fresh)).isEqualTo("free");
    }

    /** A dead process's name is still in the folder while another holds the lock briefly. */
    @Test
    void retries_while_another_process_looks_instead_of_naming_a_dead_owner() throws Exception {
        Files.writeString(data.resolve("stockload.owner"), "serve (process 1 on here)");
        Process other = another(data.toString(), "looks");
        assertThat(other.getInputStream().read()).isEqualTo('l');
        assertThat(DataFolderLock.take(data, "serve")).isEmpty();
        Thread end =
                new Thread(
                        () -> {
                            try {
                                other.getOutputStream().close();
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
        end.start();

        DataFolderLock own =
                DataFolderLock.takeWithin(Duration.ofSeconds(60), data, "serve").orElseThrow();
        assertThat(DataFolderLock.owner(data)).contains("process " + ProcessHandle.current().pid());
        own.close();
        end.join();
        assertThat(other.waitFor()).isZero();
    }

    /** The other process: reports whether the folder is taken, or holds the lock. */
    static final class Other {
        public static void main(String[] arguments) throws IOException {
            Path folder = Path.of(arguments[0]);
            if (arguments.length == 1) {
                System.out.print(DataFolderLock.isTaken(folder) ? "taken" : "free");
                return;
            }
            try (FileChannel file =
                    FileChannel.open(
                            folder.resolve("stockload.lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE)) {
                file.lock();
                System.out.print(arguments[1]);
                System.out.flush();
                System.in.read();
            }
        }
    }

    private static Process another(String... arguments) throws IOException {
        return JavaProcess.of(Other.class, arguments)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String seenByAnother(Path folder) throws Exception {
        Process other = another(folder.toString());
        String seen = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(other.waitFor()).isZero();
        return seen;
    }

    @Test
    void is_readable_only_by_its_owner() throws Exception {
        assumeThat(data.getFileSystem().supportedFileAttributeViews()).contains("posix");
        Path fresh = data.resolve("fresh");
        DataFolderLock own = DataFolderLock.take(fresh, "import of a.csv").orElseThrow();
        Files.createDirectory(fresh.resolve("reports"));
        Files.createFile(fresh.resolve("stockload.mv.db"));
        own.close();
        assertThat(rights(fresh)).isEqualTo("rwx------");
        assertThat(rights(fresh.resolve("reports"))).isEqualTo("rwx------");
        assertThat(rights(fresh.resolve("stockload.mv.db"))).isEqualTo("rw-------");
        assertThat(rights(fresh.resolve("stockload.lock"))).isEqualTo("rw-------");
    }

    /** The data folder may be one that others use too, even the working folder. */
    @Test
    void does_not_touch_other_files_in_the_folder() throws Exception {
        assumeThat(data.getFileSystem().supportedFileAttributeViews()).contains("posix");
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path script = Files.createFile(data.resolve("backup.sh"));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path database = Files.createFile(data.resolve("stockload.mv.db"));
        Files.setPosixFilePermissions(database, PosixFilePermissions.fromString("rw-r--r--"));
        DataFolderLock.take(data, "import of a.csv").orElseThrow().close();
        assertThat(rights(data)).isEqualTo("rwxr-xr-x");
        assertThat(rights(script)).isEqualTo("rwxr-xr-x");
        assertThat(rights(database)).isEqualTo("rw-------");
    }

    private static String rights(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
