package dev.stockload.simulation;

import java.util.Locale;
import java.util.Map;

/** Something that happens in a history, planned from its seed; each can be left out by itself. */
sealed interface Event {
    /** A person or a schedule starts a command on a host. */
    record Command(double atSeconds, int host, Kind kind, int sheet, boolean again)
            implements Event {
        enum Kind {
            IMPORT,
            RESUME,
            /** A person says of what is unclear that it is as it should be. */
            TAKE_AS_SENT,
            /** A person says of what is unclear that it was not sent. */
            TAKE_AS_NOT_SENT,
            /** A person brings back what was there before the run that finished last. */
            UNDO,
            STOP,
            /** A sheet is entered as a run that waits for its turn, as {@code serve} does. */
            SUBMIT,
            /** A person resumes the newest run over a sheet. */
            RESUME_RUN,
            /** A person resumes it and says yes to what the brake asked. */
            RESUME_YES,
            /** A person says of that run's unclear colours that they are as they should be. */
            TAKE_RUN_AS_SENT,
            /** A person brings back what was there before the newest run over a sheet. */
            UNDO_RUN,
            /** A person reads the bad rows of the newest run over a sheet otherwise. */
            CORRECT,
            /** A person undoes the newest undo. */
            UNDO_UNDO,
            /** A person compares the whole store, and sends again what is more or gone. */
            RESEND,
            /** A person undoes the newest run that has sent something again. */
            UNDO_RESEND,
            /** A person says that the account is another store from now on. */
            MOVED,
            /** A shell without settings resumes, undoes and imports. */
            UNSET;

            /** Whether it is about a sheet. */
            boolean hasSheet() {
                return switch (this) {
                    case IMPORT,
                            SUBMIT,
                            RESUME_RUN,
                            RESUME_YES,
                            TAKE_RUN_AS_SENT,
                            UNDO_RUN,
                            CORRECT ->
                            true;
                    default -> false;
                };
            }
        }

        @Override
        public String toString() {
            return "%.1f s: host %d is told to %s%s%s"
                    .formatted(
                            atSeconds,
                            host,
                            kind.name().toLowerCase(Locale.ROOT),
                            kind.hasSheet() ? " sheet " + sheet : "",
                            again ? " again" : "");
        }
    }

    /** The process on a host dies at the n-th such effect of that host. */
    record Kill(int host, Effect effect, int nth, int noticedAfterSeconds) implements Event {}

    /** The process on a host is stopped for a while, and perhaps its connections are cut. */
    record Pause(int host, Effect effect, int nth, int seconds, boolean cut) implements Event {}

    /**
     * The process that sends the n-th create dies there, or is asked to stop. It does not matter
     * how many statements or reads come before.
     */
    record AtCreate(int nth, Moment moment, boolean stop) implements Event {
        enum Moment {
            /** It is about to leave. */
            LEAVING,
            /** The service has it, and its answer is awaited. */
            TAKEN,
            /** Its answer has come. */
            ANSWERED
        }
    }

    /** The process that sends the n-th create is stopped for a while once the service has it. */
    record PauseAtCreate(int nth, int seconds, boolean cut) implements Event {}

    /** From the n-th create on, the service answers 429 to all of them for a while. */
    record LimitedFrom(int nth, int seconds) implements Event {}

    /** The n-th such effect of a host on the database fails, or works and is not confirmed. */
    record StorageFails(int host, Effect effect, int nth, boolean done) implements Event {}

    /** Nobody reaches the database for a while. */
    record StorageAway(double atSeconds, int seconds) implements Event {}

    /** The n-th create meets the service in this mood. */
    record CreateMood(int nth, Mood mood, int seconds) implements Event {}

    /** The n-th list meets the service in this mood. */
    record ReadMood(int nth, Mood.Reading mood) implements Event {}

    /** The first looks at the stock list of a product meet the service in this mood. */
    record ListMood(int product, Mood.Reading mood, int times) implements Event {}

    /** Nobody reaches the service for a while. */
    record ServiceAway(double atSeconds, int seconds) implements Event {}

    /** The service refuses a colour whenever it comes. */
    record Refuses(int product, String colour, boolean with400) implements Event {}

    /** The service shows names otherwise than they were sent. */
    record Renames(Spelling spelling) implements Event {
        enum Spelling {
            UPPER_CASE,
            MORE_SPACES,
            DECOMPOSED,
            /** As a page for people has it: {@code Black &amp; White}. */
            HTML,
            /** Cut after twenty letters. */
            CUT;

            /** How many of them seeds below the book of stock are made of. */
            static final int PLAIN = HTML.ordinal();
        }
    }

    /** The service shows sizes otherwise than they were sent. */
    record ShowsSizes(Form form) implements Event {
        enum Form {
            /** As {@code 36.0}. */
            DECIMAL,
            /** As {@code EU 36}. */
            EU
        }
    }

    /** The service keeps a range as the single sizes in it. */
    record SplitsRanges() implements Event {}

    /** A product is in no list for a while; it may come back as a new one, without stock. */
    record Hidden(double atSeconds, int product, int seconds, boolean emptied) implements Event {
        /** Whether it was away at some time between these. */
        boolean isWithin(long from, long until) {
            return atSeconds * 1e9 <= until && from <= back();
        }

        long back() {
            return (long) ((atSeconds + seconds) * 1e9);
        }
    }

    /** Lists show the stock as it was so long ago. */
    record ShowsLate(int seconds) implements Event {}

    /** The product list has two pages, and the n-th time it is read it shifts between them. */
    record ShiftedPages(int nth) implements Event {}

    /** The state is copied. */
    record Backup(double atSeconds) implements Event {}

    /** All processes end, and a while later the copy takes the place of the state. */
    record Restored(double atSeconds) implements Event {}

    /** All processes end, and a while later the account is another store. */
    record Moved(double atSeconds) implements Event {}

    /** A customer buys, or a person at the service sets the stock by hand. */
    record Touches(double atSeconds, int product, String colour, boolean sale) implements Event {}

    /** People, or another program, had put this stock there before anything was imported. */
    record StockBefore(int product, String colour, Map<String, Integer> sizes) implements Event {
        ColourKey key() {
            return new ColourKey(product, colour);
        }

        StockBefore opened() {
            return new StockBefore(product, colour, PlannedSheet.opened(sizes));
        }
    }

    /** A person or a time server sets the clock of a host, so much ahead of the right time. */
    record ClockSet(double atSeconds, int host, int seconds) implements Event {}

    /** The access token ends, and after a while the settings have the new one. */
    record TokenEnds(double atSeconds, int renewedAfterSeconds) implements Event {}

    /** Something happens in the folder that a supplier delivers to; {@code pick} says how. */
    record InFolder(double atSeconds, Act act, int pick) implements Event {
        enum Act {
            /** The supplier makes a sheet, which may take a while to arrive whole. */
            MAKE,
            TOUCH,
            TOUCH_ALL,
            COPY,
            COPY_ALL,
            RENAME,
            DELETE,
            /** Somebody copies the whole folder. */
            SAVE,
            /** The copy is put back over what is there, with its times or with new ones. */
            PUT_BACK,
            /** The clock of the supplier is set, ahead or back, or right again. */
            CLOCK
        }
    }

    /** A host looks for new sheets. */
    record Night(double atSeconds, int host) implements Event {}

    /** A person imports the newest sheet that was reported, if it still lies there. */
    record ByHand(double atSeconds, int host) implements Event {}

    /** A person forgets the job; {@code moves} if another name takes over what it has. */
    record JobEnded(double atSeconds, boolean moves) implements Event {}

    /** A host serves: it runs jobs by their schedules until it is killed or all is over. */
    record Serve(double atSeconds, int host) implements Event {}

    /** The file of a job is not there on a host for a while. */
    record JobAway(double atSeconds, int host, int seconds) implements Event {}

    /** A sheet is entered as a run that waits, again or not. */
    record Entered(double atSeconds, int host, int sheet, boolean again) implements Event {}

    /** A host works on several runs at once for a minute. */
    record Works(double atSeconds, int host) implements Event {}

    /** A person on one host stops a run that another works on. */
    record StopAsked(double atSeconds, int host, int run) implements Event {}
}
