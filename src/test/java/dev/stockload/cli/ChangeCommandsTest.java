package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.cli.terminal.ExitCode;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** diff and undo as people type them, with the built-in sandbox. */
@Tag("soak")
class ChangeCommandsTest {
    private static final String HEADER = "pid,colour,size,stock\n";

    @TempDir Path folder;

    @Test
    void a_sheet_is_previewed_sent_and_undone() throws IOException {
        Path good = write("good.csv", "10001,x,36,50\n10002,x,36,60\n");
        assertThat(run("import", good.toString()).exitCode()).isZero();
        Path bad = write("bad.csv", "10001,x,36,5\n10002,x,36,60\n10003,x,36,1\n10003,x,37,y\n");

        CommandRun diff = run("diff", bad.toString(), "--send", "changed");
        assertThat(diff.exitCode()).as(diff.err()).isEqualTo(ExitCode.REJECTS);
        assertThat(diff.out())
                .contains("compared with what was sent last", "--fresh")
                .containsPattern("10001 +SL-10001 +x +36 +50 +→ +5 +-45")
                .contains("0 pieces more, 45 fewer; 0 sizes to 0, 0 new, 1 unchanged")
                .contains("2 rows are rejected or held\n", "row 5, column stock: 'y' is not a")
                .endsWith("Next      stockload import " + bad + " --send changed\n");

        CommandRun sent = run("import", bad.toString(), "--send", "changed");
        assertThat(sent.exitCode()).as(sent.err()).isEqualTo(ExitCode.REJECTS);
        String id = sent.runId();
        assertThat(run("diff", bad.toString(), "--send", "changed").out())
                .contains("Already imported by run " + id);

        CommandRun asked = run("undo", id);
        assertThat(asked.exitCode()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(asked.err()).contains("Nothing was sent", "--yes");
        assertThat(run("undo", id, "--product", "SL-10002", "--yes").err())
                .contains("has sent nothing of product 10002");
        assertThat(run("undo", id, "--product", "SL-1", "--yes").err())
                .contains("'SL-1' is no product id, item number or barcode");
        assertThat(run("undo", id, "--product", "SL-10001", "--json").out())
                .contains("\"restored\":1");
        assertThat(run("undo", "--json", "--product", "SL-10001", id).out())
                .contains("\"restored\":1");
        CommandRun undo = run("undo", id, "--yes");
        assertThat(undo.exitCode()).as(undo.err()).isZero();
        assertThat(undo.out())
                .containsPattern("10001 +SL-10001 +x +36 +5 +→ +50 +\\+45")
                .contains("1 size restored, 0 set to 0, 0 kept")
                .containsPattern("The result of each size: .*undo.csv");
        assertThat(undo.err()).contains(": undo of run " + id).doesNotContain("reading");
        assertThat(run("status", "--wide").out()).contains("undo of run " + id);
        String since = "by run %s, which was undone on ".formatted(id);
        String which = " by run " + undo.runId();
        assertThat(run("import", bad.toString(), "--send", "changed").out())
                .contains(
                        bad + " was already imported " + since, which + "; --again sends it again");
        assertThat(run("diff", bad.toString(), "--send", "changed").out())
                .contains("Already imported " + since, which + "; to send it again: stockload");
        assertThat(run("status", undo.runId()).out())
                .contains("Job undo, account sandbox, undo of run " + id)
                .doesNotContain("rows read");
        CommandRun again = run("undo", id, "--yes");
        assertThat(again.exitCode()).isZero();
        assertThat(again.out()).contains("has sent it since", "There is nothing to restore");
    }

    @Test
    void all_changes_go_into_a_sheet_or_one_json_document() throws IOException {
        StringBuilder rows = new StringBuilder();
        for (int size = 1; size <= 50; size++) {
            rows.append("10001,x,%d,%d%n".formatted(size, size));
        }
        Path sheet = write("many.csv", rows.toString());
        Path out = folder.resolve("changes.csv");
        CommandRun table = run("diff", sheet.toString(), "--out", out.toString());
        assertThat(table.out()).contains("… and 30 more sizes", "All changes: " + out);
        assertThat(Files.readAllLines(out)).hasSize(51);
        assertThat(Files.readAllLines(out).get(1)).isEqualTo("10001,SL-10001,x,1,,1,1,,");

        CommandRun json = run("diff", sheet.toString(), "--json");
        assertThat(json.exitCode()).isZero();
        JsonNode document = JsonMapper.shared().readTree(json.out());
        assertThat(document.at("/totals/new").asInt()).isEqualTo(50);
        assertThat(document.get("changes").size()).isEqualTo(50);
        try (Stream<Path> left = Files.list(folder.resolve("data"))) {
            assertThat(left).noneMatch(file -> file.toString().contains("diff-"));
        }
    }

    @Test
    void says_what_would_be_sent_if_no_stock_changes_and_out_must_be_a_sheet() throws IOException {
        Path two = write("two.csv", "10001,x,36,5\n10001,x,37,5\n");
        assertThat(run("import", two.toString()).exitCode()).isZero();
        Path one = write("one.csv", "10001,x,36,5\n");

        CommandRun diff = run("diff", one.toString(), "--send", "changed");
        assertThat(diff.out()).endsWith("Nothing would change, and nothing would be sent\n");
        assertThat(run("diff", one.toString()).out())
                .endsWith(
                        "No stock would change; 1 colour would be sent all the same\n"
                                + "Next      stockload import %s\n".formatted(one));

        Path pdf = folder.resolve("changes.pdf");
        CommandRun refused = run("diff", one.toString(), "--out", pdf.toString());
        assertThat(refused.exitCode()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(refused.err()).contains("--out", ".csv", ".xlsx", "changes.pdf");
        assertThat(pdf).doesNotExist();
    }

    @Test
    void a_job_is_compared_by_its_newest_sheet() {
        CommandRun diff = run("diff", "nightly-stock");
        assertThat(diff.exitCode()).as(diff.err()).isEqualTo(ExitCode.REJECTS);
        assertThat(diff.out())
                .contains(
                        "stock-2026-11-11.csv, the newest of 2 files compared with what the"
                                + " service")
                .endsWith("Next      stockload run nightly-stock\n");
    }

    @Test
    void a_job_is_compared_even_if_a_folder_has_its_name() throws IOException {
        assertThat(run("diff", "src").err()).contains("src", "it is a folder, not a file");

        Path beside = Files.createDirectory(Path.of("nightly-stock"));
        try {
            assertThat(run("diff", "nightly-stock").out())
                    .endsWith("Next      stockload run nightly-stock\n");
        } finally {
            Files.delete(beside);
        }
    }

    @Test
    void lists_what_only_the_service_rejects_and_the_warnings_of_the_sheet() throws IOException {
        Path sheet =
                Files.writeString(
                        folder.resolve("both.csv"),
                        """
                        pid,item no,colour,size,stock,note
                        10001,,x,36,5,soon
                        ,SL-1OOO2,x,36,6
                        10003,,x,36,1
                        ,SL-10003,x,36,2
                        10004,,x,36,1
                        10004,,X,37,1
                        """);
        String[] findings = {
            "Problems\n",
            "    row 3, column item no: 'SL-1OOO2' is not in the merchant's product list",
            "    row 4, column colour: 'x' of product 10003 is also in row 5",
            "    row 5, column colour: 'x' of product 10003 is also in row 4",
            "Warnings\n",
            "  A column with values was not read, because the header is not understood: F 'note'",
            "  row 7, column colour: 'X'"
        };
        CommandRun diff = run("diff", sheet.toString());
        assertThat(diff.exitCode()).as(diff.err()).isEqualTo(ExitCode.REJECTS);
        assertThat(diff.out())
                .contains("3 rows are rejected or held\n")
                .contains(findings)
                .endsWith("\n\nNext      stockload import " + sheet + "\n");

        CommandRun json = run("diff", sheet.toString(), "--json");
        assertThat(json.out()).startsWith("{\"base\"").doesNotContain("Problems");
        assertThat(json.err()).contains(findings);
    }

    @Test
    void a_sheet_with_headers_of_its_own_is_imported_with_the_same_options() throws IOException {
        Path own =
                Files.writeString(
                        folder.resolve("own.csv"),
                        "Article;Colour;Size;On hand\nSL-10001;x;36;5\nSL-10002;x;36;y\n");
        String options = " --columns 'item=Article,stock=On hand'";
        CommandRun diff = run("diff", own.toString(), "--columns", "item=Article,stock=On hand");
        assertThat(diff.out()).endsWith("Next      stockload import " + own + options + "\n");
    }

    @Test
    void refuses_what_cannot_be_compared_or_undone() {
        assertThat(run("diff", "none.csv").exitCode()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(run("diff", "none.csv").err()).contains("none.csv");
        assertThat(run("diff", "no-such-job").err()).contains("There is no job 'no-such-job'");
        CommandRun undo = run("undo", "no-such-run");
        assertThat(undo.exitCode()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(undo.err()).contains("There is no run 'no-such-run'");
    }

    Path write(String name, String rows) throws IOException {
        return Files.writeString(folder.resolve(name), HEADER + rows);
    }

    CommandRun run(String... arguments) {
        return CommandRun.inSandbox(folder, arguments);
    }
}
