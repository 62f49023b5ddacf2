package dev.stockload.details;

import dev.stockload.ledger.WantedDetails.Wanted;

import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemReader;
import org.springframework.batch.infrastructure.item.ItemWriter;

import java.util.List;
import java.util.function.Supplier;

/** Takes the waiting products from the ledger, in order, and fetches each. */
final class FetchStep implements ItemReader<Wanted>, ItemWriter<Wanted> {
    private final Supplier<List<Wanted>> source;
    private final Fetch fetch;
    private List<Wanted> waiting;
    private int read;
    private int done;
    private boolean ended;

    /** Fetches one; false where no other is to follow. */
    interface Fetch {
        boolean fetch(Wanted wanted, int done, int all);
    }

    FetchStep(Supplier<List<Wanted>> source, Fetch fetch) {
        this.source = source;
        this.fetch = fetch;
    }

    @Override
    public Wanted read() {
        if (waiting == null) {
            waiting = source.get();
        }
        return ended || read == waiting.size() ? null : waiting.get(read++);
    }

    @Override
    public void write(Chunk<? extends Wanted> chunk) {
        for (Wanted wanted : chunk) {
            ended = ended || !fetch.fetch(wanted, done++, waiting.size());
        }
    }
}
