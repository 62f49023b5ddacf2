package dev.stockload.details;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.batch.ProcessContext;
import dev.stockload.details.table.DetailsRequest;
import dev.stockload.imports.Imports;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.TestAccounts;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.TurnedTime;
import dev.stockload.sandbox.Sandbox;
import dev.stockload.sandbox.TestSandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
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
            ProcessContext one = process(first, "one", sandbox);
            ProcessContext other = process(second, "other", sandbox);
            Run run = new Imports(one, Caller.silent()).enter(order());
            first.waitingRuns().later(run.id(), Optional.of(time.instant()));

            RunListener dying =
                    InStore.after(
                            done -> {
                                assertThat(goOn(other, RunListener.NOBODY)).isEmpty();
                                first.close();
                            });
            assertThatThrownBy(() -> goOn(one, dying)).isInstanceOf(Exception.class);

            List<InStore.Fetched> results = goOn(other, RunListener.NOBODY);

            assertThat(results)
                    .extracting(each -> each.run().state())
                    .containsExactly(Run.State.COMPLETED);
            assertThat(results.get(0).fetched()).isEqualTo(3);
            assertThat(new Details(other).quota("shop").day().fetched()).isEqualTo(3);
        }
    }

    private static DetailsRequest order() {
        return new DetailsRequest("shop", List.of(10_001, 10_002, 10_003), false, Optional.empty());
    }

    private List<InStore.Fetched> goOn(ProcessContext process, RunListener listener) {
        try {
            return InStore.goOn(process, new Caller(stop, listener));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ProcessContext process(Ledger ledger, String name, Sandbox sandbox) {
        return new ProcessContext(
                ledger,
                folder,
                ledger.owners().enter(name, () -> {}),
                time,
                account -> new Merchant(TestAccounts.at(sandbox, account), time));
    }
}
