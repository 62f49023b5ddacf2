package dev.stockload.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.compare.ColourMatcher.Verdict;
import dev.stockload.merchant.StockEntry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.stream.Stream;

class ColourMatcherTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            emptyValue = "",
            textBlock =
                    """
                    Blue      | Blue       | UNKNOWN | it may keep both, or not
                    Blue,BLUE | Blue,BLUE  | OTHER   | it keeps both
                    Blue      | Blue,BLUE  | OTHER   | it keeps both, one put there by hand
                    Blue,BLUE | Blue       | SAME    | it keeps the first
                    Blue,BLUE | BLUE       | SAME    | it keeps the last
                    Blue      | blue       | SAME    | it has a spelling of its own
                    Blue      | Blue red   | ABSENT  | it has another colour
                    Blue      | ''         | ABSENT  | it has nothing
                    Blue      | BLUE,blue  | ABSENT  | it keeps two others
                    """)
    void tells_what_blue_is_to_another_spelling(
            String sent, String shown, Verdict verdict, String why) {
        ColourMatcher matcher =
                new ColourMatcher(List.of(sent.split(",")), List.of(), entries(shown));
        assertThat(matcher.compare("Blue")).as(why).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    BLUE | -          | blue      | blue  | a spelling that nobody sent
                    BLUE | Blue       | Blue      | -     | a spelling that may be another colour
                    BLUE | Blue,BLUE  | Blue      | Blue  | two that the service takes as one
                    BLUE | Blue,BLUE  | Blue,BLUE | BLUE  | two that it keeps
                    """)
    void finds_a_colour_by_the_name_that_the_service_gives_it(
            String name, String sent, String shown, String found, String why) {
        ColourMatcher matcher =
                new ColourMatcher(
                        sent == null ? List.of() : List.of(sent.split(",")),
                        List.of(name),
                        entries(shown));
        assertThat(matcher.entriesOf(name))
                .as(why)
                .extracting(StockEntry::color)
                .isEqualTo(found == null ? List.of() : List.of(found));
        assertThat(matcher.entriesAs(List.of(name)))
                .extracting(StockEntry::color)
                .as(why)
                .filteredOn(name::equals)
                .hasSize(found == null ? 0 : 1);
    }

    @Test
    void knows_names_by_case_spaces_and_unicode_form() {
        assertThat(ColourMatcher.key(" Wei\u00df  blau"))
                .isEqualTo(ColourMatcher.key("WEISS BLAU"));
        assertThat(ColourMatcher.key("E\u0301cru")).isEqualTo(ColourMatcher.key("\u00e9cru"));
        assertThat(ColourMatcher.key("navy")).isNotEqualTo(ColourMatcher.key("navy blue"));
    }

    private static List<StockEntry> entries(String names) {
        return Stream.of(names.split(","))
                .filter(name -> !name.isEmpty())
                .map(name -> new StockEntry("g", null, name, "36", 1))
                .toList();
    }
}
