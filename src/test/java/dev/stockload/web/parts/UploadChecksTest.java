package dev.stockload.web.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.check.CheckedSheet;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.web.parts.SheetTurn.UploadChecks;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

class UploadChecksTest {
    @TempDir Path home;

    @Test
    void reads_a_sheet_once_while_its_options_stay_the_same() throws IOException {
        UploadChecks checks = new UploadChecks(new SheetTurn(), 1 << 20);
        Uploads.Upload upload = upload(10);
        CheckedSheet first = checks.check(upload, SheetOptions.none());
        assertThat(first.rows()).isEqualTo(10);
        assertThat(checks.check(upload, SheetOptions.none())).isSameAs(first);
        SheetOptions others = new SheetOptions(null, Map.of(), "UTF-8", null, Set.of());
        assertThat(checks.check(upload, others)).isNotSameAs(first);
    }

    @Test
    void refuses_a_too_large_sheet_with_a_sentence() throws IOException {
        Uploads.Upload upload = upload(5000);
        UploadChecks checks = new UploadChecks(new SheetTurn(), 1 << 20);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> checks.check(upload, SheetOptions.none()))
                    .isInstanceOf(UnusableSheetException.class)
                    .hasMessageStartingWith(
                            "night.csv does not fit into the 1 MB that a check in the console may"
                                    + " take: its first 2,047 rows have 2,047 different colours")
                    .hasMessageEndingWith("Import it with: stockload import FILE");
        }
    }

    private Uploads.Upload upload(int rows) throws IOException {
        StringBuilder sheet = new StringBuilder("pid,colour,size,stock\n");
        for (int row = 0; row < rows; row++) {
            sheet.append(row + 1).append(",black,36,1\n");
        }
        Path file = Files.writeString(home.resolve("sheet.csv"), sheet);
        return new Uploads.Upload("0".repeat(64), "night.csv", file);
    }
}
