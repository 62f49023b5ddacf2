package dev.stockload.web;

import static dev.stockload.web.PageModel.PART;

import dev.stockload.ledger.Run;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;

/** All runs, newest first. */
@Controller
class RunsPage {
    private final ConsoleOptions options;
    private final RunViews views;

    RunsPage(ConsoleOptions options, RunViews views) {
        this.options = options;
        this.views = views;
    }

    @GetMapping("/")
    String start() {
        return "redirect:/runs";
    }

    /** The page, or the part of it that changes while runs go on. */
    @GetMapping({"/runs", "/runs/list"})
    String runs(
            @RequestParam(defaultValue = "1") int page,
            @RequestHeader(name = PART, required = false) String part,
            Model model) {
        Paged<Run> shown = Paged.of(options.ledger().runList(), page, Paged.RUNS);
        model.addAttribute("page", shown);
        model.addAttribute("runs", views.of(shown.items()));
        return part == null ? "runs" : "runs :: list";
    }
}
