package dev.stockload.imports.send;

import dev.stockload.book.RunColour;
import dev.stockload.book.RunColours;
import dev.stockload.runs.ColourState;
import dev.stockload.runs.Run;

import org.springframework.batch.infrastructure.item.ItemReader;

import java.util.Collections;
import java.util.Iterator;

/** Reads the colours of a run that are ready to be sent, in order. */
public final class SendReader implements ItemReader<RunColour> {
    private final Run run;
    private final RunColours colours;
    private Iterator<Integer> blocks;
    private Iterator<RunColour> ready = Collections.emptyIterator();

    public SendReader(Run run, RunColours colours) {
        this.run = run;
        this.colours = colours;
    }

    @Override
    public RunColour read() {
        if (blocks == null) {
            blocks = colours.blocksWith(run.id(), ColourState.READY).iterator();
        }
        while (!ready.hasNext() && blocks.hasNext()) {
            ready =
                    colours.block(run.id(), blocks.next()).stream()
                            .filter(colour -> colour.state() == ColourState.READY)
                            .iterator();
        }
        return ready.hasNext() ? ready.next() : null;
    }
}
