package dev.stockload.web.parts;

import dev.stockload.process.Sha256;
import dev.stockload.sheet.WholeFile;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.SafeText;

import org.apache.commons.io.function.IOConsumer;
import org.apache.commons.io.function.IOSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.util.FileSystemUtils;
import org.springframework.web.multipart.MultipartFile;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The uploaded sheets, stored by their hash. The name from the browser is only shown, never used in
 * a path.
 */
@Component
public class Uploads {
    public static final int LIMIT_MEGABYTES = 200;
    public static final long LIMIT_BYTES = LIMIT_MEGABYTES * 1024L * 1024L;

    /** The limit for the header of a form part, which has the name of the file. */
    public static final int LIMIT_PART_HEADER = 64 * 1024;

    public static final String TOO_LARGE =
            "The file is larger than %d MB, the limit for uploads. Import it with: stockload import FILE"
                    .formatted(LIMIT_MEGABYTES);

    private static final Logger LOG = LoggerFactory.getLogger(Uploads.class);
    private static final Set<String> ENDINGS = Set.of(".xlsx", ".xls", ".csv", ".tsv", ".txt");
    private static final Pattern CONTENT = Pattern.compile("[0-9a-f]{64}");
    private static final String SHEET = "sheet";
    private static final String NAME = "name";
    private static final int LONGEST_NAME = 200;

    /** How long a sheet is kept after it was last used. */
    public static final Duration KEPT = Duration.ofDays(1);

    private final Path folder;
    private final InstantSource clock;

    /** An uploaded sheet: its SHA-256, its name, and where it is stored. */
    public record Upload(String content, String name, Path file) {
        /** Reads the sheet; if it cannot be used, the reason has its name in place of our path. */
        public <T> T read(IOSupplier<T> reading) throws IOException {
            try {
                return reading.get();
            } catch (UnusableSheetException e) {
                throw e.renamed(name);
            }
        }
    }

    Uploads(WebContext context) throws IOException {
        this.folder = Files.createDirectories(folder(context));
        this.clock = context.clock();
        removeCutOff();
        cleanUp();
    }

    /** Also where the web server puts an upload while it arrives. */
    public static Path folder(WebContext context) {
        return context.data().resolve("uploads");
    }

    /** This process has none yet: what arrived when another one was killed is of no use. */
    private void removeCutOff() throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, "upload_*.tmp")) {
            for (Path each : left) {
                Files.deleteIfExists(each);
            }
        }
    }

    public Upload keep(MultipartFile sheet) throws IOException {
        return keep(sheet::transferTo, sheet.getOriginalFilename());
    }

    /** Keeps a copy of a sheet of ours. */
    public Upload keep(Path sheet, String name) throws IOException {
        return keep(part -> Files.copy(sheet, part, StandardCopyOption.REPLACE_EXISTING), name);
    }

    private Upload keep(IOConsumer<Path> copying, String name) throws IOException {
        Path part = WholeFile.part(folder, clock.instant());
        try {
            copying.accept(part);
            return keep(part, Sha256.of(part), shownName(name));
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private synchronized Upload keep(Path part, String content, String name) throws IOException {
        Optional<Upload> before = find(content);
        Path own = Files.createDirectories(folder.resolve(content));
        Path file = before.map(Upload::file).orElse(own.resolve(SHEET + ending(name)));
        if (before.isEmpty()) {
            // A file with the same content is not replaced: it may be being read.
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        }
        Files.writeString(own.resolve(NAME), name);
        touch(file);
        return new Upload(content, name, file);
    }

    /** Finds a sheet and extends the time that it is kept. */
    public synchronized Optional<Upload> use(String content) throws IOException {
        Optional<Upload> upload = find(content);
        if (upload.isPresent()) {
            touch(upload.get().file());
        }
        return upload;
    }

    /**
     * Removes unused sheets and the rest of broken uploads: at the start, after an upload in a
     * browser and every hour. A run has its own copy until it is finished.
     */
    @Scheduled(initialDelay = 1, fixedDelay = 1, timeUnit = TimeUnit.HOURS)
    public final synchronized void cleanUp() {
        try {
            if (Files.isDirectory(folder)) {
                removeUnused();
            }
        } catch (IOException | RuntimeException e) {
            // The next time removes them.
            LOG.warn("Uploaded sheets could not be removed", e);
        }
    }

    private void removeUnused() throws IOException {
        List<Path> all;
        try (Stream<Path> entries = Files.list(folder)) {
            all = entries.toList();
        }
        for (Path entry : all) {
            Path used = find(entry.getFileName().toString()).map(Upload::file).orElse(entry);
            if (!Files.getLastModifiedTime(used).toInstant().plus(KEPT).isAfter(clock.instant())) {
                FileSystemUtils.deleteRecursively(entry);
            }
        }
    }

    private void touch(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
    }

    private Optional<Upload> find(String content) throws IOException {
        if (!CONTENT.matcher(content).matches()) {
            return Optional.empty();
        }
        Path own = folder.resolve(content);
        Optional<Path> file =
                Stream.concat(ENDINGS.stream(), Stream.of(""))
                        .map(ending -> own.resolve(SHEET + ending))
                        .filter(Files::isRegularFile)
                        .findFirst();
        if (file.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Upload(content, name(own), file.get()));
    }

    private static String name(Path own) throws IOException {
        Path name = own.resolve(NAME);
        return Files.exists(name) ? Files.readString(name) : SHEET;
    }

    /** Some browsers send a whole path. */
    private static String shownName(String given) {
        String name = given == null ? "" : given;
        name = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        name = name.replaceAll("\\p{Cntrl}", "").strip();
        if (name.isEmpty()) {
            return SHEET;
        }
        return SafeText.last(name, LONGEST_NAME);
    }

    private static String ending(String name) {
        int dot = name.lastIndexOf('.');
        String ending = dot < 0 ? "" : name.substring(dot).toLowerCase(Locale.ROOT);
        return ENDINGS.contains(ending) ? ending : "";
    }
}
