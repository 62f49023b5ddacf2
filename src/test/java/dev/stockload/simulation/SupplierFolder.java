package dev.stockload.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/** The folder that a supplier delivers to: real files whose times are those of the world. */
final class SupplierFolder {
    private static final Duration BETWEEN_WRITES = Duration.ofMillis(1500);
    private static final int DAY = 86_400;

    /** A sheet; its number says in which order the supplier made them, and only the oracle asks. */
    record Sheet(int number, String text, boolean bad) {
        String hash() {
            return PlannedSheet.hash(text);
        }
    }

    /** A file as it was put there; the sheet is null while it is still being written. */
    record Placed(String name, Sheet sheet, Instant time, long at) {}

    private final JobTraits traits;
    private final World world;
    private final Coverage coverage;
    private final Path path;
    private final BiPredicate<String, String> decided;
    private final Map<String, Placed> files = new TreeMap<>();
    private final Map<String, Placed> saved = new HashMap<>();
    private final Map<String, Runnable> uploads = new TreeMap<>();
    private final List<String> unmarked = new ArrayList<>();
    private final List<Placed> history = new ArrayList<>();
    private final List<Sheet> made = new ArrayList<>();
    private final List<String> pool = new ArrayList<>();
    private final Set<Integer> lied = new HashSet<>();
    private final Set<Integer> retimed = new HashSet<>();
    private Duration clockAhead = Duration.ZERO;
    private int serial;
    private int copies;
    private int writes;

    /**
     * @param decided whether the program has decided about this content under this name
     */
    SupplierFolder(
            JobTraits traits,
            World world,
            Coverage coverage,
            Path path,
            BiPredicate<String, String> decided)
            throws IOException {
        this.decided = decided;
        this.traits = traits;
        this.world = world;
        this.coverage = coverage;
        this.path = Files.createDirectories(path);
    }

    void act(Event.InFolder event) {
        refresh();
        SplittableRandom random = new SplittableRandom(event.pick());
        List<String> there = sheets();
        if (event.act() != Event.InFolder.Act.MAKE && there.isEmpty()) {
            return;
        }
        coverage.count("folder " + event.act());
        world.journal().add(world.now(), "supplier", event.act() + " " + there);
        String one = there.isEmpty() ? "" : there.get(random.nextInt(there.size()));
        switch (event.act()) {
            case MAKE -> make(random, random.nextInt(14) == 0);
            case TOUCH -> touch(one);
            case TOUCH_ALL -> there.forEach(this::touch);
            case COPY -> copy(one, random.nextBoolean());
            case COPY_ALL -> {
                boolean keep = random.nextBoolean();
                there.forEach(each -> copy(each, keep));
            }
            case RENAME -> rename(one);
            case DELETE -> remove(one);
            case SAVE -> {
                saved.clear();
                there.forEach(each -> saved.put(each, files.get(each)));
            }
            case PUT_BACK -> putBack(random.nextBoolean());
            case CLOCK -> {
                int[] seconds = {0, 0, 3 * DAY, -3 * DAY, 900, -900, 40 * DAY};
                clockAhead = Duration.ofSeconds(seconds[random.nextInt(seconds.length)]);
            }
        }
    }

    /** The supplier makes a sheet. Where times are kept, they say when; else when it was whole. */
    private void make(SplittableRandom random, boolean bad) {
        String text = text(random, bad);
        String name = name(random);
        Optional.ofNullable(uploads.remove(name)).ifPresent(Runnable::run);
        int number = traits.keepsTimes() ? number(text, bad) : 0;
        Instant time = stated();
        Runnable complete =
                () -> {
                    uploads.remove(name);
                    int of = number > 0 ? number : number(text, bad);
                    put(name, made.get(of - 1), traits.keepsTimes() ? time : stated());
                    marked(name, random);
                };
        if (random.nextInt(2) == 0) {
            complete.run();
            return;
        }
        uploads.put(name, complete);
        write(name);
        world.in(
                Duration.ofMillis(2000 + random.nextInt(random.nextBoolean() ? 20_000 : 200_000)),
                () -> {
                    if (uploads.get(name) == complete) {
                        complete.run();
                    }
                });
    }

    private int number(String text, boolean bad) {
        made.add(new Sheet(made.size() + 1, text, bad));
        return made.size();
    }

    private String text(SplittableRandom random, boolean bad) {
        if (bad) {
            return "no sheet %d\n".formatted(++writes);
        }
        if (!pool.isEmpty() && random.nextInt(4) == 0) {
            return pool.get(random.nextInt(pool.size()));
        }
        pool.add("pid,color,size,stock\n4,Red,36,%d\n".formatted(pool.size() + 1));
        return pool.get(pool.size() - 1);
    }

    private String name(SplittableRandom random) {
        serial++;
        return switch (traits.naming()) {
            case DATED -> "s-%d.csv".formatted(random.nextInt(6) > 0 ? serial : serial - 1);
            case OVERWRITTEN -> "stock.csv";
            case WEEKLY -> "d%d.csv".formatted(serial % 3);
            case ANY -> "%c%d.csv".formatted('a' + random.nextInt(6), serial);
        };
    }

    /** Goes on writing until the sheet is whole: it never stands still for longer. */
    private void write(String name) {
        if (uploads.containsKey(name)) {
            String rows = "4,Red,36,%d\n".formatted(100_000 + ++writes);
            place(name, null, now(), "pid,color,size,stock\n" + rows);
            world.in(BETWEEN_WRITES, () -> write(name));
        }
    }

    private void marked(String name, SplittableRandom random) {
        if (traits.marker()) {
            unmarked.add(name);
            int late = random.nextInt(10) < 6 ? 0 : random.nextInt(2) == 0 ? 20 : 2 * DAY;
            world.in(Duration.ofSeconds(late), () -> mark(name));
        }
    }

    private void mark(String name) {
        if (unmarked.remove(name)) {
            disk(() -> Files.writeString(path.resolve(name + ".ok"), ""));
        }
    }

    private void touch(String name) {
        lie(name);
        put(name, files.get(name).sheet(), now());
    }

    private void copy(String name, boolean keep) {
        Placed file = files.get(name);
        if (!keep) {
            lie(name);
        }
        again("k%d%s".formatted(++copies, name), file, keep);
    }

    private void again(String name, Placed file, boolean keep) {
        put(name, file.sheet(), keep ? file.time() : now());
        if (traits.marker()) {
            unmarked.add(name);
            mark(name);
        }
    }

    private void rename(String name) {
        Placed file = files.get(name);
        remove(name);
        again("k%d%s".formatted(++copies, name), file, true);
    }

    private void remove(String name) {
        files.remove(name);
        disk(() -> Files.deleteIfExists(path.resolve(name)));
    }

    /** Nobody can tell old stock under the name of newer stock, with a new time, from new stock. */
    private void putBack(boolean keep) {
        saved.forEach(
                (name, file) -> {
                    Placed now = files.get(name);
                    if (!keep || now != null && now.sheet() != file.sheet()) {
                        lied.add(file.sheet().number());
                    }
                    if (!uploads.containsKey(name)) {
                        again(name, file, keep);
                    }
                });
    }

    /** The time of a sheet is changed before the program has decided about it. */
    private void lie(String name) {
        Sheet sheet = files.get(name).sheet();
        retimed.add(sheet.number());
        if (!decided.test(name, sheet.hash())) {
            lied.add(sheet.number());
        }
    }

    private void put(String name, Sheet sheet, Instant time) {
        place(name, sheet, time, sheet.text());
    }

    private void place(String name, Sheet sheet, Instant time, String text) {
        Placed placed = new Placed(name, sheet, time, world.now());
        files.put(name, placed);
        if (sheet != null) {
            history.add(placed);
            world.journal()
                    .add(world.now(), "supplier", "%s is sheet %d".formatted(name, sheet.number()));
        }
        disk(
                () -> {
                    Files.writeString(path.resolve(name), text);
                    Files.setLastModifiedTime(path.resolve(name), FileTime.from(time));
                });
    }

    /** What the program has moved away is no longer there. */
    private void refresh() {
        files.keySet().removeIf(name -> !Files.exists(path.resolve(name)));
    }

    private Instant now() {
        return world.time();
    }

    private Instant stated() {
        return now().plus(clockAhead);
    }

    /** The names of whole sheets. */
    private List<String> sheets() {
        return files.values().stream()
                .filter(file -> file.sheet() != null)
                .map(Placed::name)
                .toList();
    }

    /** All that is on its way arrives, and is marked; clocks are right. */
    void settle() {
        List.copyOf(uploads.values()).forEach(Runnable::run);
        List.copyOf(unmarked).forEach(this::mark);
        clockAhead = Duration.ZERO;
    }

    /** A whole sheet with a content of its own comes, with the right time. */
    Sheet deliver() {
        pool.add("pid,color,size,stock\n4,Red,36,%d\n".formatted(pool.size() + 1));
        int number = number(pool.get(pool.size() - 1), false);
        put("last-%d.csv".formatted(number), made.get(number - 1), now());
        unmarked.add("last-%d.csv".formatted(number));
        settle();
        return made.get(number - 1);
    }

    /** The sheets that lie there, whole and marked. */
    List<Sheet> whole() {
        refresh();
        return files.values().stream()
                .filter(file -> file.sheet() != null && !unmarked.contains(file.name()))
                .map(Placed::sheet)
                .toList();
    }

    /** What was decided about is not any more, so that times count which were changed since. */
    void forgotten() {
        lied.addAll(retimed);
    }

    Optional<Placed> newest() {
        refresh();
        return files.values().stream()
                .filter(file -> file.sheet() != null)
                .max(Comparator.comparing(file -> file.sheet().number()));
    }

    /** Whether this file still lies there as it was put. */
    boolean has(Placed file) {
        return files.get(file.name()) == file;
    }

    Path path(Placed file) {
        return path.resolve(file.name());
    }

    /** The sheets with this content that ever lay under this name by then, the last one last. */
    Stream<Sheet> under(String name, long by) {
        return history.stream()
                .filter(file -> file.name().equals(name) && file.at() <= by)
                .map(Placed::sheet);
    }

    Stream<String> names() {
        return history.stream().map(Placed::name).distinct();
    }

    Optional<Sheet> withContent(String hash) {
        return made.stream().filter(sheet -> sheet.hash().equals(hash)).findFirst();
    }

    /** The sheets that the program has moved away, by their contents. */
    List<Sheet> moved() throws IOException {
        List<Sheet> all = new ArrayList<>();
        try (Stream<Path> found = Files.walk(path)) {
            for (Path file : found.filter(Files::isRegularFile).toList()) {
                if (!file.getParent().equals(path)) {
                    withContent(PlannedSheet.hash(Files.readString(file))).ifPresent(all::add);
                }
            }
        }
        return all;
    }

    /** Whether somebody changed the time of this sheet before it was decided about. */
    boolean isLied(Sheet sheet) {
        return lied.contains(sheet.number());
    }

    boolean hasLies() {
        return !lied.isEmpty();
    }

    private interface DiskWork {
        void run() throws IOException;
    }

    private static void disk(DiskWork work) {
        try {
            work.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
