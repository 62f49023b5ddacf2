package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.change.Previews;
import dev.stockload.imports.change.SizeHistory;
import dev.stockload.imports.change.StockHistory;
import dev.stockload.imports.read.StockDiff;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.problem.Problem;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** What a job sends is not what its sheet counts. */
@Timeout(120)
class StockRulesTest extends InNights {
    private static final Map<Integer, String> ITEMS =
            Map.of(1, "A-1", 2, "SL-20", 3, "SL-21", 4, "BX");

    @Tag("soak")
    @ParameterizedTest
    @ValueSource(ints = {11, 12, 13})
    void the_service_has_what_the_rules_leave_of_each_sheet(int seed) throws Exception {
        Random random = new Random(seed);
        ITEMS.forEach(nights.service::product);
        Map<String, Integer> counted = new TreeMap<>();
        String keys = "";
        for (int night = 0; night < 12; night++) {
            boolean otherSheet = night == 0 || random.nextInt(3) > 0;
            String before = keys;
            keys = night > 0 && random.nextBoolean() ? keys : keys(random);
            if (otherSheet) {
                counted.clear();
                sheet(random, night, counted);
            }
            int runs = nights.ledger.runs().size("");
            JobDefinition job =
                    nights.job(
                            "night",
                            "read: in/*.csv\nsend: changed\nmaxZeroed: 1\nminRows: 0\n" + keys);
            run(job, Optional.empty(), Optional.empty());

            assertThat(nights.ledger.runs().size("") > runs)
                    .as("night %d of %d: %s, before %s", night, seed, keys, before)
                    .isEqualTo(otherSheet || !keys.equals(before));
            expectOffered(counted, keys);
        }
        assertThat(nights.service.violations()).isEmpty();
    }

    private void sheet(Random random, int night, Map<String, Integer> counted) throws Exception {
        StringBuilder sheet = new StringBuilder("pid,colour,size,stock\n");
        for (int product : ITEMS.keySet()) {
            for (int size = 36; size < 39; size++) {
                int stock = random.nextInt(12);
                counted.put("%d red %d".formatted(product, size), stock);
                sheet.append("%d,red,%d,%d\n".formatted(product, size, stock));
            }
        }
        nights.sheet(
                "in/%02d.csv".formatted(night),
                sheet.append("1,x%d,36,1\n".formatted(night)).toString());
        nights.time.set(Duration.ofHours(24));
    }

    private static String keys(Random random) {
        StringBuilder keys = new StringBuilder();
        int below = random.nextInt(5);
        keys.append(
                "buffer: %d\nbelow: %d\ncap: %d\n"
                        .formatted(random.nextInt(4), below, 5 + random.nextInt(5)));
        if (random.nextBoolean()) {
            keys.append(
                    "rules: [ { items: \"SL-2*\", buffer: %d }, { items: \"S*\", buffer: 9 } ]\n"
                            .formatted(random.nextInt(6)));
        }
        return keys.toString();
    }

    /** By arithmetic of its own over the text of the definition. */
    private void expectOffered(Map<String, Integer> counted, String keys) {
        List<Integer> numbers = new ArrayList<>();
        for (String word : keys.split("\\D+")) {
            if (!word.isEmpty()) {
                numbers.add(Integer.valueOf(word));
            }
        }
        Map<String, Integer> there = new TreeMap<>();
        Map<String, Integer> expected = new TreeMap<>();
        counted.forEach(
                (place, stock) -> {
                    String[] words = place.split(" ");
                    boolean ruled = ITEMS.get(Integer.valueOf(words[0])).startsWith("SL-2");
                    // The numbers are buffer, below, cap; then the 2 of SL-2 and its buffer.
                    int left =
                            stock - (ruled && numbers.size() > 3 ? numbers.get(4) : numbers.get(0));
                    left = left < 0 || left < numbers.get(1) ? 0 : left;
                    expected.put(place, left > numbers.get(2) ? numbers.get(2) : left);
                    there.put(place, nights.service.pieces(words[0] + " " + words[1], words[2]));
                });
        assertThat(there).as(keys).isEqualTo(expected);
    }

    @Test
    void a_rule_is_shown_in_the_diff_counted_in_the_report_and_explained() throws Exception {
        nights.sheet("in/a.csv", HEADER + "1,red,36,9\n1,red,37,3\n1,red,38,70\n1,blue,36,0\n");
        JobDefinition job = nights.job("night", "read: in/*.csv\nbuffer: 2\nbelow: 3\ncap: 50\n");
        Path sheet = folder.resolve("in/a.csv");
        assertThat(
                        new Previews(nights.process, Caller.silent())
                                .ofOrder(
                                        job.order(sheet, "default", false, false),
                                        false,
                                        (done, all) -> {})
                                .diff()
                                .changes()
                                .filter(change -> change.rule() != null)
                                .map(StockDiff.Change::rule))
                .containsExactlyInAnyOrder(
                        "9 − 2 = 7", "3 − 2 = 1; below 3: 0", "70 − 2 = 68; cap 50: 50");

        run(job, Optional.empty(), Optional.empty());
        Run run = nights.ledger.runs().latest("night").orElseThrow();
        assertThat(nights.ledger.problems().warnings(run.id()))
                .extracting(Problem::message)
                .contains(
                        "The stock rules of the job withhold 25 pieces of 3 sizes, such as"
                                + " 9 − 2 = 7, 3 − 2 = 1; below 3: 0, 70 − 2 = 68; cap 50: 50");
        List<SizeHistory.OfColour> colours =
                new StockHistory(nights.process, Caller.silent())
                        .ofBook(StockHistory.Question.of("default", "1", null, null, 9))
                        .colours();
        assertThat(colours.toString())
                .contains("(the sheet has 9; buffer 2: 7)")
                .contains("(the sheet has 3; buffer 2: 1; below 3: 0)")
                .doesNotContain("the sheet has 0");
    }

    @Test
    void an_export_of_what_is_offered_is_not_offered_without_a_warning() throws Exception {
        nights.sheet(
                "in/a.csv", "Product ID,Item number,Colour,Size,Stock,Barcode\n1,A-1,red,36,7,\n");
        run(nights.job("night", "read: in/*.csv\nbuffer: 2\n"), Optional.empty(), Optional.empty());
        Run run = nights.ledger.runs().latest("night").orElseThrow();
        assertThat(nights.ledger.problems().warnings(run.id()))
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("columns of an export");
    }
}
