package dev.stockload.jobs;

import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.take.SheetLook;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sheets that were entered as waiting runs.
 *
 * @param retried until when a run is tried again that fails for now; empty if it is not
 * @param refused why files cannot be used
 * @param notices sentences about files that were not taken
 */
public record EnteredSheets(
        ImportQueue queue,
        Optional<Instant> retried,
        List<ImportTicket> tickets,
        List<String> refused,
        List<String> notices)
        implements JobRuns.SheetImporter {
    public EnteredSheets(ImportQueue queue, Optional<Instant> retried) {
        this(queue, retried, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    @Override
    public String begin(SheetLook.Sheet sheet, ImportOrder order) throws IOException {
        return submit(order).run();
    }

    @Override
    public void notice(String sentence) {
        notices.add(sentence);
    }

    @Override
    public void compareStore(String account) {
        queue.check(account);
    }

    @Override
    public boolean isStopped() {
        return queue.isClosed();
    }

    public ImportTicket submit(ImportOrder order) throws IOException {
        ImportTicket ticket = queue.submit(order, retried);
        tickets.add(ticket);
        return ticket;
    }

    /** What to say of a run to a program, such as that its sheet was imported before; or null. */
    public String note(String run) {
        for (ImportTicket ticket : tickets) {
            if (ticket.run().equals(run) && ticket.note().isPresent()) {
                String more = ticket.earlier().isPresent() ? ". again=true sends it again" : "";
                return ticket.note().get() + more;
            }
        }
        return null;
    }

    @Override
    public void unusable(Path file, UnusableSheetException why) {
        refused.add(why.getMessage());
    }
}
