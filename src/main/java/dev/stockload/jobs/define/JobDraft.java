package dev.stockload.jobs.define;

import dev.stockload.book.rules.Work;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sources.FilePattern;
import dev.stockload.stock.Refusal;

import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

import java.io.IOException;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A definition that is not saved yet; {@code keys} are those besides sheet and send. */
public record JobDraft(String name, Map<String, String> keys, SheetOptions sheet, Work send) {
    private static final Pattern HOST =
            Pattern.compile("(?i)https?://(?:[^/@]*@)?(\\[[^]]*]|[^/:?#]+)");

    private static final String ENDING = "(xlsx|xlsm|xls|ods|csv|tsv|txt|html?|zip|gz)";

    private static final Pattern SHEET =
            Pattern.compile("(?i).*\\.(%1$s|\\{%1$s(,%1$s)*})".formatted(ENDING));

    /**
     * Writes it as {@code jobs/NAME.yml} into the first home. It may only read sheets below that
     * home: a job that was written in the browser must not read other files of this machine, the
     * settings or the data folder.
     */
    public Path save(JobFolder folder, Path data) throws IOException {
        JobFolder.checkName(name);
        if (read().isEmpty() && !keys.containsKey("from")) {
            throw Refusal.job("A job needs a file to read, such as incoming/*.xlsx");
        }
        if (folder.contains(name)) {
            throw taken();
        }
        if (isOfThisMachine(keys.getOrDefault("notify", ""))) {
            throw Refusal.job(
                    "A job saved here does not notify a program of this machine, but '%s' leads there: write jobs/%s.yml by hand"
                            .formatted(keys.get("notify"), name));
        }
        Path home = folder.homes().get(0);
        Path jobs = home.resolve("jobs");
        Path file = jobs.resolve(name + ".yml");
        String text = yaml();
        JobFile.of(name, file, JobYaml.parse(file, new StringReader(text)), folder);
        if (!keys.containsKey("from")) {
            checkPlace(home, data);
        }
        Files.createDirectories(jobs);
        try {
            return Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw taken();
        }
    }

    private void checkPlace(Path home, Path data) throws IOException {
        FilePattern pattern = FilePattern.of(read());
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
            InetAddress[] all =
                    host.find() ? InetAddress.getAllByName(host.group(1)) : new InetAddress[0];
            for (InetAddress each : all) {
                if (each.isLoopbackAddress()
                        || each.isAnyLocalAddress()
                        || each.isLinkLocalAddress()
                        || NetworkInterface.getByInetAddress(each) != null) {
                    return true;
                }
            }
        } catch (IOException e) {
            // The host does not exist.
        }
        return false;
    }

    /** The path with its links resolved, as far as it exists. */
    private static Path real(Path path) throws IOException {
        Path absolute = path.toAbsolutePath().normalize();
        for (Path at = absolute; at != null; at = at.getParent()) {
            if (Files.exists(at)) {
                return at.toRealPath().resolve(at.relativize(absolute)).normalize();
            }
        }
        return absolute;
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
                .forEach(
                        (option, words) ->
                                all.put(option.key(), option.isList() ? words : words.get(0)));
        Map<String, String> columns = new LinkedHashMap<>();
        new TreeMap<>(sheet.columns()).forEach((field, header) -> columns.put(field.key(), header));
        all.replace(ImportOption.COLUMNS.key(), columns);
        all.replace(ImportOption.VALUES.key(), JobValues.ofAllRows(sheet.values()));
        all.put("send", send.key());
        return dumped(all);
    }

    static String dumped(Map<String, ?> all) {
        DumperOptions style = new DumperOptions();
        style.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        style.setAllowUnicode(true);
        return new Yaml(style).dump(all);
    }
}
