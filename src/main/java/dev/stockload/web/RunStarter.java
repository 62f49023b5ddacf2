package dev.stockload.web;

import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.ResumeOptions;
import dev.stockload.imports.UndoOrder;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.RunListener;
import dev.stockload.sheet.UnusableSheetException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Hands work in and leads people to where they can watch it. */
class RunStarter {
    private static final Logger LOG = LoggerFactory.getLogger(RunStarter.class);
    private static final long PATIENCE_SECONDS = 3;

    private final ImportQueue queue;

    RunStarter(ConsoleOptions options) {
        this.queue = options.queue();
    }

    /** Imports a file; where nothing comes of it, people go back with the reason. */
    String submitted(ImportOrder order, String back, RedirectAttributes next) {
        return follow(listener -> queue.promise(queue.submit(order, listener)), back, next);
    }

    String resumed(String run, boolean force, RedirectAttributes next) {
        return follow(
                listener -> queue.promise(queue.resume(run, ResumeOptions.forced(force), listener)),
                "redirect:/runs/" + run,
                next);
    }

    String undone(UndoOrder order, String back, RedirectAttributes next) {
        return follow(listener -> queue.promise(queue.undo(order, listener)), back, next);
    }

    /** Hands in what a listener can hear of, and leads to its run as soon as there is one. */
    String follow(
            Function<RunListener, ImportTicket> handIn, String back, RedirectAttributes next) {
        try {
            BegunImport begun = BegunImport.of(handIn);
            String run = begun.run().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            String more =
                    begun.isAlreadyDone() ? ". \u201cSend again\u201d sends it once more." : ".";
            begun.ticket()
                    .note()
                    .ifPresent(words -> next.addFlashAttribute("notice", words + more));
            return "redirect:/runs/" + run;
        } catch (TimeoutException e) {
            next.addFlashAttribute(
                    "notice", "Waiting for its turn: each account has one run at a time.");
            return "redirect:/runs";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "redirect:/runs";
        } catch (ExecutionException e) {
            next.addFlashAttribute("fault", words(e.getCause()));
            return back;
        } catch (RunFailedException e) {
            next.addFlashAttribute("fault", words(e));
            return back;
        }
    }

    private String words(Throwable fault) {
        if (fault instanceof UnusableSheetException || fault instanceof RunFailedException) {
            return fault.getMessage();
        }
        LOG.error("An import could not start", fault);
        return "Something went wrong, and nothing was sent. The log file in the data folder has the"
                + " details.";
    }
}
