package dev.stockload.simulation;

import dev.stockload.imports.Imports;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.runs.Run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What people were told at the end of their commands. */
final class Outcomes {
    private static final Pattern RUN_ID = Pattern.compile("\\d{8}-\\d{4}-[\\w-]+");

    private final World world;
    private final List<Outcome> all = new ArrayList<>();
    private final List<Span> imports = new ArrayList<>();
    private final Map<ColourKey, Integer> decisions = new HashMap<>();
    private final Set<ColourKey> takenAsSent = new HashSet<>();
    private final Map<String, Long> named = new HashMap<>();
    private final Set<String> braked = new HashSet<>();
    private final Set<String> expired = new HashSet<>();
    private final Set<String> sandboxed = new TreeSet<>();
    private final List<Touched> touched = new ArrayList<>();
    private long border = -1;
    private boolean moved;

    /** Customers or people at the service had to do with a colour. */
    record Touched(long at, ColourKey colour, boolean sale) {}

    /** From when to when a process was at a command; a sheet was taken up at some time between. */
    record Span(Event.Command command, long begun, long ended) {
        boolean meets(Span other) {
            return begun <= other.ended && other.begun <= ended;
        }
    }

    /** The end of a command; the run is null where it failed without one. */
    record Outcome(
            Event.Command command,
            long begun,
            long ended,
            String run,
            StatusReport report,
            boolean alreadyDone,
            Throwable fault) {
        boolean isFinished() {
            return report != null && report.state() == Run.State.COMPLETED;
        }
    }

    Outcomes(World world) {
        this.world = world;
    }

    /** A process has ended, in whatever way, that was told to do this. */
    void over(Event.Command command, long begun) {
        if (command.kind() == Event.Command.Kind.IMPORT
                || command.kind() == Event.Command.Kind.SUBMIT) {
            imports.add(new Span(command, begun, world.now()));
        }
    }

    /** The imports, as they began. */
    List<Span> imports() {
        return imports.stream().sorted(Comparator.comparingLong(Span::begun)).toList();
    }

    void ended(Event.Command command, long begun, Imports.Result result) {
        all.add(
                new Outcome(
                        command,
                        begun,
                        world.now(),
                        result.run().id(),
                        result.report(),
                        result.alreadyDone(),
                        null));
    }

    void failed(Event.Command command, long begun, Throwable fault) {
        all.add(new Outcome(command, begun, world.now(), null, null, false, fault));
    }

    /** A run has settled its sheet, as far as somebody who looks on can see. */
    void named(String run) {
        named.putIfAbsent(run, world.now());
    }

    /**
     * A run says which newer runs have named what it leaves out: one that failed because the commit
     * of its naming was not confirmed does not say so itself. Of a run that ends by its age, people
     * are told that it was never finished.
     */
    void said(String sentence) {
        if (sentence.contains("was never finished and is not kept")) {
            RUN_ID.matcher(sentence).results().limit(1).forEach(run -> expired.add(run.group()));
        }
        if (sentence.contains("newer runs have other stock")) {
            RUN_ID.matcher(sentence).results().forEach(run -> named(run.group()));
        }
    }

    /** The brake has stopped a run: it has named nothing. */
    void braked(String run) {
        named.remove(run);
        braked.add(run);
    }

    /** Whether the brake has ever stopped a run. */
    boolean isBraked(String run) {
        return braked.contains(run);
    }

    /** Whether people were told that a run has ended by its age, with what it had not sent. */
    boolean isExpired(String run) {
        return expired.contains(run);
    }

    Map<String, Long> named() {
        return named;
    }

    void touched(ColourKey colour, boolean sale) {
        touched.add(new Touched(world.now(), colour, sale));
    }

    List<Touched> touched() {
        return touched;
    }

    /** All that was before has ended: a backup was restored, or the account is another store. */
    void border(boolean isMove) {
        border = world.now();
        moved = isMove;
    }

    /** When all before had ended; -1 where nothing of that kind happened. */
    long border() {
        return border;
    }

    boolean isMoved() {
        return moved;
    }

    /** A shell without settings was given a service for an account that is not the sandbox. */
    void reachedSandbox(String account) {
        sandboxed.add(account);
    }

    Set<String> sandboxed() {
        return sandboxed;
    }

    /** A person said of an unclear colour that it is right, or that it is to be sent again. */
    void decided(ColourKey colour, boolean sent) {
        if (sent) {
            takenAsSent.add(colour);
        } else {
            decisions.merge(colour, 1, Integer::sum);
        }
    }

    /** Whether a person has seen to the colour by hand. */
    boolean isTakenAsSent(ColourKey colour) {
        return takenAsSent.contains(colour);
    }

    /** Whether a person has decided on the colour, in whatever way. */
    boolean isDecided(ColourKey colour) {
        return isTakenAsSent(colour) || decisions(colour) > 0;
    }

    int decisions(ColourKey colour) {
        return decisions.getOrDefault(colour, 0);
    }

    List<Outcome> all() {
        return all;
    }
}
