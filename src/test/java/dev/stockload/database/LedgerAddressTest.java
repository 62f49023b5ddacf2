package dev.stockload.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LedgerAddressTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    jdbc:h2:file:/srv/stock;PASSWORD=s3cret              | jdbc:h2:file:/srv/stock
                    jdbc:postgresql://db/stock?user=me&password=s3cret   | jdbc:postgresql://db/stock
                    jdbc:postgresql://me:s3cret@db/stock                 | jdbc:postgresql://db/stock
                    jdbc:postgresql://me:s3@cret@db:5432/stock           | jdbc:postgresql://db:5432/stock
                    """)
    void shows_its_place_without_the_password(String url, String shown) {
        LedgerAddress address = new LedgerAddress(url, "me", "pass2");

        assertThat(address).hasToString(shown);
        assertThat(address.hiddenIn("No driver takes " + url + " with pass2"))
                .isEqualTo("No driver takes " + shown + " with ***");
    }
}
