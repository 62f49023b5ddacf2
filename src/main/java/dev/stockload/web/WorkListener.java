package dev.stockload.web;

import dev.stockload.app.WorkEvents;
import dev.stockload.app.WorkEvents.Event;
import dev.stockload.compare.ProductProgress;
import dev.stockload.details.Details;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.Run;
import dev.stockload.runs.RunListener;

/** Tells how work goes on, as events. */
record WorkListener(EventStream stream) implements RunListener, Details.Progress, ProductProgress {
    @Override
    public void begins(Run run) {
        tell(Event.BEGINS, run);
    }

    @Override
    public void reads(int rows) {
        tell(Event.READS, new WorkEvents.RowsRead(rows));
    }

    @Override
    public void sends(Run run) {
        tell(Event.SENDS, run);
    }

    @Override
    public void goesOn(Run run) {
        tell(Event.GOES_ON, run);
    }

    @Override
    public void notice(String sentence) {
        tell(Event.NOTICE, new WorkEvents.Notice(sentence));
    }

    @Override
    public void begins(DetailRun run, int waiting, int all) {
        tell(Event.DETAILS, new WorkEvents.DetailsBegin(run, waiting, all));
    }

    @Override
    public void at(int done, int all) {
        tell(Event.DONE, new WorkEvents.Done(done, all));
    }

    private void tell(Event event, Object data) {
        stream.send(event.key(), data);
    }
}
