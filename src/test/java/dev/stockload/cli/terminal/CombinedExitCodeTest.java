package dev.stockload.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

/** The exit code of a command that imports several sheets. */
class CombinedExitCodeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0 | 2 | false | 2 | nothing was sent
                    0 | 2 | true  | 1 | one sheet was sent, and another is not there
                    3 | 2 | true  | 1 | a sheet that is not there is no row that is rejected
                    3 | 0 | true  | 3 | all sheets were read
                    1 | 3 | true  | 1 | one is to be resumed
                    0 | 0 | true  | 0 | all is well
                    """)
    void a_sheet_that_cannot_be_used_does_not_look_like_rejected_rows(
            int one, int other, boolean sent, int code, String why) {
        assertThat(ExitCode.of(List.of(one, other), sent)).as(why).isEqualTo(code);
    }
}
