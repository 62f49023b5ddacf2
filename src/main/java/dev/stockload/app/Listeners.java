package dev.stockload.app;

import dev.stockload.app.Wire.Event;
import dev.stockload.details.Details;
import dev.stockload.imports.Verification;
import dev.stockload.ledger.Run;
import dev.stockload.runs.RunListener;

import java.util.function.Consumer;

/** Those who look on here, and are told what a {@link Telegraph} tells from there. */
record Listeners(RunListener listener, Details.Progress details, Verification.Progress verification)
        implements Consumer<Event> {
    static final Listeners NONE = of(RunListener.NOBODY);

    static Listeners of(RunListener listener) {
        return new Listeners(listener, Details.Progress.NONE, (done, all) -> {});
    }

    static Listeners of(Details.Progress progress) {
        return new Listeners(RunListener.NOBODY, progress, (done, all) -> {});
    }

    static Listeners of(RunListener listener, Verification.Progress progress) {
        return new Listeners(listener, Details.Progress.NONE, progress);
    }

    @Override
    public void accept(Event event) {
        switch (event.kind()) {
            case BEGINS -> listener.begins(event.as(Run.class));
            case READS -> listener.reads(event.as(Integer.class));
            case SENDS -> listener.sends(event.as(Run.class));
            case GOES_ON -> listener.goesOn(event.as(Run.class));
            case NOTICE -> {
                listener.notice(event.as(String.class));
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
