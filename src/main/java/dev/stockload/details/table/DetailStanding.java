package dev.stockload.details.table;

import dev.stockload.sheet.WholeFile;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * The progress of a job that fetches product details. A snapshot file holds all of them, for other
 * processes to show.
 */
public record DetailStanding(DetailRun run, int products, int fetched, int refused) {
    private static final String FILE = "details.json";

    public int waiting() {
        return products - fetched - refused;
    }

    /** The same for a job that is marked as running although its process is dead. */
    public DetailStanding cutOff() {
        return new DetailStanding(run.cutOff(), products, fetched, refused);
    }

    public static void write(List<DetailStanding> jobs, Path data) throws IOException {
        byte[] json = JsonMapper.shared().writeValueAsBytes(jobs);
        WholeFile.write(data.resolve(FILE), temporary -> Files.write(temporary, json));
    }

    public static List<DetailStanding> read(Path data) throws IOException {
        Path file = data.resolve(FILE);
        try {
            byte[] json = Files.readAllBytes(file);
            return List.of(JsonMapper.shared().readValue(json, DetailStanding[].class));
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (JacksonException e) {
            throw new IOException(file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
