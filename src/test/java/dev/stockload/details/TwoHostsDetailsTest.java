package dev.stockload.details;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.batch.ProcessContext;
import dev.stockload.details.table.DetailTable.End;
import dev.stockload.details.table.DetailsOrder;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.TestAccounts;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.RunState;
import dev.stockload.runs.TurnedTime;
import dev.stockload.sandbox.Sandbox;
import dev.stockload.sandbox.TestSandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** Two processes that share the details in one PostgreSQL. */
@Tag("soak")
class TwoHostsDetailsTest {
    @TempDir Path folder;
    private final TurnedTime time = new TurnedTime();
    private final StopSignal stop = new StopSignal();

    @Test
    void one_host_resumes_a_job_and_the_other_when_the_first_dies() throws IOException {
        Ledger first = TestDatabase.POSTGRESQL.open(folder);
        try (Sandbox sandbox = Sandbox.start(TestSandbox.inMemory(time));
                Ledger second = TestDatabase.POSTGRESQL.open(folder)) {
            waitingJob(first, List.of(10_001, 10_002, 10_003));
            Details one = details(first, "one", sandbox);
            Details other = details(second, "other", sandbox);

            Details.Progress dying =
                    InStore.after(
                            done -> {
                                assertThat(other.resumeDue(stop, Details.Progress.NONE)).isEmpty();
                                assertThat(other.unfinished()).isEmpty();
                                first.close();
                            });
            assertThatThrownBy(() -> one.resumeDue(stop, dying)).isInstanceOf(Exception.class);

            List<Details.Result> results = other.resumeDue(stop, Details.Progress.NONE);

            assertThat(results)
                    .extracting(r -> r.run().state())
                    .containsExactly(RunState.COMPLETED);
            assertThat(results.get(0).fetched()).isEqualTo(3);
            assertThat(other.quota("shop").day().fetched()).isEqualTo(3);
        }
    }

    private void waitingJob(Ledger ledger, List<Integer> products) {
        DetailsOrder order = new DetailsOrder("shop", products, false, Optional.empty());
        ledger.details().add("job", order, time.instant(), "long gone");
        ledger.details().ended("job", time.instant(), End.waiting(time.instant(), "a limit"));
    }

    private Details details(Ledger ledger, String name, Sandbox sandbox) {
        return new Details(
                new ProcessContext(
                        ledger,
                        folder,
                        ledger.owners().enter(name, () -> {}),
                        time,
                        account -> new Merchant(TestAccounts.at(sandbox, account), time)),
                ZoneId.of("UTC"));
    }
}
