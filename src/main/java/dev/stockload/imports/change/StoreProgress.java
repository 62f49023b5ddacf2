package dev.stockload.imports.change;

import dev.stockload.sheet.WholeFile;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * How far the check of a store has come: a file with a line for each product, so that a check that
 * was stopped or killed continues.
 */
final class StoreProgress {
    private static final Logger LOG = LoggerFactory.getLogger(StoreProgress.class);
    private static final JsonMapper JSON = JsonMapper.shared();

    /** What is older says nothing about the store of today. */
    private static final Duration KEPT = Duration.ofDays(1);

    private final Path folder;
    private final String account;
    private final Instant begun;
    private final SortedMap<Integer, Product> products = new TreeMap<>();

    /**
     * A product that was compared, or could not be; {@code equal} of its sizes are as they were
     * sent.
     */
    record Product(
            int pid,
            boolean readable,
            boolean notListed,
            int equal,
            List<StoreVerification.Difference> differences) {
        static Product notListed(int pid, boolean hasStock) {
            return new Product(pid, true, hasStock, 0, List.of());
        }
    }

    private StoreProgress(Path folder, String account, Instant begun) {
        this.folder = folder;
        this.account = account;
        this.begun = begun;
    }

    /** Continues the check of an account if what it read is still true, or begins one. */
    static StoreProgress open(
            Path data, String account, Instant now, Predicate<Instant> isStillTrue)
            throws IOException {
        Path folder = Files.createDirectories(data.resolve("store"));
        Path part = file(folder, account, "part");
        List<String> lines = Files.exists(part) ? Files.readAllLines(part) : List.of();
        Optional<Instant> earlier =
                begun(lines).filter(at -> at.isAfter(now.minus(KEPT))).filter(isStillTrue);
        StoreProgress progress = new StoreProgress(folder, account, earlier.orElse(now));
        Files.writeString(part, progress.begun + "\n");
        if (earlier.isPresent()) {
            for (String line : lines.subList(1, lines.size())) {
                progress.addAgain(line);
            }
        }
        return progress;
    }

    /** Empty if there is no earlier check, or a full disk has cut off its first line. */
    private static Optional<Instant> begun(List<String> lines) {
        try {
            return lines.stream().findFirst().map(Instant::parse);
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** Leaves out a line that a kill has cut off: its product is read again. */
    private void addAgain(String line) throws IOException {
        try {
            add(JSON.readValue(line, Product.class));
        } catch (JacksonException e) {
            LOG.info("The check of the store was cut off here: {}", line);
        }
    }

    Path file(String ending) {
        return file(folder, account, ending);
    }

    private static Path file(Path folder, String account, String ending) {
        return folder.resolve(account + "." + ending);
    }

    Instant begun() {
        return begun;
    }

    boolean has(int product) {
        return products.containsKey(product);
    }

    Collection<Product> products() {
        return products.values();
    }

    void add(Product product) throws IOException {
        products.put(product.pid(), product);
        Files.writeString(
                file("part"),
                JSON.writeValueAsString(product) + "\n",
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    void end(StoreVerification.Result result) throws IOException {
        WholeFile.write(file("json"), beside -> JSON.writeValue(beside, result));
        Files.deleteIfExists(file("part"));
    }

    /** The result of the last check that was completed. */
    static Optional<StoreVerification.Result> last(Path data, String account) {
        Path file = file(data.resolve("store"), account, "json");
        try {
            return Files.exists(file)
                    ? Optional.of(JSON.readValue(file, StoreVerification.Result.class))
                    : Optional.empty();
        } catch (JacksonException e) {
            LOG.warn("{} cannot be read", file, e);
            return Optional.empty();
        }
    }
}
