package dev.stockload.web.console;

import static dev.stockload.web.console.PageModel.flash;

import dev.stockload.imports.enter.CorrectableRuns;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.jobs.define.JobText;
import dev.stockload.runs.Run;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.SheetChoices;
import dev.stockload.web.parts.SheetForm;
import dev.stockload.web.parts.Uploads;
import dev.stockload.web.parts.Uploads.Upload;
import dev.stockload.web.parts.WebContext;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Leads from a run to the page where its sheet is read otherwise, and makes that the way of its
 * job.
 */
@Controller
record CorrectPage(WebContext options, Uploads uploads) {
    @PostMapping("/runs/{id}/correct")
    String correct(@PathVariable String id, RedirectAttributes next) throws IOException {
        Run run = options.run(id);
        Path sheet = RunFolder.of(options.data(), id).sheet(run, options.ledger().sheets());
        if (!Files.exists(sheet)) {
            throw Refusal.conflict(
                    "The sheet of this run is not kept any more: drop it on the page Import");
        }
        Optional<String> obstacle = new CorrectableRuns(options.ledger()).obstacle(run);
        boolean byHand = run.job().equals(ImportOrder.NO_JOB);
        if (obstacle.isPresent() && !byHand) {
            throw Refusal.conflict(obstacle.get());
        }
        Upload upload = uploads.keep(sheet, ConsoleRun.of(run, options).file());
        String corrects = obstacle.isPresent() ? null : id;
        SheetChoices kept = SheetChoices.kept(upload);
        if (corrects == null || !corrects.equals(kept.corrects())) {
            SheetChoices.ofRun(RunOptions.of(run).sheet(), corrects).keep(upload);
        }
        String page = "redirect:/import/" + upload.content();
        return obstacle.isEmpty()
                ? page
                : flash("notice", obstacle.get() + ". Imported now, it is the newest.", page, next);
    }

    @PostMapping("/import/{content}/always")
    String always(@PathVariable String content, RedirectAttributes next) throws IOException {
        Upload upload = uploads.use(content).orElseThrow(() -> Refusal.notFound("No such sheet"));
        SheetChoices choices = SheetChoices.kept(upload);
        Run run = options.run(choices.corrects());
        SheetForm form = SheetForm.of(choices.parts(), options.accounts());
        JobText job = JobText.of(options.jobs(), run.job());
        Path file =
                job.withValues(options.job(run.job()), form.sheet().values())
                        .save(options.jobs(), options.data());
        String words = "Job %s reads these texts so from now on: %s is changed.";
        return flash(
                "notice", words.formatted(run.job(), file), "redirect:/import/" + content, next);
    }
}
