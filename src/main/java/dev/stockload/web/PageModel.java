package dev.stockload.web;

import dev.stockload.runs.RunFailedException;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.servlet.ModelAndView;

import java.util.Map;

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
    @ExceptionHandler(RunFailedException.class)
    ModelAndView cannot(RunFailedException why) {
        return new ModelAndView(
                "error",
                Map.of(
                        "status",
                        HttpStatus.CONFLICT.value(),
                        "message",
                        why.getMessage(),
                        "hasPassword",
                        options.at().asksForPassword()),
                HttpStatus.CONFLICT);
    }
}
