package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.change.Previews.ImportPreview;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.read.NewColours.NewColour;
import dev.stockload.problem.Problem;
import dev.stockload.runs.Run;
import dev.stockload.sheet.Correction;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;

/** A colour that a product does not have yet stays for ever: it is reported, or held. */
class NewColoursTest extends Nights {
    private NewColourMode mode = NewColourMode.SEND;
    private Set<Correction> values = Set.of();

    @Override
    ImportOrder order(Path file, MissingMode missing) {
        ImportOrder order = super.order(file, missing);
        ImportOptions options = order.options().reading(reading()).newColours(mode);
        return Orders.order("nightly", "default", file, options);
    }

    private SheetOptions reading() {
        return new SheetOptions(null, null, null, null, Set.of(), values);
    }

    @Test
    void a_new_colour_is_reported_with_the_one_that_may_be_meant() throws IOException {
        Result first = night(MissingMode.REPORT, "1,Navy,36,5", "1,Red,36,2");
        assertThat(warnings(first)).as("the product had none").isEmpty();

        Result next = night(MissingMode.REPORT, "1,Mint,36,5", "1,Nvay,36,5", "2,Nvay,36,5");

        assertThat(warnings(next))
                .contains(
                        "2 new colours: 'Nvay' is new in A-1, which has Navy; 'Mint' is new in"
                                + " A-1");
        assertThat(next.report().rows().accepted()).isEqualTo(3);
        assertThat(stockOf(1, "Nvay")).isEqualTo(Map.of("36", 5));
        assertThat(warnings(night(MissingMode.REPORT, "1,Mint,36,5", "1,Nvay,36,4")).toString())
                .doesNotContain("new colour");
    }

    @Test
    void a_preview_names_new_colours_also_of_products_that_are_only_in_the_shop()
            throws IOException {
        warehouse.service.put(1, "Navy", "40", 3);

        ImportPreview preview = preview("1,Nvay,36,5", "1,Nvay,37,5", "1,Mint,36,1", "2,Nvay,36,1");

        assertThat(preview.diff().newColours())
                .extracting(NewColour::color, NewColour::near, each -> each.rows().size())
                .containsExactly(tuple("Nvay", "Navy", 2), tuple("Mint", null, 1));
        assertThat(preview.warning().orElseThrow()).contains("2 new colours: 'Nvay' is new in A-1");
    }

    @Test
    void a_near_colour_that_the_sheet_has_too_is_not_meant() throws IOException {
        night(MissingMode.REPORT, "1,Navy,36,5");
        mode = NewColourMode.HOLD;
        Result next = night(MissingMode.REPORT, "1,Navy,36,5", "1,Nvay,36,5");
        assertThat(warnings(next)).contains("1 new colour: 'Nvay' is new in A-1");
        assertThat(stockOf(1, "Nvay")).isNotEmpty();
    }

    @Test
    void holds_a_near_colour_until_a_person_says_yes() throws IOException {
        mode = NewColourMode.HOLD;
        night(MissingMode.ZERO, "1,Navy,36,5", "1,Red,36,2");
        Path sheet = sheet("1,Nvay,36,7", "1,Mint,36,1", "1,Red,36,2");
        Result held = warehouse.start(order(sheet, MissingMode.ZERO));

        assertThat(stockOf(1, "Nvay")).isEmpty();
        assertThat(stockOf(1, "Mint")).isEqualTo(Map.of("36", 1));
        assertThat(stockOf(1, "Navy")).as("it may be meant, so it is not missing").containsValue(5);
        assertThat(held.run().tally().rowsToCorrect()).isOne();
        assertThat(problems(held.run()))
                .containsExactly(
                        "colour.new: row 2, column colour: 'Nvay' is new in A-1, which has Navy:"
                                + " correct it, or say that it is really new (values: { colour:"
                                + " { Nvay: Nvay } })");
        assertThat(Files.readString(folderOf(held).resolve("rejected.csv")))
                .contains("1,Nvay,36,7");

        values = Set.of(new Correction(HeaderField.COLOUR, "Nvay", "Nvay", null));
        Run run = held.run();
        Result yes = warehouse.start(ImportOrder.correcting(run, sheet, reading()));

        assertThat(stockOf(1, "Nvay")).isEqualTo(Map.of("36", 7));
        assertThat(yes.run().tally().rowsToCorrect()).isZero();
        assertThat(warnings(yes)).contains("1 new colour: 'Nvay' is new in A-1");
    }

    @Test
    void a_held_colour_is_sent_as_the_one_that_was_meant() throws IOException {
        mode = NewColourMode.HOLD;
        night(MissingMode.REPORT, "1,Navy,36,5");
        Path sheet = sheet("1,Nvay,36,7", "1,Nvay,37,2");
        Run held = warehouse.start(order(sheet, MissingMode.REPORT)).run();
        assertThat(held.tally().rowsToCorrect()).isEqualTo(2);

        values = Set.of(new Correction(HeaderField.COLOUR, "Nvay", "Navy", null));
        warehouse.start(ImportOrder.correcting(held, sheet, reading()));

        assertThat(stockOf(1, "Navy")).isEqualTo(Map.of("36", 7, "37", 2));
        assertThat(stockOf(1, "Nvay")).isEmpty();
    }

    @Test
    void the_rejects_file_of_a_job_that_holds_new_colours_holds_them_too_when_a_person_imports_it()
            throws IOException {
        mode = NewColourMode.HOLD;
        night(MissingMode.REPORT, "1,Navy,36,5");
        Result held = night(MissingMode.REPORT, "1,Nvay,36,7", "2,Mint,XL,1");
        Path rejects = folderOf(held).resolve("rejected.csv");
        assertThat(Files.readString(rejects))
                .startsWith("\uFEFFpid,colour,size,stock,Row,Problem (new colours are held)\r\n");
        Path corrected =
                Files.writeString(
                        folder.resolve("rejected.csv"),
                        Files.readString(rejects).replace("XL", "38"));

        Result again = warehouse.start(Orders.byHand("default", corrected));
        assertThat(stockOf(1, "Nvay")).isEmpty();
        assertThat(stockOf(2, "Mint")).isEqualTo(Map.of("38", 1));
        Path twice = folderOf(again).resolve("rejected.csv");
        assertThat(Files.readString(twice)).contains("Problem (new colours are held)", "1,Nvay");

        values = Set.of(new Correction(HeaderField.COLOUR, "Nvay", "Nvay", null));
        warehouse.start(ImportOrder.correcting(again.run(), corrected, reading()));
        assertThat(stockOf(1, "Nvay")).isEqualTo(Map.of("36", 7));
    }

    @Test
    void before_it_holds_it_looks_at_what_a_product_has_that_was_never_sent() throws IOException {
        mode = NewColourMode.HOLD;
        warehouse.service.put(1, "Navy", "40", 3);
        Result held = night(MissingMode.REPORT, "1,Nvay,36,5", "2,Nvay,36,5");
        assertThat(stockOf(1, "Nvay")).isEmpty();
        assertThat(stockOf(2, "Nvay")).isNotEmpty();
        assertThat(held.run().tally().rowsToCorrect()).isOne();
    }

    @Test
    void before_a_new_colour_is_sent_it_looks_at_colours_that_others_have_added()
            throws IOException {
        night(MissingMode.REPORT, "1,Red,36,5");
        warehouse.service.put(1, "Navy", "40", 3);
        mode = NewColourMode.HOLD;
        Result held = night(MissingMode.REPORT, "1,Red,36,5", "1,Nvay,36,5");
        assertThat(stockOf(1, "Nvay")).isEmpty();
        assertThat(held.run().tally().rowsToCorrect()).isOne();
    }

    @Test
    void another_mode_imports_the_same_sheet_again() throws IOException {
        mode = NewColourMode.HOLD;
        night(MissingMode.REPORT, "1,Navy,36,5");
        Path sheet = sheet("1,Nvay,36,7");
        warehouse.start(order(sheet, MissingMode.REPORT));
        mode = NewColourMode.SEND;
        warehouse.start(order(sheet, MissingMode.REPORT));
        assertThat(stockOf(1, "Nvay")).isEqualTo(Map.of("36", 7));
    }

    private ImportPreview preview(String... rows) throws IOException {
        return warehouse
                .previews()
                .ofOrder(order(sheet(rows), MissingMode.REPORT), false, (at, of) -> {});
    }

    private List<String> problems(Run run) {
        return StreamSupport.stream(
                        warehouse.ledger.problems().inOrder(run.id()).spliterator(), false)
                .map((Problem each) -> each.code() + ": " + each)
                .toList();
    }
}
