package dev.stockload.imports.report;

import dev.stockload.process.RunFailedException;
import dev.stockload.runs.RunIds;
import dev.stockload.sheet.PartFiles;
import dev.stockload.sheet.WholeFile;
import dev.stockload.stock.Sha256;

import org.springframework.util.FileSystemUtils;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder of a run under {@code reports}: the snapshot that {@code status} reads while it is
 * running, its report, the rejected rows, and, until it is finished, a copy of the sheet that
 * nobody else can change.
 */
public final class RunFolder {
    private static final String REPORTS = "reports";
    private static final String SNAPSHOT = "status.json";

    private static final Pattern NAME = Pattern.compile("\\d{8}-\\d{4}-");

    /** Counts that an older version did not write are 0. */
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .build();

    private final Path folder;

    RunFolder(Path folder) {
        this.folder = folder;
    }

    /** A copy of a sheet that has no run yet, with the hash of its content. */
    public record Incoming(Path copy, String content) {}

    public static RunFolder of(Path data, String run) {
        return new RunFolder(data.resolve(REPORTS).resolve(run));
    }

    public static String hash(Path sheet) throws IOException {
        return Sha256.of(sheet);
    }

    public static String hash(String text) {
        return Sha256.of(text);
    }

    public static Incoming copy(Path sheet, Path data, Instant now) throws IOException {
        Path copy = PartFiles.create(data.resolve(REPORTS), now);
        boolean whole = false;
        try (InputStream in = Files.newInputStream(sheet);
                OutputStream out = Files.newOutputStream(copy)) {
            Incoming incoming = new Incoming(copy, Sha256.copy(in, out));
            whole = true;
            return incoming;
        } finally {
            if (!whole) {
                Files.deleteIfExists(copy);
            }
        }
    }

    public Path path() {
        return folder;
    }

    /** The path of the copy of the sheet; it keeps its name for the sake of the extension. */
    public Path sheet(String name) {
        return folder.resolve("sheet").resolve(Path.of(name).getFileName());
    }

    /** The copies of sheets that exist: one until the run is finished. */
    List<Path> sheets() throws IOException {
        Path kept = folder.resolve("sheet");
        if (!Files.isDirectory(kept)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(kept)) {
            return all.toList();
        }
    }

    public void keepSheet(Path copy, String name) throws IOException {
        Files.createDirectories(sheet(name).getParent());
        Files.move(copy, sheet(name), StandardCopyOption.REPLACE_EXISTING);
    }

    public void dropSheet(String name) throws IOException {
        Files.deleteIfExists(sheet(name));
        Files.deleteIfExists(sheet(name).getParent());
    }

    /** Deletes the folder, for a run that never started. */
    public void remove() throws IOException {
        FileSystemUtils.deleteRecursively(folder);
    }

    public void snapshot(StatusReport report) throws IOException {
        WholeFile.write(
                folder.resolve(SNAPSHOT),
                beside -> {
                    try (Writer out = Files.newBufferedWriter(beside)) {
                        StatusReport.write(List.of(report), out);
                    }
                });
    }

    /** The ids of runs that have a folder, newest first. */
    public static List<String> names(Path data) throws IOException {
        Path reports = data.resolve(REPORTS);
        if (!Files.isDirectory(reports)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(reports)) {
            return folders.map(folder -> folder.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .sorted(Comparator.reverseOrder())
                    .toList();
        }
    }

    /** The ids of runs that started before this minute, oldest first. */
    public static List<String> before(Path data, Instant time) throws IOException {
        String minute = RunIds.minute(time);
        return names(data).stream()
                .filter(name -> NAME.matcher(name).lookingAt() && name.compareTo(minute) < 0)
                .sorted()
                .toList();
    }

    /** The snapshots of runs, read lazily. */
    public static Stream<StatusReport> snapshots(Path data, List<String> runs) {
        return runs.stream().map(run -> of(data, run).snapshot()).flatMap(Optional::stream);
    }

    public Optional<StatusReport> snapshot() {
        Path file = folder.resolve(SNAPSHOT);
        try {
            StatusReport[] reports = JSON.readValue(Files.readString(file), StatusReport[].class);
            return Optional.of(reports[0]);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | JacksonException e) {
            throw new RunFailedException(
                    "%s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
    }
}
