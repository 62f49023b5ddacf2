package dev.stockload.console;

import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** What every page needs. */
@ControllerAdvice
class PageParts {
    private final ConsoleOptions options;

    PageParts(ConsoleOptions options) {
        this.options = options;
    }

    @ModelAttribute("hasPassword")
    boolean hasPassword() {
        return options.asksForPassword();
    }
}
