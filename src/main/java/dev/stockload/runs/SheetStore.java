package dev.stockload.runs;

import dev.stockload.database.Database;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Stores the sheets of unfinished runs in the database if several hosts share it. */
public record SheetStore(Database database) {
    private static final int PIECE = 1 << 20;

    /** Stores a sheet for another host that may have to resume the run. */
    public void keep(String run, Path sheet) {
        // An H2 file belongs to one host.
        if (!database.isH2()) {
            database.inTransaction(
                    () -> {
                        drop(run);
                        add(run, sheet);
                    });
        }
    }

    private void add(String run, Path sheet) {
        try (InputStream in = Files.newInputStream(sheet)) {
            byte[] piece = in.readNBytes(PIECE);
            for (int number = 0; piece.length > 0; number++) {
                Database.one(
                        database.sql("insert into sheet (run, number, content) values (?, ?, ?)")
                                .param(run)
                                .param(number)
                                .param(piece),
                        "sheet of run " + run);
                piece = in.readNBytes(PIECE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a sheet that another host stored to this host's disk. */
    public void fetch(String run, Path sheet) throws IOException {
        List<Integer> numbers =
                database.sql("select number from sheet where run = :run order by number")
                        .param("run", run)
                        .query(Integer.class)
                        .list();
        if (numbers.isEmpty()) {
            return;
        }
        // Two may fetch it at once.
        Path folder = Files.createDirectories(sheet.getParent()).getParent();
        Path part = Files.createTempFile(folder, "sheet", null);
        try (OutputStream out = Files.newOutputStream(part)) {
            for (int number : numbers) {
                out.write(
                        database.sql("select content from sheet where run = ? and number = ?")
                                .param(run)
                                .param(number)
                                .query((row, n) -> row.getBytes(1))
                                .single());
            }
        }
        Files.move(part, sheet, StandardCopyOption.ATOMIC_MOVE);
    }

    public void drop(String run) {
        database.sql("delete from sheet where run = :run").param("run", run).update();
    }
}
