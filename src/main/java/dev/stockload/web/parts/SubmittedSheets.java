package dev.stockload.web.parts;

import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.JobRuns;
import dev.stockload.jobs.take.SheetLook;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The sheets of a job that a person or a program asked to run now; more may be added meanwhile.
 *
 * @param notices sentences about files that were not taken
 */
public record SubmittedSheets(
        ImportQueue queue, List<ImportTicket> tickets, List<String> refused, List<String> notices)
        implements JobRuns.SheetImporter {
    public SubmittedSheets(ImportQueue queue) {
        this(
                queue,
                new CopyOnWriteArrayList<>(),
                new CopyOnWriteArrayList<>(),
                new CopyOnWriteArrayList<>());
    }

    @Override
    public JobRuns.StartedImport begin(SheetLook.Sheet sheet, ImportOrder order)
            throws IOException {
        return JobRuns.StartedImport.of(submit(order), queue);
    }

    @Override
    public void notice(String sentence) {
        notices.add(sentence);
    }

    @Override
    public boolean isStopped() {
        return queue.isClosed();
    }

    public ImportTicket submit(ImportOrder order) throws IOException {
        ImportTicket ticket = queue.submit(order);
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
