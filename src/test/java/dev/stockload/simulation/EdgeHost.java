package dev.stockload.simulation;

import dev.stockload.ledger.Ledger;
import dev.stockload.process.FaultMessages;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** A machine that does one thing after another, each in a process of its own. */
final class EdgeHost {
    /** What a process does. */
    interface Work {
        void run(SimulatedProcess process, Ledger ledger) throws IOException;
    }

    private record Task(String name, Work work) {}

    private final int number;
    private final EdgeHistory history;
    private final World.Actor actor;
    private final Deque<Task> tasks = new ArrayDeque<>();
    private SimulatedProcess process;
    private boolean closed;

    EdgeHost(int number, EdgeHistory history) {
        this.number = number;
        this.history = history;
        this.actor = history.world().actor("host " + number, this::live);
    }

    void tell(String name, Work work) {
        tasks.add(new Task(name, work));
        wake();
    }

    /** The process on it is ended, and does not do what else it was told. */
    void end() {
        tasks.clear();
        if (process != null) {
            process.end("is ended");
        }
    }

    void close() {
        closed = true;
        wake();
    }

    boolean isAtWork() {
        return process != null;
    }

    private void wake() {
        if (process == null) {
            history.world().wake(actor);
        }
    }

    private void live() {
        while (!closed || !tasks.isEmpty()) {
            if (tasks.isEmpty()) {
                history.world().rest(Long.MAX_VALUE, null);
            } else {
                perform(tasks.poll());
            }
        }
    }

    private void perform(Task task) {
        SimulatedProcess ours =
                new SimulatedProcess(
                        history.world(),
                        history.faults(),
                        number,
                        () -> history.clockAhead(number));
        process = ours;
        ours.note(task.name());
        SimulatedStorage storage = new SimulatedStorage(ours, history.database(), history.faults());
        try (Ledger ledger = new Ledger(storage, history.address(number), ours)) {
            task.work().run(ours, ledger);
            ours.note("is done with " + task.name());
        } catch (KilledError e) {
            ours.note("is dead");
        } catch (IOException | RuntimeException e) {
            if (!ours.isDead() && !history.world().isOver()) {
                ours.note("fails: " + FaultMessages.explain(e));
            }
        } finally {
            ours.end();
            process = null;
            history.look();
        }
    }
}
