package dev.stockload.details;

import dev.stockload.batch.RunStoppedException;
import dev.stockload.batch.StopSignal;
import dev.stockload.ledger.WantedDetails.Wanted;

import org.springframework.batch.core.listener.StepExecutionListener;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemReader;
import org.springframework.batch.infrastructure.item.ItemWriter;

import java.util.List;
import java.util.function.Supplier;

/** Takes the waiting products from the ledger, in order, and fetches each. */
final class FetchStep implements ItemReader<Wanted>, ItemWriter<Wanted>, StepExecutionListener {
    private final Supplier<List<Wanted>> source;
    private final Fetch fetch;
    private final StopSignal stop;
    private StepExecution step;
    private List<Wanted> waiting;
    private int read;
    private int done;
    private boolean ended;

    /** Fetches one; false where no other is to follow. */
    interface Fetch {
        boolean fetch(Wanted wanted, int done, int all);
    }

    FetchStep(Supplier<List<Wanted>> source, Fetch fetch, StopSignal stop) {
        this.source = source;
        this.fetch = fetch;
        this.stop = stop;
    }

    @Override
    public void beforeStep(StepExecution execution) {
        step = execution;
    }

    @Override
    public Wanted read() {
        if (waiting == null) {
            waiting = source.get();
        }
        if (stop.isAsked()) {
            step.setTerminateOnly();
        }
        return ended || stop.isAsked() || read == waiting.size() ? null : waiting.get(read++);
    }

    @Override
    public void write(Chunk<? extends Wanted> chunk) {
        for (Wanted wanted : chunk) {
            try {
                ended = ended || !fetch.fetch(wanted, done++, waiting.size());
            } catch (RunStoppedException e) {
                // What was not fetched waits still, in the ledger.
                step.setTerminateOnly();
                ended = true;
            }
        }
    }
}
