package dev.stockload.details;

import dev.stockload.details.table.DetailRun;
import dev.stockload.details.table.DetailSnapshot;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.Time;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Keeps the snapshot of all jobs up to date, and the log, and tells all who look on. */
final class DetailsSnapshotListener implements Details.Progress {
    private static final Logger LOG = LoggerFactory.getLogger("dev.stockload.details");
    private static final Duration BETWEEN_NOTES = Duration.ofSeconds(1);

    private final List<Details.Progress> audience;
    private final Ledger ledger;
    private final DetailSnapshot snapshot;
    private final Time time;
    private long last;

    DetailsSnapshotListener(
            List<Details.Progress> audience, Ledger ledger, DetailSnapshot snapshot, Time time) {
        this.audience = audience;
        this.ledger = ledger;
        this.snapshot = snapshot;
        this.time = time;
    }

    @Override
    public void begins(DetailRun run, int waiting, int all) {
        note();
        audience.forEach(each -> each.begins(run, waiting, all));
    }

    @Override
    public void at(int done, int waiting) {
        if (time.nanos() - last > BETWEEN_NOTES.toNanos()) {
            note();
        }
        audience.forEach(each -> each.at(done, waiting));
    }

    @Override
    public void notice(String sentence) {
        LOG.warn("{}", sentence);
        audience.forEach(each -> each.notice(sentence));
    }

    /** The one line that the log has of every time that a job goes on. */
    @Override
    public void ended(Details.Result result) {
        note();
        LOG.info(
                "{} for account {}: {}, {} of {} products fetched, {} refused{}",
                result.run().id(),
                result.run().account(),
                result.run().state(),
                result.fetched(),
                result.all(),
                result.refused().size(),
                result.run().message() == null ? "" : ". " + result.run().message());
        audience.forEach(each -> each.ended(result));
    }

    private void note() {
        last = time.nanos();
        try {
            snapshot.write(ledger.detailRuns().standings());
        } catch (IOException e) {
            // It is for those who look on; the ledger has the truth.
            LOG.warn("The snapshot of details was not written", e);
        }
    }
}
