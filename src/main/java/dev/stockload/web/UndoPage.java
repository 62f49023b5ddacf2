package dev.stockload.web;

import dev.stockload.imports.UndoOrder;
import dev.stockload.imports.UndoSummary;
import dev.stockload.ledger.Run;
import dev.stockload.runs.RunFailedException;
import dev.stockload.sheet.UnusableSheetException;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

import java.io.IOException;
import java.util.Set;

/** Shows what an undo of a run would bring back, and does exactly that. */
@Controller
@RequestMapping("/runs/{id}/undo")
class UndoPage {
    private final ConsoleOptions options;
    private final RunViews views;
    private final RunStarter started;

    UndoPage(ConsoleOptions options, RunViews views, RunStarter started) {
        this.options = options;
        this.views = views;
        this.started = started;
    }

    @GetMapping
    String plan(@PathVariable String id, Model model, RedirectAttributes next) throws IOException {
        Run run = options.run(id);
        try {
            model.addAttribute("plan", plan(id));
        } catch (UnusableSheetException | RunFailedException e) {
            next.addFlashAttribute("fault", e.getMessage());
            return "redirect:/runs/" + id;
        }
        model.addAttribute("run", views.of(run));
        return "undo";
    }

    /** Undoes the run if that still means what was shown; else shows it anew. */
    @PostMapping
    String undo(@PathVariable String id, @RequestParam String shown, RedirectAttributes next)
            throws IOException {
        options.run(id);
        try {
            if (!plan(id).diff().fingerprint().equals(shown)) {
                next.addFlashAttribute("notice", ImportPage.CHANGED_MEANWHILE);
                return "redirect:/runs/" + id + "/undo";
            }
        } catch (UnusableSheetException | RunFailedException e) {
            next.addFlashAttribute("fault", e.getMessage());
            return "redirect:/runs/" + id;
        }
        return started.undone(new UndoOrder(id, Set.of()), "redirect:/runs/" + id, next);
    }

    private UndoSummary plan(String id) throws IOException {
        return options.application()
                .changes()
                .plan(new UndoOrder(id, Set.of()), (product, products) -> {});
    }
}
