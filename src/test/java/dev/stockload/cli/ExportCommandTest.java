package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.imports.StrictService;

import org.apache.poi.ss.usermodel.DataValidation;
import org.apache.poi.ss.usermodel.WorkbookFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/** {@code export} and {@code template}: sheets that are made instead of read. */
@Tag("soak")
class ExportCommandTest {
    @AutoClose private final StrictService service;

    @TempDir Path folder;

    ExportCommandTest() throws IOException {
        service = new StrictService(InstantSource.system(), false);
    }

    @BeforeEach
    void start() {
        service.product(7, "AB-100");
        service.product(8, "0042");
        service.put(7, "red", "36", 5);
        service.put(7, "red", "37-38", 0);
        service.put(8, "Café, \"au\" lait", "36", 7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"all.xlsx", "all.csv"})
    void what_is_exported_imports_with_no_change(String name) {
        Path sheet = folder.resolve(name);
        CommandRun exported = run("export", sheet.toString());
        assertThat(exported.exitCode()).as(exported.err()).isZero();
        assertThat(exported.out()).isEqualTo("3 sizes of 2 products: %s\n".formatted(sheet));

        CommandRun changes = run("diff", sheet.toString(), "--json");
        assertThat(changes.out())
                .contains("\"unchanged\":3", "\"changes\":[]", "\"more\":0", "\"fewer\":0");
        assertThat(changes.exitCode()).as(changes.err()).isZero();
    }

    @Test
    void what_was_accepted_is_exported_without_asking_the_service() throws IOException {
        Path sheet = folder.resolve("sent.csv");
        Files.writeString(sheet, "pid,colour,size,stock,barcode\n8,blue,40,3,4006381333931\n");
        assertThat(run("import", sheet.toString()).exitCode()).isZero();
        service.put(8, "blue", "40", 1);

        Path known = folder.resolve("known.csv");
        assertThat(run("export", known.toString(), "--known", "--product", "8").exitCode())
                .isZero();
        assertThat(Files.readString(known))
                .contains("8,0042,blue,40,3,4006381333931")
                .doesNotContain("red");
    }

    @Test
    void what_no_sheet_can_have_is_left_out_and_listed() {
        service.put(7, "blue", "36.5", 1);
        service.put(7, "blue", "39", 1);
        service.put(7, "blue", "39-40", 1);

        CommandRun exported = run("export", folder.resolve("all.csv").toString());
        assertThat(exported.out())
                .startsWith("4 sizes of 2 products: ")
                .contains("2 sizes are left out", "7 blue 36.5, 7 blue 39-40");
        assertThat(exported.exitCode()).isEqualTo(ExitCode.REJECTS);
    }

    @Test
    void a_file_that_cannot_be_written_is_refused_before_anything_is_read() {
        assertThat(run("export", "stock.ods").err())
                .startsWith("The file is .xlsx or .csv, but this is 'stock.ods'");
        assertThat(run("export", folder.resolve("no/stock.csv").toString()).exitCode())
                .isEqualTo(ExitCode.UNUSABLE);
    }

    @Test
    void a_template_offers_the_products_and_checks_what_is_typed() throws IOException {
        Path sheet = folder.resolve("empty.xlsx");
        CommandRun written = run("template", sheet.toString());
        assertThat(written.out()).isEqualTo("An empty sheet for 2 products: %s\n".formatted(sheet));
        try (var book = WorkbookFactory.create(sheet.toFile())) {
            List<? extends DataValidation> checks = book.getSheetAt(0).getDataValidations();
            assertThat(checks).hasSize(4);
            assertThat(checks.get(2).getValidationConstraint().getFormula1())
                    .contains("INT(LEFT(C4,FIND(\"-\",C4)-1))")
                    .doesNotContain("%")
                    .hasSizeLessThan(255);
            assertThat(book.getSheet("Products").getRow(2).getCell(0).getStringCellValue())
                    .isEqualTo("0042");
        }
        assertThat(run("check", sheet.toString()).err()).contains("no rows below it");
    }

    private CommandRun run(String... args) {
        return CommandRun.in(folder, service, args);
    }
}
