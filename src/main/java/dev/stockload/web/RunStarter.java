package dev.stockload.web;

import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.ResumeOptions;
import dev.stockload.imports.UndoOrder;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.stock.Refusal;

import org.springframework.web.servlet.mvc.support.RedirectAttributes;

import java.io.IOException;

/** Hands work in and leads people to the run where they can watch it. */
class RunStarter {
    private final ImportQueue queue;

    /** Hands something in. */
    interface Work {
        ImportTicket submit() throws IOException;
    }

    RunStarter(ConsoleOptions options) {
        this.queue = options.queue();
    }

    /** Imports a file; where nothing comes of it, people go back with the reason. */
    String submitted(ImportOrder order, String back, RedirectAttributes next) throws IOException {
        return follow(() -> queue.submit(order), back, next);
    }

    String resumed(String run, boolean force, RedirectAttributes next) throws IOException {
        return follow(
                () -> queue.resume(run, ResumeOptions.forced(force)),
                "redirect:/runs/" + run,
                next);
    }

    String undone(UndoOrder order, String back, RedirectAttributes next) throws IOException {
        return follow(() -> queue.undo(order), back, next);
    }

    String follow(Work work, String back, RedirectAttributes next) throws IOException {
        try {
            ImportTicket ticket = work.submit();
            String more =
                    ticket.isAlreadyDone() ? ". \u201cSend again\u201d sends it once more." : ".";
            ticket.note().ifPresent(words -> next.addFlashAttribute("notice", words + more));
            return "redirect:/runs/" + ticket.run();
        } catch (Refusal e) {
            next.addFlashAttribute("fault", e.getMessage());
            return back;
        }
    }
}
