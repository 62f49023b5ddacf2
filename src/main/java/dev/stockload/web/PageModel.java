package dev.stockload.web;

import dev.stockload.queue.ImportTicket;
import dev.stockload.stock.Refusal;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

import java.io.IOException;

/** What every page needs. */
@ControllerAdvice
class PageModel {
    /** The header of a request for a part of a page. */
    static final String PART = "HX-Request";

    private final ConsoleOptions options;

    PageModel(ConsoleOptions options) {
        this.options = options;
    }

    @ModelAttribute("hasPassword")
    boolean hasPassword() {
        return options.at().asksForPassword();
    }

    /** What a person can mend is said on a page of its own, not in the log file alone. */
    @ExceptionHandler(Refusal.class)
    ModelAndView refused(Refusal why) {
        HttpStatus status = ApiErrors.status(why.kind());
        ModelAndView page = new ModelAndView("error", "status", status.value());
        page.addObject("message", why.getMessage());
        page.addObject("hasPassword", options.at().asksForPassword());
        page.setStatus(status);
        return page;
    }

    /** What a button does; gives the page to go to. */
    interface Action {
        String perform() throws IOException;
    }

    /** Does what a button asks for; where it is refused, people go back with the reason. */
    static String orBack(String back, RedirectAttributes next, Action action) throws IOException {
        try {
            return action.perform();
        } catch (Refusal e) {
            return told("fault", e.getMessage(), back, next);
        }
    }

    /** Leads to the run where people can watch what they asked for. */
    static String toRun(ImportTicket ticket, RedirectAttributes next) {
        String more = ticket.isAlreadyDone() ? ". \u201cSend again\u201d sends it once more." : ".";
        ticket.note().ifPresent(words -> next.addFlashAttribute("notice", words + more));
        return "redirect:/runs/" + ticket.run();
    }

    /** Says something on the next page. */
    static String told(String how, String words, String page, RedirectAttributes next) {
        next.addFlashAttribute(how, words);
        return page;
    }
}
