package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.StagedColour;
import dev.stockload.ledger.Tally;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.merchant.Merchant;
import dev.stockload.runs.RetryingClient;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.RunStoppedException;
import dev.stockload.runs.StopSignal;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

class SettleStepTest {
    private final StopSignal stop = new StopSignal();

    @TempDir Path folder;
    private Warehouse warehouse;

    @BeforeEach
    void open() throws IOException {
        warehouse = new Warehouse(Files.createDirectory(folder.resolve("data")), TestDatabase.H2);
    }

    @AfterEach
    void close() {
        warehouse.close();
    }

    @Test
    void a_stop_ends_it_before_all_products_are_in_order() throws IOException {
        Run run = warehouse.start(warehouse.sheet("a.csv", 2, 2)).run();
        Iterable<StagedColour> colours = warehouse.ledger.staging().colours(run.id());
        Tally staged = Tally.NONE.plus(ColourState.READY, 4, 12);
        try (Merchant merchant = warehouse.merchant("default")) {
            SettleStep step = step(run, merchant);
            assertThat(step.settle(colours, staged).tally().colours(ColourState.READY))
                    .isEqualTo(4);

            SettleStep stopped = step(run, merchant);
            stop.ask();
            assertThatThrownBy(() -> stopped.settle(colours, staged))
                    .isInstanceOf(RunStoppedException.class);
        }
    }

    private SettleStep step(Run run, Merchant merchant) {
        RetryingClient service =
                new RetryingClient(merchant, warehouse.time, stop, new RunListener() {});
        ProductCatalogue catalogue = new ProductCatalogue(service.products());
        return new SettleStep(
                warehouse.ledger,
                run,
                service,
                new SettleStep.SheetFindings(catalogue, Map.of(), Optional.empty()));
    }
}
