package dev.stockload.simulation;

import dev.stockload.simulation.SupplierFolder.Sheet;
import dev.stockload.simulation.Violation.Question;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Knows in which order the supplier made the sheets, and reads no times. It asks that no older
 * sheet is taken after a newer one, each once and only whole ones, and that of every other a person
 * is told.
 */
final class SheetOracle {
    private final SupplierFolder folder;
    private final JobTraits traits;
    private final BiConsumer<Question, String> found;
    private final Set<String> runs = new HashSet<>();
    private final Set<String> tellings = new HashSet<>();
    private final List<Sheet> entered = new ArrayList<>();
    private final Map<Integer, String> told = new HashMap<>();
    private final Map<Integer, Sheet> offered = new TreeMap<>();
    private final Set<String> toldContents = new HashSet<>();

    /** The last sheet that an imported copy can be of; of equal ones nobody knows which it was. */
    private int newest;

    /** The content of the newest run over a usable sheet; after a restore, that is known then. */
    private String newestContent;

    private int begun;
    private boolean restored;

    SheetOracle(SupplierFolder folder, JobTraits traits, BiConsumer<Question, String> found) {
        this.folder = folder;
        this.traits = traits;
        this.found = found;
    }

    /** Looks at the runs that are new, and at what people are told since. */
    void look(Connection connection, World world) throws SQLException {
        long now = world.now();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet row =
                    statement.executeQuery(
                            "select path, state from taking_file"
                                    + " where state not like '%\"told\":null%'"
                                    + " and state not like '%\"decided\":null%'")) {
                while (row.next()) {
                    String name = Path.of(row.getString(1)).getFileName().toString();
                    JsonNode decided =
                            JsonMapper.shared().readTree(row.getString(2)).get("decided");
                    String content = decided.get("sheet").get("content").asString();
                    String why = decided.get("told").asString();
                    if (tellings.add(name + content + why + decided.get("at"))) {
                        toldContents.add(content);
                        sheet(name, content, now)
                                .ifPresent(each -> told.merge(each.number(), why, String::concat));
                    }
                }
            }
            try (ResultSet row =
                    statement.executeQuery(
                            "select id, file, content, begun from run order by number")) {
                while (row.next()) {
                    if (folder.withContent(row.getString(3)).filter(Sheet::bad).isEmpty()) {
                        newestContent = row.getString(3);
                    }
                    if (runs.add(row.getString(1))) {
                        Instant begun = row.getObject(4, OffsetDateTime.class).toInstant();
                        entered(
                                row.getString(1),
                                row.getString(2),
                                row.getString(3),
                                world.nanosTo(begun));
                    }
                }
            }
        }
    }

    /** The sheet with this content that lay under this name last, or under another one. */
    private Optional<Sheet> sheet(String name, String content, long now) {
        return folder.under(name, now)
                .filter(each -> each.hash().equals(content))
                .reduce((older, newer) -> newer)
                .or(() -> folder.withContent(content));
    }

    /** A copy may be of the sheet before, where a newer one with its content lies there since. */
    private Optional<Sheet> overwritten(String name, String content, long now) {
        int imported = sinceItBegan().stream().mapToInt(Sheet::number).max().orElse(0);
        return folder.under(name, now)
                .filter(each -> each.hash().equals(content) && each.number() > imported)
                .filter(each -> !told.containsKey(each.number()))
                .findFirst();
    }

    private void entered(String run, String file, String content, long now) {
        String name = Path.of(file).getFileName().toString();
        Optional<Sheet> last = sheet(name, content, now);
        Optional<Sheet> sheet = overwritten(name, content, now).or(() -> last);
        if (sheet.isEmpty()) {
            found.accept(Question.HALF_WRITTEN, "%s has a part of %s".formatted(run, name));
        } else if (!sheet.get().bad()) {
            expectInOrder(run, sheet.get());
            entered.add(sheet.get());
            newest = Math.max(newest, last.map(Sheet::number).orElse(0));
        }
    }

    private void expectInOrder(String run, Sheet sheet) {
        if (traits.wild() || folder.isLied(sheet) || isTold(sheet, "AGAIN")) {
            return;
        }
        if (sinceItBegan().stream().anyMatch(each -> each.number() == sheet.number())) {
            found.accept(
                    Question.APPLIED_TWICE,
                    "%s imports sheet %d again".formatted(run, sheet.number()));
        } else {
            sinceItBegan().stream()
                    .filter(each -> each.number() > sheet.number() && !folder.isLied(each))
                    .findFirst()
                    .ifPresent(
                            newer ->
                                    found.accept(
                                            Question.OLD_OVER_NEW,
                                            "%s imports sheet %d after sheet %d"
                                                    .formatted(
                                                            run, sheet.number(), newer.number())));
        }
    }

    private boolean isTold(Sheet sheet, String word) {
        return told.getOrDefault(sheet.number(), "").contains(word);
    }

    /** A night without trouble is about to look at what is there. */
    void offered() {
        folder.whole().forEach(sheet -> offered.put(sheet.number(), sheet));
    }

    /** A job that the backup does not know begins anew. */
    void restored(boolean unknown) {
        restored = true;
        if (unknown) {
            begunAnew();
        }
    }

    /** Nothing is known of the job: what lies there is new, in the order of its times. */
    void begunAnew() {
        begun = entered.size();
        folder.forgotten();
    }

    private List<Sheet> sinceItBegan() {
        return entered.subList(begun, entered.size());
    }

    /** The newest sheet that lies there, if a person was told of it and of no newer one. */
    Optional<SupplierFolder.Placed> wanted() {
        return folder.newest()
                .filter(file -> told.containsKey(file.sheet().number()) && !file.sheet().bad())
                .filter(file -> entered.stream().allMatch(e -> e.number() < file.sheet().number()));
    }

    /** What a person took by hand is the newest now. */
    void expectTaken(SupplierFolder.Placed file) {
        if (folder.has(file) && !file.sheet().hash().equals(newestContent)) {
            found.accept(
                    Question.NOT_AS_THE_NEWEST_SHEET,
                    "sheet %d was taken by hand, and is not the newest"
                            .formatted(file.sheet().number()));
        }
    }

    /** Asks when all is quiet. */
    void ends() throws IOException {
        entered.forEach(sheet -> offered.put(sheet.number(), sheet));
        offered.values().removeIf(Sheet::bad);
        for (Sheet sheet : offered.values()) {
            if (!isSeenTo(sheet)) {
                found.accept(
                        Question.NOT_TOLD,
                        "sheet %d is neither imported nor told".formatted(sheet.number()));
            }
        }
        for (Sheet sheet : folder.moved()) {
            if (!sheet.bad() && !isSeenTo(sheet) && !offered.containsKey(sheet.number())) {
                found.accept(
                        Question.NOT_TOLD,
                        "sheet %d was moved away, neither imported nor told"
                                .formatted(sheet.number()));
            }
        }
        offered.values().stream().reduce((older, newer) -> newer).ifPresent(this::expectShown);
    }

    private boolean isSeenTo(Sheet sheet) {
        boolean superseded =
                traits.newest() && (newest > sheet.number() || folder.hasLies() || traits.wild());
        return superseded
                || told.containsKey(sheet.number())
                || entered.stream().anyMatch(each -> each.hash().equals(sheet.hash()))
                || toldContents.contains(sheet.hash());
    }

    private void expectShown(Sheet last) {
        boolean shown =
                !entered.isEmpty() && entered.get(entered.size() - 1).hash().equals(last.hash());
        boolean allowed =
                told.containsKey(last.number())
                        || folder.hasLies()
                        || traits.wild()
                        || entered.stream().anyMatch(each -> isTold(each, "AGAIN"))
                        || (restored || begun > 0) && entered.contains(last);
        if (!shown && !allowed) {
            found.accept(
                    Question.NOT_AS_THE_NEWEST_SHEET,
                    "the newest sheet is %d, and another was imported last"
                            .formatted(last.number()));
        }
    }

    /** A sheet that came in a quiet night is imported at the end of it. */
    void expectImported(Sheet sheet) {
        if (entered.stream().noneMatch(each -> each.number() == sheet.number())) {
            found.accept(
                    Question.NOT_AS_THE_NEWEST_SHEET,
                    "sheet %d of a quiet night is not imported".formatted(sheet.number()));
        }
    }
}
