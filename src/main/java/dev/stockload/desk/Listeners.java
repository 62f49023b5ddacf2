package dev.stockload.desk;

import dev.stockload.batch.Watcher;
import dev.stockload.desk.Wire.Event;
import dev.stockload.details.Details;
import dev.stockload.ledger.Run;
import dev.stockload.pipeline.Verification;

import java.util.function.Consumer;

/** Those who look on here, and are told what a {@link Telegraph} tells from there. */
record Listeners(Watcher watcher, Details.Progress details, Verification.Progress verification)
        implements Consumer<Event> {
    static final Listeners NONE = of(Watcher.NOBODY);

    static Listeners of(Watcher watcher) {
        return new Listeners(watcher, Details.Progress.NONE, (done, all) -> {});
    }

    static Listeners of(Details.Progress progress) {
        return new Listeners(Watcher.NOBODY, progress, (done, all) -> {});
    }

    static Listeners of(Watcher watcher, Verification.Progress progress) {
        return new Listeners(watcher, Details.Progress.NONE, progress);
    }

    @Override
    public void accept(Event event) {
        switch (event.kind()) {
            case BEGINS -> watcher.begins(event.as(Run.class));
            case READS -> watcher.reads(event.as(Integer.class));
            case SENDS -> watcher.sends(event.as(Run.class));
            case GOES_ON -> watcher.goesOn(event.as(Run.class));
            case NOTICE -> {
                watcher.notice(event.as(String.class));
                details.notice(event.as(String.class));
            }
            case DETAILS_BEGIN -> {
                Wire.Begin begin = event.as(Wire.Begin.class);
                details.begins(begin.run(), begin.waiting(), begin.all());
            }
            case AT -> {
                Wire.At at = event.as(Wire.At.class);
                details.at(at.done(), at.all());
                verification.at(at.done(), at.all());
            }
            default -> throw new IllegalStateException("Nobody listens to " + event.kind());
        }
    }
}
