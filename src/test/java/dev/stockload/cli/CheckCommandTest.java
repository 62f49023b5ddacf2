package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.sheet.XlsxPackage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** The check command as people run it. */
class CheckCommandTest {
    private static final String NIGHT = "sample-data/nightly/stock-2026-11-11.csv";
    private static final String NIGHT_COLUMNS =
            "--columns=item=Article,colour=Colour name,stock=On hand";

    @TempDir Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    // ---- what it prints

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    warehouse.txt | 3 | sample-data/warehouse.xlsx
                    matrix.txt    | 3 | sample-data/warehouse-matrix.xlsx --fill-down=product
                    night.txt     | 3 | sample-data/nightly/stock-2026-11-11.csv --columns=item=Article,colour=Colour_name,stock=On_hand
                    good.txt      | 0 | sample-data/nightly/stock-2026-11-10.csv --columns item=Article --columns colour=Colour_name --columns stock=On_hand
                    """)
    void prints_how_it_read_the_sheet_and_its_problems(String golden, int code, String arguments)
            throws IOException {
        String[] words = ("check " + arguments).split(" ");
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].replace('_', ' ');
        }
        assertThat(run(words)).isEqualTo(code);
        try (InputStream in = getClass().getResourceAsStream("/check/" + golden)) {
            assertThat(out).hasToString(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void prints_a_json_document_and_nothing_else() throws IOException {
        assertThat(run("check", "--json", NIGHT, NIGHT_COLUMNS)).isEqualTo(3);
        assertThat(err.toString()).isEmpty();
        JsonNode report = json(out.toString());
        assertThat(report.propertyNames())
                .containsExactly(
                        "run",
                        "job",
                        "account",
                        "file",
                        "state",
                        "startedAt",
                        "endedAt",
                        "rows",
                        "colours",
                        "requests",
                        "missing",
                        "problems",
                        "warnings");
        assertThat(report.get("run").isNull()).isTrue();
        assertThat(report.get("file").asString()).isEqualTo(NIGHT);
        assertThat(report.get("state").asString()).isEqualTo("COMPLETED");
        assertThat(Instant.parse(report.get("startedAt").asString()))
                .isBeforeOrEqualTo(Instant.parse(report.get("endedAt").asString()));
        assertThat(report.get("rows"))
                .hasToString("{\"read\":179,\"accepted\":173,\"rejected\":1,\"held\":5}");
        assertThat(report.get("colours"))
                .hasToString(
                        "{\"total\":40,\"sent\":0,\"unchanged\":0,\"leftOut\":0,\"rejected\":0,\"held\":1,"
                            + "\"inDoubt\":0,\"waiting\":39}");
        assertThat(report.get("requests")).hasToString("{\"sent\":0,\"left\":1}");
        assertThat(report.get("missing"))
                .hasToString("{\"colours\":0,\"sizes\":0,\"pieces\":0,\"zeroed\":0}");
        assertThat(report.get("problems").size()).isEqualTo(6);
        assertThat(report.get("problems").get(5))
                .hasToString(
                        "{\"row\":105,\"column\":\"Size\",\"value\":\"45,5\",\"code\":\"size.format\",\"message\":\"'45,5'"
                            + " is not a size: half sizes are not accepted, only whole numbers like"
                            + " 36 and ranges like 36-40\"}");
        assertThat(report.get("warnings").isEmpty()).isTrue();
    }

    @Test
    void writes_the_report_and_the_rejected_rows() throws IOException {
        Path target = folder.resolve("deep/checked");
        assertThat(run("check", NIGHT, NIGHT_COLUMNS, "--out", target.toString())).isEqualTo(3);
        assertThat(out.toString())
                .contains("Rejected and held rows: " + target.resolve("rejected.csv") + "\n");
        JsonNode report = json(Files.readString(target.resolve("report.json")));
        assertThat(report.get("problems").size()).isEqualTo(6);
        assertThat(Files.readAllLines(target.resolve("rejected.csv")))
                .hasSize(7)
                .contains(
                        "\uFEFFArticle (item number);Colour name (colour);Size;On hand (stock);Row;"
                                + "Problem");
        try (var files = Files.list(target)) {
            assertThat(files).hasSize(2);
        }
        assertThat(run("check", "sample-data/warehouse.xlsx", "--out", target.toString()))
                .isEqualTo(3);
        assertThat(target.resolve("rejected.xlsx")).isNotEmptyFile();
    }

    @Test
    void writes_no_rejects_file_if_all_rows_are_good() throws IOException {
        Path file = csv("pid,colour,size,stock", "7,red,36,1");
        assertThat(run("check", file.toString(), "--out", folder.resolve("o").toString())).isZero();
        try (var files = Files.list(folder.resolve("o"))) {
            assertThat(files).containsExactly(folder.resolve("o/report.json"));
        }
        assertThat(out.toString())
                .endsWith(
                        "Plan      1 colour (1 piece) in 1 request, about a second at one request"
                                + " per two seconds\nNext      stockload import "
                                + folder.resolve("stock.csv")
                                + "\n");
    }

    @Test
    void a_sheet_without_a_good_row_has_nothing_to_send() throws IOException {
        assertThat(run("check", csv("pid,colour,size,stock", "7,red,x,1").toString())).isEqualTo(3);
        assertThat(out.toString())
                .endsWith(
                        "\n"
                                + "Plan      nothing to send\n"
                                + "Next      correct the rows and check again\n");
    }

    @Test
    void values_say_how_texts_are_read() throws IOException {
        String file = csv("pid,colour,size,stock", "7,BLK,XL,1", "7,BLK,XS,2").toString();
        assertThat(run("check", file)).isEqualTo(3);
        out.getBuffer().setLength(0);
        assertThat(run("check", file, "--values", "size:XL=44", "--values=size:XS=34")).isZero();
        assertThat(out.toString())
                .contains(
                        "Rows      2 read = 2 accepted",
                        "The size 'XL' was read as '44' in 1 cell",
                        "The size 'XS' was read as '34' in 1 cell");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void cells_cannot_control_the_terminal() throws IOException {
        Path file = csv("pid,colour,size,stock", "7,\"red\nRows 5\",\u001B[31mXL,\u009B2J1");
        assertThat(run("check", file.toString())).isEqualTo(3);
        assertThat(out.toString())
                .doesNotContain("\u001B", "\u009B", "\nRows 5")
                .contains("[31mXL");
    }

    @Test
    void help_has_an_example_and_the_exit_codes() {
        assertThat(run("check", "--help")).isZero();
        assertThat(out.toString())
                .contains(
                        "stockload check sample-data/warehouse.xlsx",
                        "--fill-down",
                        "Exit codes: 0 all rows are good, 3 some are not, 2 the file cannot be"
                                + " used.");
        assertThat(err.toString()).isEmpty();
    }

    // ---- options that cannot be used

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    --shet Stock              | There is no option '--shet': did you mean '--sheet'? See 'stockload check --help'
                    --frobnicate              | There is no option '--frobnicate'; see 'stockload check --help'
                    again.csv                 | 'again.csv' is one argument too many; see 'stockload check --help'
                    --columns stock           | --columns takes FIELD=HEADER, such as stock="On hand", but this is 'stock'; see 'stockload check --help'
                    --columns menge=Stock     | --columns does not take 'menge'; it can be product, item, colour, size, stock or barcode; see 'stockload check --help'
                    --columns size=A,size=B   | --columns names size twice; see 'stockload check --help'
                    --values XL=44            | --values takes FIELD:FOUND=NEW, such as size:XL=44, but this is 'XL=44'; see 'stockload check --help'
                    --values size:X=4 --values size:X=5 | --values reads size 'X' twice; see 'stockload check --help'
                    --fill-down stock         | --fill-down does not take 'stock'; it can be product, item or colour; see 'stockload check --help'
                    --encoding klingon        | --encoding is 'klingon', which is not a known encoding; examples are UTF-8, UTF-16, GB18030, Big5 and windows-1252; see 'stockload check --help'
                    --delimiter ab            | --delimiter takes a plain character or one of comma, semicolon, tab and bar, but this is 'ab'; see 'stockload check --help'
                    --delimiter "             | --delimiter takes a plain character or one of comma, semicolon, tab and bar, but this is '"'; see 'stockload check --help'
                    --delimiter é             | --delimiter takes a plain character or one of comma, semicolon, tab and bar, but this is 'é'; see 'stockload check --help'
                    --out sample-data/warehouse.xlsx | --out takes a folder, but sample-data/warehouse.xlsx is a file; see 'stockload check --help'
                    --sheet                   | Missing required parameter for option '--sheet' (NAME); see 'stockload check --help'
                    """)
    void a_wrong_option_is_reported_in_one_sentence(String arguments, String message)
            throws IOException {
        Path file = csv("pid,colour,size,stock", "7,red,x,1");
        String[] words = ("check " + file + " " + arguments).split(" ");
        assertThat(run(words)).isEqualTo(2);
        assertThat(err).hasToString(message + "\n");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void a_file_that_looks_like_an_option_gets_a_hint() throws IOException {
        Path file = Files.writeString(Path.of("-stock-of-a-test.csv"), "pid,colour,size,stock\n");
        try {
            assertThat(run("check", file.toString())).isEqualTo(2);
            assertThat(err.toString())
                    .contains("begins with a hyphen: write ." + File.separator + file);
        } finally {
            Files.delete(file);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    --sheet=Stock      | has no sheet 'Stock': it is CSV text, which is a single sheet without a name
                    --columns=ean=GTIN | the barcode column
                    """)
    void an_option_that_does_not_fit_is_reported_with_the_file(String option, String message)
            throws IOException {
        Path file = csv("pid,colour,size,stock", "7,red,x,1");
        assertThat(run("check", file.toString(), option.replace("ean=", "barcode="))).isEqualTo(2);
        assertThat(err.toString()).startsWith(file + " ").contains(message).hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void without_a_command_the_help_is_shown() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).startsWith("Usage: stockload").contains("\nImport:\n  run ");
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "chekc x"})
    void a_command_line_without_a_command_or_file_says_how_to_get_help(String line) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains("--help").hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void a_corrected_rejects_file_is_not_replaced_by_its_own_check() throws IOException {
        Path file = csv("pid,colour,size,stock", "7,red,x,1", "8,red,36,1");
        run("check", file.toString(), "--out", folder.toString());
        Path rejects = folder.resolve("rejected.csv");
        String before = Files.readString(rejects);
        assertThat(run("check", rejects.toString(), "--out", folder.toString())).isEqualTo(2);
        assertThat(err)
                .hasToString(
                        "--out %s would replace the sheet itself: name another folder; see 'stockload check --help'\n"
                                .formatted(folder));
        assertThat(rejects).hasContent(before);
    }

    @Test
    void a_sheet_is_chosen_by_its_name() throws IOException {
        String header =
                "<row><c t=\"str\"><v>pid</v></c><c t=\"str\"><v>colour</v></c>"
                        + "<c><v>36</v></c></row>";
        String row = "<row><c><v>7</v></c><c t=\"str\"><v>red</v></c><c><v>%d</v></c></row>";
        Path file =
                XlsxPackage.of(header + row.formatted(1))
                        .rows("Old", header + row.formatted(22))
                        .write(folder.resolve("a.xlsx"));
        assertThat(run("check", file.toString())).isZero();
        assertThat(out.toString()).contains("Sheet      Stock", "(1 piece)");
        assertThat(run("check", file.toString(), "--sheet", "Old")).isZero();
        assertThat(out.toString()).contains("Sheet      Old", "(22 pieces)");
    }

    @Test
    void unread_parts_are_reported_on_the_terminal_and_in_json() throws IOException {
        String header =
                "<row><c t=\"str\"><v>pid</v></c><c t=\"str\"><v>colour</v></c>"
                        + "<c><v>36</v></c><c t=\"str\"><v>Total</v></c></row>";
        String row =
                "<row><c><v>7</v></c><c t=\"str\"><v>red</v></c><c><v>1</v></c>"
                        + "<c><v>1</v></c></row>";
        Path file =
                XlsxPackage.of(header + row)
                        .rows("More", header + row.replace('7', '8') + row.replace('7', '9'))
                        .write(folder.resolve("a b.csv"));
        String kind =
                "The file name ends in .csv, but the file is an .xlsx workbook and is read as"
                        + " that";
        String total =
                "A column with values was not read, because the header is not understood: D"
                        + " 'Total' (1 value in row 2)";
        String more =
                "Sheet 'More' has a header and 2 rows too, but was not read: name it as the sheet,"
                        + " or read all sheets";
        assertThat(run("check", file.toString())).isZero();
        assertThat(out.toString())
                .contains("\nWarnings\n", "  " + kind + "\n", "  " + total + "\n", "  " + more)
                .endsWith("\nNext      stockload import '" + file + "'\n");

        assertThat(run("check", file.toString(), "--json")).isZero();
        assertThat(json(out.toString()).get("warnings"))
                .extracting(w -> w.get("code").asString() + " " + w.get("message").asString())
                .containsExactlyInAnyOrder(
                        "file.kind " + kind, "column.unread " + total, "sheet.other " + more);

        assertThat(run("check", file.toString(), "--sheets", "all")).isZero();
        assertThat(out.toString())
                .contains("Rows      3 read")
                .doesNotContain("was not read: name it")
                .endsWith("' --sheets all\n");
    }

    private static JsonNode json(String text) {
        return JsonMapper.builder()
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build()
                .readTree(text);
    }

    private Path csv(String... lines) throws IOException {
        return Files.write(folder.resolve("stock.csv"), List.of(lines));
    }

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Stockload.run(new PrintWriter(out), new PrintWriter(err), arguments);
    }

    @Test
    void the_next_command_after_a_check_as_a_job_is_a_run_of_that_job() {
        CommandRun check =
                CommandRun.inSandbox(
                        folder,
                        "check",
                        "sample-data/warehouse.xlsx",
                        "--job",
                        "onboard-warehouse");
        assertThat(check.out())
                .contains(
                        "Next      stockload run onboard-warehouse --file"
                                + " sample-data/warehouse.xlsx");
    }
}
