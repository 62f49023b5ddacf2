package dev.stockload.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.merchant.StockEntry;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.stream.Stream;

class StockListEvidenceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    36=5 37=2   | -         | 36=5 37=2           | SENT
                    36=5 37=2   | -         | 36=5 37=2 41=9      | SENT
                    36=5 37=2   | -         | -                   | NOT_SENT
                    36=5 37=2   | -         | 41=9                | NOT_SENT
                    36=5 37=2   | -         | 36=5                | UNCLEAR
                    36=5 37=2   | -         | 36=5 37=9           | UNCLEAR
                    36=5 37=2   | 36=1      | 36=1                | NOT_SENT
                    36=5 37=2   | 36=1      | 36=1 37=2           | UNCLEAR
                    36=5 37=2   | 36=1      | -                   | NOT_SENT
                    36=5 37=2   | 36=1      | 36=3                | UNCLEAR
                    36=5 37=2   | 36=1 37=1 | 36=5 37=1           | UNCLEAR
                    36=5 37=2   | 36=5 37=2 | 36=5 37=2           | SENT
                    36-38=4     | -         | 36-38=4             | SENT
                    36-38=4     | -         | 36=4 37=4 38=4      | SENT
                    36-38=4     | -         | 36=4 37=4           | UNCLEAR
                    36-38=4     | -         | 36=4 37=1 38=4      | UNCLEAR
                    36-38=4     | 36-38=2   | 36=2 37=2 38=2      | NOT_SENT
                    36-38=4     | 36-38=2   | 36=4 37=4 38=2      | UNCLEAR
                    """)
    void tells_what_became_of_a_colour(
            String request, String before, String there, StockListEvidence shown) {
        PackedSizes last = before == null ? null : PackedSizes.of(sizes(before));
        assertThat(StockListEvidence.of(PackedSizes.of(sizes(request)), last, entries(there)))
                .isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    36=5 37=2   | 36=5 37=2           | true
                    36=5 37=2   | 36=4 37=0 41=9      | true
                    36=5 37=2   | 36=5 37=3           | false
                    36=5 37=2   | 36=4                | false
                    36=5 37=2   | -                   | false
                    36-38=4     | 36=4 37=1 38=0      | true
                    36-38=4     | 36-38=3             | true
                    36-38=4     | 36=4 37=1           | false
                    """)
    void knows_a_new_colour_of_which_some_is_sold(String request, String there, boolean sent) {
        assertThat(StockListEvidence.isSentAndSold(PackedSizes.of(sizes(request)), entries(there)))
                .isEqualTo(sent);
    }

    @Test
    void looks_at_barcodes_too() {
        PackedSizes sizes = PackedSizes.of(List.of(new SizeStock(new Size(36, 36), 5, "690")));
        StockEntry same = new StockEntry("g", "690", "red", "36", 5);
        StockEntry other = new StockEntry("g", "691", "red", "36", 5);
        assertThat(StockListEvidence.of(sizes, null, List.of(same)))
                .isEqualTo(StockListEvidence.SENT);
        assertThat(StockListEvidence.of(sizes, null, List.of(other)))
                .isEqualTo(StockListEvidence.UNCLEAR);
    }

    private static List<SizeStock> sizes(String text) {
        return Stream.of(text.split(" "))
                .map(part -> part.split("="))
                .map(
                        part ->
                                new SizeStock(
                                        Size.parse(part[0]).orElseThrow(),
                                        Integer.parseInt(part[1]),
                                        null))
                .toList();
    }

    private static List<StockEntry> entries(String text) {
        return text == null
                ? List.of()
                : Stream.of(text.split(" "))
                        .map(part -> part.split("="))
                        .map(
                                part ->
                                        new StockEntry(
                                                "g",
                                                null,
                                                "red",
                                                part[0],
                                                Integer.parseInt(part[1])))
                        .toList();
    }
}
