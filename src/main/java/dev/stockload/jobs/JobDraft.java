package dev.stockload.jobs;

import dev.stockload.imports.SendMode;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sources.FilePattern;
import dev.stockload.stock.Refusal;

import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A job definition that is not in its folder yet.
 *
 * @param keys as its file will have them, without how sheets are read and sent
 */
public record JobDraft(String name, Map<String, String> keys, SheetOptions sheet, SendMode send) {
    /** Names of devices, which Windows takes for no file, whatever follows their first dot. */
    private static final String DEVICE = "(?i:con|prn|aux|nul|com\\d|lpt\\d)(\\..*)?";

    private static final Pattern HOST =
            Pattern.compile("(?i)https?://(?:[^/@]*@)?(\\[[^]]*]|[^/:?#]+)");

    /** Ends as a sheet does, however its name begins. */
    private static final Pattern SHEET;

    static {
        String ending = "(xlsx|xlsm|xls|ods|csv|tsv|txt|html?|zip|gz)";
        SHEET = Pattern.compile("(?i).*\\.(%1$s|\\{%1$s(,%1$s)*})".formatted(ending));
    }

    private static final Pattern NAME =
            Pattern.compile("(?!" + DEVICE + "$)[A-Za-z0-9][A-Za-z0-9._-]{0,59}");

    /**
     * Writes it as {@code jobs/NAME.yml} into the first of the folders. It may read sheets below
     * that folder: whoever writes a job from afar is not to read what else is on this machine, and
     * neither the settings nor what other runs left in the data folder.
     *
     * @throws Refusal where the name is taken or no name, or the definition could not be run
     */
    public Path save(JobFolder folder, Path data) throws IOException {
        if (!NAME.matcher(name).matches()) {
            throw Refusal.job(
                    "A job name consists of letters, digits, '-', '_' and '.', such as nightly-stock, but this is '%s'"
                            .formatted(name));
        }
        if (JobFolder.isCommand(name)) {
            throw Refusal.job(
                    "A job cannot be called '%s', since that is a command: choose another name"
                            .formatted(name));
        }
        if (read().isEmpty() && !keys.containsKey("from")) {
            throw Refusal.job("A job needs a file to read, such as incoming/*.xlsx");
        }
        if (folder.contains(name)) {
            throw taken();
        }
        Path home = folder.homes().get(0);
        if (!keys.containsKey("from")) {
            checkPlace(home, data);
        }
        if (isOfThisMachine(keys.getOrDefault("notify", ""))) {
            throw Refusal.job(
                    "A job saved here does not notify a program of this machine, but '%s' leads there: write jobs/%s.yml by hand"
                            .formatted(keys.get("notify"), name));
        }
        Path jobs = Files.createDirectories(home.resolve("jobs"));
        Path file = jobs.resolve(name + ".yml");
        Path part = Files.createTempFile(jobs, ".", ".part");
        try {
            Files.writeString(part, yaml());
            JobFile.read(name, part, folder.accounts(), folder.sources());
            // Unlike a move, a copy never replaces a definition that came in between.
            Files.copy(part, file);
            return file;
        } catch (FileAlreadyExistsException e) {
            throw taken();
        } catch (Refusal e) {
            throw Refusal.job(e.getMessage().replace(part.toString(), file.toString()), e);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private void checkPlace(Path home, Path data) throws IOException {
        FilePattern pattern = pattern();
        Path folder = home.resolve(pattern.folder());
        Path place = real(pattern.isGlob() ? folder : folder.resolve(pattern.name()));
        if (!place.startsWith(real(home))) {
            throw Refusal.job(
                    "A job saved here can only read files under %s, but '%s' is elsewhere: write jobs/%s.yml by hand"
                            .formatted(home.toAbsolutePath().normalize(), read(), name));
        }
        if (!SHEET.matcher(read()).matches()) {
            throw Refusal.job(
                    "A job saved here reads stock sheets, such as incoming/*.xlsx or stock.csv, but this is '%s': write jobs/%s.yml by hand"
                            .formatted(read(), name));
        }
        boolean deep = pattern.isGlob() && (pattern.name() + "/").matches(".*(/|\\*\\*).+");
        if (place.startsWith(real(data)) || deep && real(data).startsWith(place)) {
            throw Refusal.job(
                    "A job saved here does not read the data folder, but '%s' leads there: name the folder that the sheets come to"
                            .formatted(read()));
        }
    }

    private static boolean isOfThisMachine(String address) {
        Matcher host = HOST.matcher(address);
        try {
            return host.find()
                    && Arrays.stream(InetAddress.getAllByName(host.group(1)))
                            .anyMatch(
                                    each ->
                                            each.isLoopbackAddress()
                                                    || each.isAnyLocalAddress()
                                                    || each.isLinkLocalAddress());
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private FilePattern pattern() {
        try {
            return FilePattern.of(read());
        } catch (IllegalArgumentException e) {
            throw Refusal.job(
                    "A job reads a file or a pattern, such as incoming/*.xlsx, but this is "
                            + e.getMessage(),
                    e);
        }
    }

    /** Where a path really leads, as far as it exists. */
    private static Path real(Path path) throws IOException {
        Path whole = path.toAbsolutePath().normalize();
        for (Path at = whole; at != null; at = at.getParent()) {
            if (Files.exists(at)) {
                return at.toRealPath().resolve(at.relativize(whole)).normalize();
            }
        }
        return whole;
    }

    private Refusal taken() {
        return Refusal.job("There is already a job '%s': choose another name".formatted(name));
    }

    private String read() {
        return keys.getOrDefault("read", "");
    }

    private String yaml() {
        Map<String, Object> all = new LinkedHashMap<>(keys);
        ImportOption.words(sheet)
                .forEach((option, words) -> all.put(option.key(), value(option, words)));
        all.put("send", send.key());
        DumperOptions style = new DumperOptions();
        style.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        style.setAllowUnicode(true);
        return new Yaml(style).dump(all);
    }

    private static Object value(ImportOption option, List<String> words) {
        return switch (option) {
            case COLUMNS -> {
                Map<String, String> columns = new LinkedHashMap<>();
                words.forEach(each -> columns.put(each.split("=", 2)[0], each.split("=", 2)[1]));
                yield columns;
            }
            case FILL_DOWN -> words;
            default -> words.get(0);
        };
    }
}
