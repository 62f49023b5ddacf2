package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.check.StatusReport;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.StrictService.Folding;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** Nights in which a sheet spells a colour anew, at services that take both spellings as one. */
class SpelledAnewTest extends Nights {
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void a_size_that_leaves_as_its_colour_is_spelled_anew_is_told(Folding folding)
            throws IOException {
        warehouse.service.fold(folding);
        night(MissingMode.TELL, "1,Red,36,5", "1,Red,37,2");
        Result second = night(MissingMode.TELL, "1,red,36,4");
        assertThat(second.report().missing().sizes()).isPositive();
        for (int stock = 3; stock > 1; stock--) {
            Result next = night(MissingMode.TELL, "1,red,36," + stock);
            assertThat(next.report().missing()).isEqualTo(new StatusReport.Missing(1, 1, 2, 0));
        }
        assertThat(stockOfRed()).isEqualTo(Map.of("36", 2, "37", 2));

        night(MissingMode.ZERO, "1,red,36,1");
        assertThat(stockOfRed()).isEqualTo(Map.of("36", 1, "37", 0));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void a_size_that_leaves_as_its_colour_is_spelled_anew_is_zeroed_at_once(Folding folding)
            throws IOException {
        warehouse.service.fold(folding);
        night(MissingMode.ZERO, "1,Red,36,5", "1,Red,37,2", "2,red,36,50");
        night(MissingMode.ZERO, "1,red,36,4", "2,red,36,50");
        assertThat(stockOfRed()).isEqualTo(Map.of("36", 4, "37", 0));

        Result back = night(MissingMode.ZERO, "1,Red,36,4", "2,red,36,50");
        assertThat(back.report().missing()).isEqualTo(StatusReport.Missing.NONE);
        assertThat(stockOfRed()).isEqualTo(Map.of("36", 4, "37", 0));
    }

    /** What the service has of it, which is one colour there, by whatever name. */
    private Map<String, Integer> stockOfRed() {
        Map<String, Integer> sizes = new TreeMap<>();
        for (String name : new String[] {"Red", "red", "RED"}) {
            sizes.putAll(stockOf(1, name));
        }
        return sizes;
    }
}
