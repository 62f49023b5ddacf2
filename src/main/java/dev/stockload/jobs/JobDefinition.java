package dev.stockload.jobs;

import dev.stockload.imports.Brake;
import dev.stockload.imports.ImportOptions;
import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.MissingMode;
import dev.stockload.imports.SendMode;
import dev.stockload.imports.VerifyMode;
import dev.stockload.ledger.SourceFiles;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sources.FolderSource;
import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * A job of {@code jobs/NAME.yml}: which files to import, how to read them and where to send them.
 *
 * @param sheets where its sheets come from
 * @param home the folder that holds {@code jobs}
 * @param catchUp how late a missed run is still made up for
 * @param notifySettings who is told what
 */
public record JobDefinition(
        String name,
        SheetPlace sheets,
        Path home,
        String account,
        SheetOptions sheet,
        SendMode send,
        MissingMode missing,
        Brake brake,
        VerifyMode verify,
        Optional<String> schedule,
        Optional<ZoneId> zone,
        Duration catchUp,
        NotifySettings notifySettings) {
    /** How late a missed run is still made up for, unless the definition says otherwise. */
    static final Duration CATCH_UP = Duration.ofHours(6);

    /** A file or a glob, as it is written. */
    public String read() {
        return sheets.read();
    }

    /** Who is told how its runs end. */
    public List<NotifySettings.Rule> notifyRules() {
        return notifySettings.rules();
    }

    /** When its definition was changed last; long ago where that is not known. */
    Instant changedAt() {
        for (String ending : List.of(".yml", ".yaml")) {
            Path file = home.resolve("jobs").resolve(name + ending);
            if (Files.exists(file)) {
                return modified(file);
            }
        }
        return Instant.EPOCH;
    }

    public ZoneId zoneOrUsual() {
        return zone.orElseGet(ZoneId::systemDefault);
    }

    /** When it runs by itself; empty where it does not. */
    public Optional<CronTimes> timetable() {
        return schedule.map(line -> CronTimes.of(line, zoneOrUsual()));
    }

    /** The name of the source of its sheets, by which the ledger knows their files. */
    String source() {
        return sheets.from().orElse(SourceFiles.LOCAL);
    }

    /**
     * The complete files of this machine that it reads, oldest first.
     *
     * @throws Refusal where there is not even the folder
     */
    public List<Path> files() throws IOException {
        return SheetListing.of(this, new FolderSource(home)).stream()
                .map(file -> shown(Path.of(file.path())))
                .toList();
    }

    /** The import of one of the files. */
    public ImportOrder order(Path file, String accountKey, boolean again, boolean force) {
        return new ImportOrder(
                name,
                accountKey,
                file,
                new ImportOptions(sheet, send, missing, Optional.of(brake), verify),
                again,
                force);
    }

    /** A path as people would write it here. */
    static Path shown(Path file) {
        Path here = Path.of("").toAbsolutePath();
        Path whole = file.toAbsolutePath().normalize();
        return whole.startsWith(here) ? here.relativize(whole) : whole;
    }

    private static Instant modified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException e) {
            return Instant.EPOCH;
        }
    }
}
