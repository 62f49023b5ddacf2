package dev.stockload.app;

import dev.stockload.details.Details;
import dev.stockload.details.DetailsFile;
import dev.stockload.ledger.DetailRun;

import java.util.List;
import java.util.Locale;

/**
 * What is told about work that takes its time, as server-sent events: that it was taken on, how it
 * goes on, and at last its result or why there is none.
 */
public final class WorkEvents {
    private WorkEvents() {}

    /** The names of the events. */
    public enum Event {
        /** It was taken on: {@link Accepted}. */
        ACCEPTED,
        /** A run begins or goes on where it was: the run. */
        BEGINS,
        /** The sheet is read: {@link RowsRead}. */
        READS,
        /** Sending begins: the run. */
        SENDS,
        /** A request was answered: the run. */
        GOES_ON,
        /** A sentence for people: {@link Notice}. */
        NOTICE,
        /** Details begin: {@link DetailsBegin}. */
        DETAILS,
        /** So much is done: {@link Done}. */
        DONE,
        /** The end: what came of it. */
        RESULT,
        /** The end: {@link Fault}. */
        FAULT;

        /** As it is written, such as goes-on. */
        public String key() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        static Event of(String key) {
            return valueOf(key.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }

    /** By this id it can be stopped. */
    public record Accepted(String id) {}

    public record RowsRead(int rows) {}

    public record Notice(String sentence) {}

    public record DetailsBegin(DetailRun run, int waiting, int all) {}

    public record Done(int done, int all) {}

    /** Why there is no result. */
    public record Fault(FaultKind kind, String detail) {
        public static Fault of(Throwable fault) {
            Throwable cause = FaultKind.cause(fault);
            return new Fault(FaultKind.of(cause), FaultKind.words(cause));
        }
    }

    /** What became of an order for details, but for the details themselves. */
    public record Fetched(
            DetailRun run, int all, int fetched, int waiting, List<Details.Refusal> refused) {
        public static Fetched of(Details.Result result) {
            return new Fetched(
                    result.run(),
                    result.all(),
                    result.fetched(),
                    result.waiting(),
                    result.refused());
        }

        Details.Result with(DetailsFile file) {
            return new Details.Result(run, all, fetched, waiting, refused, file);
        }
    }
}
