package dev.stockload.web;

import dev.stockload.stock.Refusal;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.servlet.ModelAndView;

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
}
