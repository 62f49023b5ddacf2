package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.book.rules.Work;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.StrictService.Fault;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.service.AccountIdentities;
import dev.stockload.service.AccountIdentities.UnusableAccountException;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;

/** An account is a store at a service, whatever its name. */
class AccountIdentityTest extends InEachWarehouse {
    @Test
    void another_service_under_the_same_name_is_refused_until_the_account_is_moved()
            throws IOException {
        Path file = warehouse.sheet("a.csv", 3, 2);
        warehouse.start(file);
        try (StrictService real = new StrictService(warehouse.time, false)) {
            for (int p = 1; p <= 3; p++) {
                real.product(p, "A-" + p);
            }
            warehouse.address = real.address();
            assertThatThrownBy(() -> warehouse.start(file))
                    .isInstanceOf(UnusableAccountException.class)
                    .hasMessageContaining(warehouse.service.address().toString())
                    .hasMessageContaining("stockload accounts default --moved");
            Path other = warehouse.sheet("b.csv", 2, 1);
            assertThatThrownBy(() -> warehouse.start(other))
                    .isInstanceOf(UnusableAccountException.class);
            assertThat(warehouse.unfinished()).isEmpty();
            assertThat(real.creates()).isEmpty();

            assertThat(new AccountIdentities(warehouse.ledger).moved("default")).isTrue();
            Result moved = warehouse.start(Warehouse.order(file, Work.CHANGED, false, null));
            assertThat(moved.alreadyDone()).isFalse();
            assertThat(moved.report().colours().sent()).isEqualTo(6);
            assertThat(real.applied()).hasSize(6);
            assertThat(new AccountIdentities(warehouse.ledger).all())
                    .extracting(AccountIdentities.Known::address)
                    .containsExactly(real.address().toString());
        }
    }

    @Test
    void a_run_of_the_old_store_is_not_resumed_in_the_new_one() throws IOException {
        warehouse.service.fault(2, Fault.TOO_MANY_FOR_LONG);
        Result failed = warehouse.start(warehouse.sheet("a.csv", 100, 4));
        assertThat(failed.report().colours().waiting()).isEqualTo(100);
        try (StrictService real = new StrictService(warehouse.time, false)) {
            for (int p = 1; p <= 100; p++) {
                real.product(p, "A-" + p);
            }
            warehouse.address = real.address();
            new AccountIdentities(warehouse.ledger).moved("default");
            warehouse.passAnHour();

            assertThat(warehouse.unfinished()).isEmpty();
            Result resumed = warehouse.resume(failed.run(), ResumeOptions.forced(true));
            assertThat(resumed.report().colours().sent()).isEqualTo(300);
            assertThat(real.creates()).isEmpty();
        }
    }

    @Test
    void two_names_of_one_store_are_refused() throws IOException {
        Path file = warehouse.sheet("a.csv", 3, 2);
        warehouse.start(file);
        assertThatThrownBy(() -> warehouse.start(Orders.byHand("shop", file)))
                .isInstanceOf(UnusableAccountException.class)
                .hasMessageContaining("'default' and 'shop'");
        assertThat(warehouse.service.creates()).hasSize(1);
    }

    @Test
    void the_first_answer_that_accepts_us_makes_the_name_stand_for_the_store() throws IOException {
        warehouse.secret = "wrong";
        Result failed = warehouse.start(warehouse.sheet("a.csv", 3, 2));
        assertThat(failed.run().state()).isEqualTo(Run.State.FAILED);
        warehouse.secret = StrictService.SECRET;
        try (StrictService real = new StrictService(warehouse.time, false)) {
            for (int p = 1; p <= 3; p++) {
                real.product(p, "A-" + p);
            }
            // Nobody has accepted us yet: the address may have been wrong.
            warehouse.address = real.address();
            real.fault(1, Fault.TOO_MANY_FOR_LONG);
            Result begun = warehouse.resume(failed.run(), ResumeOptions.forced(false));
            assertThat(begun.run().state()).isEqualTo(Run.State.FAILED);
            assertThat(real.creates()).hasSize(1);

            warehouse.address = warehouse.service.address();
            warehouse.passAnHour();
            assertThatThrownBy(() -> warehouse.resume(begun.run(), ResumeOptions.forced(false)))
                    .isInstanceOf(UnusableAccountException.class)
                    .hasMessageContaining(real.address().toString());
            assertThat(warehouse.service.creates()).isEmpty();
        }
    }

    @Test
    void a_diff_that_the_service_answered_is_enough() throws IOException {
        Path file = warehouse.sheet("a.csv", 3, 2);
        warehouse.diff(Orders.byHand("default", file), false);
        assertThat(new AccountIdentities(warehouse.ledger).all()).hasSize(1);
        try (StrictService other = new StrictService(warehouse.time, false)) {
            warehouse.address = other.address();
            assertThatThrownBy(() -> warehouse.diff(Orders.byHand("default", file), false))
                    .isInstanceOf(UnusableAccountException.class);
            assertThatThrownBy(() -> warehouse.start(Orders.byHand("shop", file)))
                    .isInstanceOf(UnusableAccountException.class)
                    .hasMessageContaining("'default' and 'shop'");
        }
    }

    @Test
    void a_new_token_is_a_renewal_if_the_products_are_the_same() throws IOException {
        warehouse.start(warehouse.sheet("a.csv", 3, 2));
        warehouse.token = "another-token";
        warehouse.service.token("another-token");
        Result result = warehouse.start(warehouse.write("b.csv", sheet(3, 9)));
        assertThat(result.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(new AccountIdentities(warehouse.ledger).all()).hasSize(1);
    }

    @Test
    void a_new_token_of_another_store_is_refused() throws IOException {
        warehouse.start(warehouse.sheet("a.csv", 3, 2));
        warehouse.token = "another-token";
        warehouse.service.token("another-token");
        warehouse.service.forgetProducts();
        warehouse.service.product(3, "A-3");
        warehouse.service.product(70, "B-70");
        assertThatThrownBy(() -> warehouse.start(warehouse.write("b.csv", sheet(3, 9))))
                .isInstanceOf(UnusableAccountException.class)
                .hasMessageContaining("1 of the 3 products");
        assertThat(warehouse.unfinished()).isEmpty();
        Path file = warehouse.write("c.csv", sheet(3, 9));
        assertThatThrownBy(() -> warehouse.diff(Orders.byHand("default", file), true))
                .as("nothing is read of it either")
                .isInstanceOf(UnusableAccountException.class);
    }

    @Test
    void a_service_that_does_not_accept_us_is_not_remembered() throws IOException {
        warehouse.secret = "wrong";
        assertThat(warehouse.start(warehouse.sheet("a.csv", 3, 2)).run().state())
                .isEqualTo(Run.State.FAILED);
        assertThat(new AccountIdentities(warehouse.ledger).all()).isEmpty();
    }

    private static String sheet(int product, int pieces) {
        return "pid,colour,size,stock\n%d,c1,36,%d\n".formatted(product, pieces);
    }
}
