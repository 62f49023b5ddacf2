package dev.stockload.details.table;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Where the jobs over details stand, in a file: for those who look on while we have the ledger. */
public record DetailSnapshot(Path data) {
    private static final String FILE = "details.json";

    public void write(List<DetailStanding> jobs) throws IOException {
        Path beside = data.resolve(FILE + ".part");
        Files.write(beside, JsonMapper.shared().writeValueAsBytes(jobs));
        Files.move(
                beside,
                data.resolve(FILE),
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.ATOMIC_MOVE);
    }

    public List<DetailStanding> read() throws IOException {
        try {
            return List.of(
                    JsonMapper.shared()
                            .readValue(
                                    Files.readAllBytes(data.resolve(FILE)),
                                    DetailStanding[].class));
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (JacksonException e) {
            throw new IOException(data.resolve(FILE) + " cannot be read: " + e.getMessage(), e);
        }
    }
}
