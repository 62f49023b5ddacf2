package dev.stockload.web;

import dev.stockload.imports.ImportOrder;
import dev.stockload.ledger.Run;
import dev.stockload.queue.ImportQueue;
import dev.stockload.runs.RunFailedException;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

import java.io.IOException;
import java.nio.file.Path;

/** What people do with a run: stop it, go on with it, send its sheet again. */
@Controller
@RequestMapping("/runs/{id}")
class RunActions {
    private final ConsoleOptions options;
    private final ImportQueue queue;
    private final Uploads uploads;
    private final RunViews views;
    private final RunStarter started;

    RunActions(ConsoleOptions options, Uploads uploads, RunViews views, RunStarter started) {
        this.views = views;
        this.uploads = uploads;
        this.options = options;
        this.queue = options.queue();
        this.started = started;
    }

    @PostMapping("/stop")
    String stop(@PathVariable String id, RedirectAttributes next) {
        options.run(id);
        next.addFlashAttribute(
                "notice",
                queue.stop(id)
                        ? "The run stops after the request in flight."
                        : "The run is no longer running.");
        return "redirect:/runs/" + id;
    }

    @PostMapping("/resume")
    String resume(
            @PathVariable String id,
            @RequestParam(defaultValue = "false") boolean force,
            @RequestParam(required = false) String shown,
            RedirectAttributes next) {
        Run run = options.run(id);
        try {
            if (shown != null && !views.diff(run).fingerprint().equals(shown)) {
                next.addFlashAttribute("notice", ImportPage.CHANGED_MEANWHILE);
                return "redirect:/runs/" + id;
            }
            return started.resumed(id, force, next);
        } catch (RunFailedException e) {
            next.addFlashAttribute("fault", e.getMessage());
            return "redirect:/runs/" + id;
        }
    }

    @PostMapping("/again")
    String again(@PathVariable String id, RedirectAttributes next) throws IOException {
        Run run = options.run(id);
        uploads.use(Path.of(run.file()));
        return started.submitted(ImportOrder.again(run), "redirect:/runs/" + id, next);
    }
}
