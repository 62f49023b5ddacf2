package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.RandomText;
import dev.stockload.Rounds;
import dev.stockload.app.SandboxSettings;
import dev.stockload.app.Settings;
import dev.stockload.check.CheckedSheet;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.imports.StrictService;
import dev.stockload.sheet.SheetOptions;

import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.ss.usermodel.Workbook;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The oracle of letters: any text in cells, headers, names of sheets and files, job files and
 * answers of the service; whatever is written of it can be read.
 */
@Timeout(600)
@Tag("soak")
class LettersTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final List<String> KINDS = List.of("utf8.csv", "utf16.csv", "xlsx", "xls");
    private static final String UNDONE = "undo.csv";

    @TempDir Path folder;
    @AutoClose private StrictService service;

    private final Random random = new Random(43);
    private final RandomText texts = new RandomText(random, false);
    private final RandomText halves = new RandomText(random, true);
    private final List<String> runs = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        service = new StrictService(InstantSource.system(), false);
        for (int product = 1; product <= 5; product++) {
            service.product(product, product + halves.next(400));
            service.put(product, product + halves.next(400), "36", 7);
        }
        service.put(2, "Half \uD83D", "\uDE00", 7);
    }

    @Test
    void whatever_letters_come_in_everything_is_written_and_valid() throws Exception {
        for (int round = 0; round < Rounds.of(1); round++) {
            for (String kind : KINDS) {
                imported(kind, round);
            }
        }
        commands();
        pages();
        try (Stream<Path> files = Files.walk(folder.resolve("data").resolve("reports"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains("report.json", "rejected.csv", "rejected.xlsx", UNDONE, "verify.csv");
        }
        assertReadable(folder.resolve("data"));
        assertThat(service.violations()).isEmpty();
    }

    /** The rows of the good colours are sent; for each file the service refuses one of them. */
    private void imported(String kind, int round) throws IOException {
        String name = fileName() + round + "." + kind;
        Path file = write(folder.resolve(name), rows(KINDS.indexOf(kind) + 1, kind));
        String words = halves.next(10_000);
        service.refuse("Refused " + kind, kind.equals("xls") ? words : "");
        CommandRun check = run("check", file.toString());
        assertThat(check.exitCode()).as(check.err()).isEqualTo(ExitCode.REJECTS);
        assertShown(check);
        assertJson(run("check", file.toString(), "--json"));
        CommandRun sent = run("import", file.toString());
        assertThat(sent.exitCode()).as(sent.out() + sent.err()).isEqualTo(ExitCode.REJECTS);
        assertShown(sent);
        runs.add(sent.runId());
    }

    private void commands() {
        Path sheet = sheets().get(0);
        for (String[] command :
                List.of(
                        new String[] {"status"},
                        new String[] {"status", runs.get(3)},
                        new String[] {"diff", sheet.toString(), "--fresh"},
                        new String[] {"verify", runs.get(1)},
                        new String[] {"why", "1"},
                        new String[] {"stock", "2"},
                        new String[] {"products"})) {
            assertShown(run(command));
            assertJson(run(with(command, "--json")));
        }
        CommandRun undone = run("undo", runs.get(2), "--yes");
        assertThat(undone.exitCode()).as(undone.out() + undone.err()).isZero();
        assertShown(undone);
        for (int job = 0; job < 5; job++) {
            jobFile(job);
        }
        assertShown(run("jobs", "--check"));
    }

    /** Any text as a value, with the escapes that YAML has for halves of pairs. */
    private void jobFile(int number) {
        String text =
                halves.next(10_000)
                        .chars()
                        .mapToObj("\\u%04x"::formatted)
                        .collect(Collectors.joining());
        try {
            Path jobs = Files.createDirectories(folder.resolve("jobs"));
            Files.writeString(
                    jobs.resolve("letters-%d.yml".formatted(number)),
                    "read: \"%1$s\"\ncolumns: { stock: \"%1$s\", \"%1$s\": x }\n".formatted(text));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void pages() throws Exception {
        try (ServedFolder folderServed = new ServedFolder(settings())) {
            String served = folderServed.pages();
            for (String page : List.of("/", "/runs", "/jobs", "/store", "/product?find=1")) {
                page(served, page);
            }
            for (String run : runs) {
                page(served, "/runs/" + run);
                page(served, "/runs/" + run + "/problems");
                page(served, "/runs/" + run + "/files/report.json");
                JSON.readTree(page(served, "/api/runs/" + run));
                JSON.readTree(page(served, "/api/runs/" + run + "/problems"));
            }
            JSON.readTree(page(served, "/api/products/2"));
        }
    }

    private static String page(String served, String path) throws Exception {
        HttpResponse<byte[]> answer =
                HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create(served + path))
                                        .header("Accept", "text/html, */*")
                                        .build(),
                                BodyHandlers.ofByteArray());
        String body = strict(answer.body());
        assertThat(answer.statusCode()).as(path + ": " + body).isIn(200, 401);
        return body;
    }

    private String fileName() {
        String plain = texts.next(30).replaceAll("[/\\\\\\p{Cntrl}\\p{Cn}\\p{Co}]", "");
        return plain.isBlank() ? "letters" : "l" + plain;
    }

    private List<List<String>> rows(int product, String kind) {
        RandomText odd = kind.startsWith("utf8") ? texts : halves;
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("pid", "colour", "size", "stock", "barcode", "x" + odd.next(300)));
        for (String good : List.of("Good " + kind, "Refused " + kind)) {
            rows.add(List.of("" + product, good, "36", "5", "", ""));
        }
        for (int row = 0; row < 150; row++) {
            List<String> cells =
                    new ArrayList<>(List.of("" + product, "c" + row, "36", "5", "", ""));
            int place = random.nextInt(cells.size());
            cells.set(place, odd.next(10_000));
            // Whatever the letters did, this row is not good: it needs no request.
            cells.set(random.nextBoolean() ? 2 : 3, odd.next(100) + "?");
            rows.add(cells);
        }
        return rows;
    }

    private Path write(Path file, List<List<String>> rows) throws IOException {
        String name = file.toString();
        if (name.endsWith(".csv")) {
            String text =
                    rows.stream()
                            .map(row -> row.stream().map(LettersTest::quoted).toList())
                            .map(row -> String.join(",", row) + "\n")
                            .collect(Collectors.joining());
            return Files.write(file, name.endsWith("16.csv") ? utf16(text) : utf8(text));
        }
        try (Workbook book = name.endsWith("x") ? new XSSFWorkbook() : new HSSFWorkbook();
                OutputStream out = Files.newOutputStream(file)) {
            Sheet sheet = book.createSheet("\uD83D\uDE00\u202E'x");
            for (List<String> cells : rows) {
                Row row = sheet.createRow(sheet.getPhysicalNumberOfRows());
                IntStream.range(0, cells.size())
                        .forEach(at -> row.createCell(at).setCellValue(cells.get(at)));
            }
            book.write(out);
        }
        return file;
    }

    private static String quoted(String cell) {
        return '"' + cell.replace("\"", "\"\"") + '"';
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** As programs write it that do not know of pairs. */
    private static byte[] utf16(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ("\uFEFF" + text)
                .chars()
                .forEach(
                        c -> {
                            out.write(c & 0xFF);
                            out.write(c >> 8);
                        });
        return out.toByteArray();
    }

    private List<Path> sheets() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private CommandRun run(String... args) {
        return CommandRun.of(this::settings, args);
    }

    private Settings settings() {
        Settings.AccountParts account =
                new Settings.AccountParts(
                        service.address().toString(),
                        "app",
                        StrictService.SECRET,
                        StrictService.TOKEN,
                        null,
                        null);
        return SandboxSettings.plain(
                Map.of("default", account), folder.resolve("data"), Optional.empty());
    }

    private static String[] with(String[] command, String option) {
        return Stream.concat(Stream.of(command), Stream.of(option)).toArray(String[]::new);
    }

    private static void assertShown(CommandRun run) {
        String all = run.out() + run.err();
        assertThat(RandomText.isWhole(all)).as(all).isTrue();
        assertThat(all).doesNotContainPattern("[\\p{Cntrl}&&[^\n]]|[\u202A-\u202E\u2066-\u2069]");
        assertThat(all).doesNotContain("Exception", "\tat ");
    }

    private static void assertJson(CommandRun run) {
        JsonNode json = JSON.readTree(run.out());
        assertThat(json.isContainer()).as(run.toString()).isTrue();
        assertThat(RandomText.isWhole(run.out())).as(run.out()).isTrue();
    }

    /** All files are as they claim to be. */
    private static void assertReadable(Path data) throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".json")) {
                    JSON.readTree(strict(Files.readAllBytes(file)));
                } else if (name.endsWith(".log")) {
                    strict(Files.readAllBytes(file));
                } else if (name.startsWith("rejected")) {
                    assertThat(CheckedSheet.read(file, SheetOptions.none(), rows -> {}).rows())
                            .isPositive();
                } else if (name.equals(UNDONE) || name.equals("verify.csv")) {
                    assertThat(strict(Files.readAllBytes(file))).contains("Product ID");
                }
            }
        }
    }

    private static String strict(byte[] bytes) throws IOException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }
}
