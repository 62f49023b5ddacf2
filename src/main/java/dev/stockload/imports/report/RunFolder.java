package dev.stockload.imports.report;

import dev.stockload.process.Sha256;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunIds;
import dev.stockload.runs.SheetStore;
import dev.stockload.sheet.WholeFile;

import org.springframework.util.FileSystemUtils;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder of a run under {@code reports}: its report, the rejected rows, and, until it is
 * finished, a copy of the sheet that nobody else can change.
 */
public record RunFolder(Path path) {
    public static final String VERIFY = "verify.csv";
    public static final String UNDO = "undo.csv";

    private static final String REPORTS = "reports";

    /** Beside the folders of all runs, which are many: a new run does not list them. */
    private static final String INCOMING = ".incoming";

    /** Its time is that of the last look at the folders of all runs. */
    private static final String LOOKED = ".looked";

    private static final Duration BETWEEN_LOOKS = Duration.ofDays(1);
    public static final String REPORT = "report.json";

    /** The files that people and other programs may download, the rows to correct first. */
    private static final List<String> FILES =
            List.of("rejected.xlsx", "rejected.csv", UNDO, VERIFY, REPORT);

    private static final Pattern NAME = Pattern.compile("\\d{8}-\\d{4}-");

    /** A copy of a sheet that has no run yet, with the hash of its content. */
    public record Incoming(Path copy, String content) {}

    public static RunFolder of(Path data, String run) {
        return new RunFolder(data.resolve(REPORTS).resolve(run));
    }

    public static Incoming copy(Path sheet, Path data, Instant now) throws IOException {
        Path copy = WholeFile.part(data.resolve(REPORTS).resolve(INCOMING), now);
        try (InputStream in = Files.newInputStream(sheet);
                OutputStream out = Files.newOutputStream(copy)) {
            return new Incoming(copy, Sha256.copy(in, out));
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(copy);
            throw e;
        }
    }

    public List<String> files() {
        return FILES.stream().filter(name -> file(name).isPresent()).toList();
    }

    /** One of the files that may be downloaded, if it exists. */
    public Optional<Path> file(String name) {
        return Optional.of(name)
                .filter(FILES::contains)
                .map(path::resolve)
                .filter(Files::isRegularFile);
    }

    public Optional<Path> rejects() {
        return files().stream()
                .filter(name -> name.startsWith("rejected"))
                .findFirst()
                .map(path::resolve);
    }

    /** The path of the copy of the sheet; it keeps its name for the sake of the extension. */
    public Path sheet(String name) {
        return path.resolve("sheet").resolve(Path.of(name).getFileName());
    }

    /** The path of the copy of the sheet, fetched if another host made it. */
    public Path sheet(Run run, SheetStore stored) throws IOException {
        Path sheet = sheet(run.file());
        if (!Files.exists(sheet)) {
            stored.fetch(run.id(), sheet);
        }
        return sheet;
    }

    public void keepSheet(Path copy, String name) throws IOException {
        Files.createDirectories(sheet(name).getParent());
        Files.move(copy, sheet(name), StandardCopyOption.REPLACE_EXISTING);
    }

    public void dropSheet(String name) throws IOException {
        Files.deleteIfExists(sheet(name));
        Files.deleteIfExists(sheet(name).getParent());
    }

    public void remove() throws IOException {
        FileSystemUtils.deleteRecursively(path);
    }

    /**
     * The ids of runs that have a folder and started before this minute, oldest first; none if that
     * was asked within a day, since all folders are listed.
     */
    public static List<String> before(Path data, Instant time, Instant now) throws IOException {
        Path reports = data.resolve(REPORTS);
        Path looked = reports.resolve(LOOKED);
        FileTime yesterday = FileTime.from(now.minus(BETWEEN_LOOKS));
        if (!Files.isDirectory(reports)
                || Files.exists(looked)
                        && Files.getLastModifiedTime(looked).compareTo(yesterday) > 0) {
            return List.of();
        }
        Files.writeString(looked, "");
        Files.setLastModifiedTime(looked, FileTime.from(now));
        String minute = RunIds.minute(time);
        try (Stream<Path> folders = Files.list(reports)) {
            return folders.map(folder -> folder.getFileName().toString())
                    .filter(name -> NAME.matcher(name).lookingAt() && name.compareTo(minute) < 0)
                    .sorted()
                    .toList();
        }
    }
}
