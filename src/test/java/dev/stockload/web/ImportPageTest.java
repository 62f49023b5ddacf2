package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.runs.ResumeOptions;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

@Tag("soak")
class ImportPageTest {
    private static final String ODD =
            "Artikel;Farbton;Gr;Vorrat\n10001;rot;36;5\n10001;rot;37;x\n10002;blau;38;0\n";

    @TempDir static Path home;
    @AutoClose private static Shop shop;

    @BeforeAll
    static void open() throws IOException {
        shop = new Shop(home);
    }

    @Test
    void shows_how_an_uploaded_sheet_was_read() throws IOException {
        HttpResponse<String> page =
                shop.visitor()
                        .drop(
                                "warehouse.xlsx",
                                Files.readAllBytes(Path.of("sample-data/warehouse.xlsx")));
        assertThat(page.body())
                .contains("warehouse.xlsx", "Excel workbook (.xlsx)", "long (a row per size)")
                .contains("4,253", "colours to send", "Size is not a number like 36")
                .contains("Import ");
    }

    @Test
    void stores_a_sheet_by_its_content_and_never_by_its_name() throws IOException {
        String page =
                shop.visitor()
                        .drop("../../../oops<b>.csv", "pid,colour,size,stock\n1,a,36,1\n")
                        .body();
        assertThat(page).contains("oops&lt;b&gt;.csv").doesNotContain("<b>.csv");
        try (Stream<Path> all = Files.walk(home)) {
            assertThat(all.map(path -> path.getFileName().toString()))
                    .noneMatch(name -> name.contains("oops"));
        }
        try (Stream<Path> kept = Files.list(shop.data.resolve("uploads"))) {
            assertThat(kept.map(path -> path.getFileName().toString()))
                    .allMatch(name -> name.matches("[0-9a-f]{64}"));
        }
    }

    @Test
    void lets_the_user_choose_the_columns() throws IOException {
        Visitor visitor = shop.visitor();
        HttpResponse<String> dropped = visitor.drop("odd.csv", ODD);
        assertThat(dropped.body())
                .contains("odd.csv has no header", "choose a column")
                .contains("<option value=\"Vorrat\">");
        String at = dropped.uri().getPath();
        String corrected =
                visitor.getPart(
                                at
                                        + "/check?column-product=Artikel&column-colour=Farbton&column-size=Gr&column-stock=Vorrat")
                        .body();
        assertThat(corrected)
                .doesNotContain("has no header", "<html")
                .contains("colours to send", "semicolon", "Stock is not a whole number");
    }

    @Test
    void what_was_chosen_is_kept_for_the_sheet_and_for_the_next_one_with_its_header()
            throws IOException {
        Visitor visitor = shop.visitor();
        String rows = "Modell,Ton,Breite,Menge\n10009,rot,XL,1\n";
        String at = visitor.drop("first.csv", rows).uri().getPath();
        visitor.post(
                at + "/check",
                at,
                "column-product",
                "Modell",
                "column-colour",
                "Ton",
                "column-size",
                "Breite",
                "column-stock",
                "Menge",
                "as:size:XL",
                "44");
        assertThat(visitor.get(at).body()).contains("is read as", "Import 1 colour");

        String next = visitor.drop("next.csv", rows + "10009,blau,XL,3\n").body();
        assertThat(next).contains("is read as", "Import 2 colours");
    }

    @Test
    void nothing_is_imported_that_somebody_else_reads_otherwise_since_it_was_shown()
            throws IOException {
        Visitor one = shop.visitor();
        Visitor other = shop.visitor();
        String sheet = "pid,colour,size,stock\n10009,two,XL,1\n10009,one,36,1\n";
        String at = one.drop("two people.csv", sheet).uri().getPath();
        String shown = reading(one.get(at).body());
        String read = other.post(at + "/check", at, "reading", shown, "as:size:XL", "46").body();
        assertThat(read).doesNotContain("Somebody else");

        String told = one.post(at + "/start", at, "reading", shown).body();

        assertThat(told).contains("Somebody else has changed how this sheet is read", "46");
        assertThat(one.get("/runs").body()).doesNotContain("two people.csv");
        assertThat(one.post(at + "/check", at, "reading", shown, "as:size:XL", "44").body())
                .contains("Somebody else has changed how this sheet is read", "44");
        assertThat(one.post(at + "/start", at, "reading", reading(one.get(at).body())).uri())
                .asString()
                .contains("/runs/");
    }

    @Test
    void who_corrects_the_same_run_finds_what_another_person_has_chosen() throws Exception {
        String rows = "pid,colour,size,stock\n10009,both,XL,1\n10008,both,36,1\n";
        String run = "/runs/" + shop.imported(shop.write("both.csv", rows));
        correct(shop.visitor(), run);
        assertThat(shop.visitor().post(run + "/correct", run).body()).contains("is read as");
    }

    @Test
    void the_columns_of_a_sheet_without_a_header_are_chosen_by_their_first_values()
            throws IOException {
        Visitor visitor = shop.visitor();
        String at = visitor.drop("bare.csv", "10009,rot,36,1\n10009,rot,37,2\n").uri().getPath();
        visitor.post(at + "/check", at, "header", "none");
        assertThat(visitor.get(at).body()).contains("<option value=\"C\">C: 36</option>");
    }

    @Test
    void a_sheet_that_is_dropped_again_after_a_newer_one_is_imported_by_hand() throws Exception {
        String rows = "pid,colour,size,stock\n10009,late,XL,1\n10008,late,36,1\n";
        String run = "/runs/" + shop.imported(shop.write("late.csv", rows));
        Visitor visitor = shop.visitor();
        String at = correct(visitor, run);
        shop.imported(shop.write("newer.csv", rows.replace("late", "newer")));
        assertThat(visitor.get(at).body())
                .contains("can no longer be corrected")
                .doesNotContain("id=\"import-now\"");

        assertThat(visitor.drop("late.csv", rows).body())
                .doesNotContain("can no longer be corrected")
                .contains("is read as", "Import 2 colours");
    }

    private static String correct(Visitor visitor, String run) throws IOException {
        String at = visitor.post(run + "/correct", run).uri().getPath();
        visitor.post(at + "/check", at, "as:size:XL", "44");
        return at;
    }

    private static String reading(String page) {
        return page.replaceAll("(?s).*name=\"reading\" value=\"([^\"]+)\".*", "$1");
    }

    @Test
    void saves_a_mapping_as_a_job_that_can_be_run() throws IOException {
        Visitor visitor = shop.visitor();
        String at = visitor.drop("odd.csv", ODD).uri().getPath();
        shop.write("tonight.csv", ODD.replace("10001;rot;37;x\n", ""));
        String[] form = {
            "column-product", "Artikel",
            "column-colour", "Farbton",
            "column-size", "Gr",
            "column-stock", "Vorrat",
            "job", "tonight",
            "read", "tonight.csv",
            "schedule", "30 1 * * 1-5"
        };
        String jobs = visitor.post(at + "/job", at, form).body();
        assertThat(jobs).contains("tonight", "<code>30 1 * * 1-5</code>");
        assertThat(home.resolve("jobs/tonight.yml"))
                .content()
                .contains("product: Artikel", "stock: Vorrat", "read: tonight.csv");
        assertThat(visitor.post(at + "/job", at, form).body())
                .contains("There is already a job &#39;tonight&#39;");
        assertThat(visitor.post("/jobs/tonight/run", "/jobs").body())
                .contains("tonight.csv", "tonight");
    }

    @Test
    void shows_the_fault_of_a_job_and_keeps_what_was_typed() throws IOException {
        Visitor visitor = shop.visitor();
        String at = visitor.drop("good.csv", "pid,colour,size,stock\n1,a,36,1\n").uri().getPath();
        String[] form = {"job", "half", "read", "x.csv", "schedule", "sometimes"};
        String page = visitor.post(at + "/job", at, form).body();
        assertThat(page).contains("is not a cron line", "value=\"sometimes\"", "value=\"half\"");
        assertThat(home.resolve("jobs/half.yml")).doesNotExist();
    }

    @Test
    void imports_an_uploaded_sheet_once() throws Exception {
        Visitor visitor = shop.visitor();
        String sheet = "商品ID,颜色,尺码,库存\n10003,黑色,36,4\n";
        HttpResponse<String> dropped =
                visitor.drop("夜间.csv", sheet.getBytes(Charset.forName("GB18030")));
        assertThat(dropped.body()).contains("夜间.csv", "GB18030");
        String at = dropped.uri().getPath();
        HttpResponse<String> run = visitor.post(at + "/start", at);
        assertThat(run.uri().getPath()).startsWith("/runs/");
        assertThat(run.body()).contains("夜间.csv");
        String id = run.uri().getPath().replace("/runs/", "");
        shop.ended(shop.queue.resume(id, ResumeOptions.forced(false)));
        assertThat(visitor.get(at).body()).contains("was imported before");
        assertThat(visitor.post(at + "/start", at).body()).contains("nothing was sent");
        HttpResponse<String> odd = visitor.post(at + "/start", at, "encoding", "klingon");
        assertThat(odd.statusCode()).isEqualTo(400);
        assertThat(odd.body())
                .contains("encoding is &#39;klingon&#39;, which is not a known encoding");
    }

    @Test
    void says_that_a_file_is_not_a_sheet() throws IOException {
        String page =
                shop.visitor()
                        .drop(
                                "picture.xlsx",
                                new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0})
                        .body();
        assertThat(page).contains("picture.xlsx is ").doesNotContain(shop.data.toString());
        assertThat(shop.visitor().drop("nothing.csv", new byte[0]).body()).contains("is empty");
    }

    @Test
    void does_not_use_a_row_of_stock_as_the_header() throws IOException {
        Visitor visitor = shop.visitor();
        String page = visitor.drop("bare.csv", "10001,red,36,5\n10001,red,37,4\n").uri().getPath();
        String chosen =
                visitor.get(
                                page
                                        + "?column-product=10001&column-colour=red&column-size=36"
                                        + "&column-stock=5")
                        .body();
        assertThat(chosen)
                .contains("row 1 is a row of stock and would be lost")
                .contains("Put a row with the names of the columns above it")
                .doesNotContain("id=\"import-now\"");
    }

    @Test
    void shows_the_warnings_of_rows() throws IOException {
        String page =
                shop.visitor()
                        .drop(
                                "spelled.csv",
                                "pid,colour,size,stock\n10001,Red,36,5\n10001,red,37,4\n")
                        .body();
        assertThat(page).contains("<details class=\"warnings\">", "row 3, column colour");
    }
}
