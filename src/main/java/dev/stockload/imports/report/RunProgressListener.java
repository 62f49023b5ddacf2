package dev.stockload.imports.report;

import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.Runs;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the log and what a run is doing, and forwards each event to another listener. */
public final class RunProgressListener implements RunListener {
    private static final Logger LOG = LoggerFactory.getLogger("dev.stockload.run");

    private final Runs runs;
    private final RunListener listener;
    private Run last;
    private boolean isNoted;

    public RunProgressListener(Runs runs, RunListener listener) {
        this.runs = runs;
        this.listener = listener;
    }

    /** Logs the one line of every run at its end. */
    public static void ended(Run run) {
        Tally tally = run.tally();
        LOG.info(
                "Run {} of job {} for account {}: {} after {} requests; colours sent {}, unchanged"
                        + " {}, left out {}, rejected {}, held {}, in doubt {}, waiting {}{}",
                run.id(),
                run.job(),
                run.account(),
                run.state(),
                run.requests(),
                tally.colours(ColourState.SENT),
                tally.colours(ColourState.UNCHANGED),
                tally.colours(ColourState.LEFT_OUT) + tally.colours(ColourState.SUPERSEDED),
                tally.colours(ColourState.REJECTED),
                tally.colours(ColourState.HELD),
                tally.colours(ColourState.IN_DOUBT),
                tally.colours(ColourState.READY),
                run.message() == null ? "" : ". " + run.message());
    }

    @Override
    public void onStart(Run run) {
        LOG.debug("Run {} begins with {}", run.id(), run.tally());
        goesOnWith(run);
        listener.onStart(run);
    }

    @Override
    public void onRows(int rows) {
        listener.onRows(rows);
    }

    @Override
    public void onSending(Run run) {
        LOG.debug("Run {} sends {}", run.id(), run.tally());
        goesOnWith(run);
        listener.onSending(run);
    }

    @Override
    public void onProgress(Run run) {
        LOG.debug("Run {} is at {} after {} requests", run.id(), run.tally(), run.requests());
        goesOnWith(run);
        listener.onProgress(run);
    }

    private synchronized void goesOnWith(Run run) {
        last = run;
        if (isNoted) {
            runs.doing(run.id(), "");
            isNoted = false;
        }
    }

    @Override
    public void notice(String sentence) {
        LOG.warn("{}", sentence);
        synchronized (this) {
            if (last != null) {
                runs.doing(last.id(), sentence);
                isNoted = true;
            }
        }
        listener.notice(sentence);
    }
}
