package dev.stockload.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.ReadyLedger;
import dev.stockload.merchant.Account;
import dev.stockload.service.AccountIdentities.Identity;
import dev.stockload.service.AccountIdentities.Sameness;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Instant;

class AccountIdentitiesTest {
    @TempDir Path folder;

    @AutoClose private Ledger ledger;

    @BeforeEach
    void open() throws Exception {
        ledger = ReadyLedger.in(folder);
    }

    @ParameterizedTest
    @CsvSource({
        "https://shop.example/api, https://SHOP.example/api",
        "https://shop.example/api, https://shop.example:443/api/",
        "https://shop.example/api, https://shop.example./api",
        "https://shop.example/api, https://shop.example/api/.",
        "https://shop.example/api, https://shop.example/x/../api",
        "https://shop.example/api, https://shop.example/../api",
        "https://shop.example/api, https://shop.example//api",
        "https://shop.example/api, https://shop.example/%61pi",
        "https://käse.example, https://xn--kse-qla.example/",
        "http://localhost:8080, http://LOCALHOST:8080/./",
        "http://localhost, http://localhost:80/",
        "http://my_shop, http://my_shop:/",
    })
    void spellings_of_one_address_are_one_store(String one, String other) {
        new AccountIdentities(ledger).remember("north", identity(one), Instant.EPOCH);
        assertThat(new AccountIdentities(ledger).otherName("south", identity(other)))
                .contains("north");
        assertThat(new AccountIdentities(ledger).compare("north", identity(other)))
                .isEqualTo(Sameness.SAME);
    }

    @ParameterizedTest
    @CsvSource({
        "https://shop.example/api, http://shop.example/api",
        "https://shop.example/api, https://shop.example:8443/api",
        "https://shop.example/api, https://shop.example/api/v2",
        "https://shop.example/api, https://shop.example.org/api",
        "https://shop.example/api, https://shop.example/API",
        "http://localhost:8080, http://127.0.0.1:8080",
    })
    void another_address_is_asked_about_and_is_no_store_of_another_name(String one, String other) {
        new AccountIdentities(ledger).remember("north", identity(one), Instant.EPOCH);
        assertThat(new AccountIdentities(ledger).otherName("south", identity(other)))
                .contains("north");
        assertThat(new AccountIdentities(ledger).compare("north", identity(other)))
                .isEqualTo(Sameness.MOVED);
    }

    @Test
    void sandboxes_have_the_same_credentials_and_count_with_their_address() {
        Identity one = sandbox("http://127.0.0.1:8085");
        Identity other = sandbox("http://127.0.0.1:8086");
        new AccountIdentities(ledger).remember("north", one, Instant.EPOCH);
        assertThat(new AccountIdentities(ledger).otherName("south", other)).isEmpty();
        assertThat(new AccountIdentities(ledger).otherName("south", one)).contains("north");
    }

    @Test
    void another_token_may_be_another_store() {
        new AccountIdentities(ledger)
                .remember("north", identity("https://a.example"), Instant.EPOCH);
        Identity other = new Identity("https://a.example", "app", "another");
        assertThat(new AccountIdentities(ledger).otherName("south", other)).isEmpty();
    }

    private static Identity sandbox(String address) {
        return new Identity(address, Account.SANDBOX_APP_ID, "sandbox-token");
    }

    private static Identity identity(String address) {
        return new Identity(address, "app", "token");
    }
}
