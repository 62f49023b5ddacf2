package dev.stockload.pipeline;

import dev.stockload.batch.RunStoppedException;
import dev.stockload.batch.StopSignal;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Run;

import org.springframework.batch.core.listener.StepExecutionListener;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ItemReader;
import org.springframework.batch.infrastructure.item.ItemWriter;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/** Takes the ready colours from the ledger, in order, and sends each chunk of them. */
final class SendStep
        implements ItemReader<LedgerColour>, ItemWriter<LedgerColour>, StepExecutionListener {
    private final Run run;
    private final Ledger ledger;
    private final Runnable before;
    private final Sender sender;
    private final StopSignal stop;
    private StepExecution step;
    private Iterator<Integer> blocks;
    private Iterator<LedgerColour> ready = Collections.emptyIterator();

    /**
     * @param before what has to be cleared up before anything new is sent
     */
    SendStep(Run run, Ledger ledger, Runnable before, Sender sender, StopSignal stop) {
        this.run = run;
        this.ledger = ledger;
        this.before = before;
        this.sender = sender;
        this.stop = stop;
    }

    @Override
    public void beforeStep(StepExecution execution) {
        step = execution;
    }

    @Override
    public LedgerColour read() {
        if (stop.isAsked()) {
            step.setTerminateOnly();
            return null;
        }
        if (blocks == null) {
            try {
                before.run();
            } catch (RunStoppedException e) {
                step.setTerminateOnly();
                return null;
            }
            blocks = ledger.colours().blocksWith(run.id(), ColourState.READY).iterator();
        }
        while (!ready.hasNext() && blocks.hasNext()) {
            List<LedgerColour> block = ledger.colours().block(run.id(), blocks.next());
            ready = block.stream().filter(c -> c.state() == ColourState.READY).iterator();
        }
        return ready.hasNext() ? ready.next() : null;
    }

    @Override
    public void write(Chunk<? extends LedgerColour> colours) {
        try {
            stop.check();
            sender.send(List.copyOf(colours.getItems()));
        } catch (RunStoppedException e) {
            // What was not sent is ready still, in the ledger.
            step.setTerminateOnly();
        }
    }
}
