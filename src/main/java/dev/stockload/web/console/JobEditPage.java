package dev.stockload.web.console;

import static dev.stockload.web.console.PageModel.flash;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobText;
import dev.stockload.process.Sha256;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.SheetForm;
import dev.stockload.web.parts.WebContext;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/** Changes the file of a job, field by field or as text; pauses, copies and removes it. */
@Controller
@RequestMapping("/jobs")
record JobEditPage(WebContext context) {
    private static final String JOBS = "redirect:/jobs";

    @GetMapping("/{name}/edit")
    String edit(@PathVariable String name, Model model) throws IOException {
        return page(JobText.of(context.jobs(), name), model);
    }

    private String page(JobText job, Model model) throws IOException {
        JobForm form = JobForm.of(job, context);
        fill(form, context, model);
        model.addAttribute("accounts", withCurrent(context.accounts(), form, "account"));
        model.addAttribute("shared", !context.ledger().database().isH2());
        return "job";
    }

    /** What the fields of a job need. */
    static void fill(JobForm form, WebContext context, Model model) {
        model.addAttribute("jobForm", form);
        model.addAttribute("sources", withCurrent(context.jobs().sources(), form, "from"));
        model.addAttribute("zones", JobForm.zones());
    }

    /** What can be chosen, and what the file says, which may lack its settings here. */
    private static Set<String> withCurrent(Collection<String> all, JobForm form, String key) {
        Set<String> choices = new TreeSet<>(all);
        choices.add(form.value(key));
        choices.remove("");
        return choices;
    }

    /** The fields again, with what is wrong with each and the next times. */
    @PostMapping("/check")
    String check(@RequestParam MultiValueMap<String, String> given, Model model)
            throws IOException {
        String name = SheetForm.text(given, "name");
        JobText job =
                name == null ? JobForm.newText(context.jobs()) : JobText.of(context.jobs(), name);
        fill(JobForm.of(typed(job, given), context), context, model);
        return given.containsKey("text") ? "job :: text" : "job :: fields";
    }

    private static JobText typed(JobText job, MultiValueMap<String, String> given) {
        String text = given.getFirst("text");
        return text == null ? JobForm.typed(job, given) : job.withText(text.replace("\r\n", "\n"));
    }

    @PostMapping("/{name}/edit")
    String save(
            @PathVariable String name,
            @RequestParam MultiValueMap<String, String> given,
            Model model,
            RedirectAttributes next)
            throws IOException {
        JobText now = JobText.of(context.jobs(), name);
        JobText typed = now;
        try {
            if (!Sha256.of(now.text()).equals(given.getFirst("was"))) {
                model.addAttribute("fault", "The file was changed meanwhile. This is what it has.");
                return page(now, model);
            }
            typed = typed(now, given);
            Path file = typed.save(context.jobs(), context.data());
            return flash("notice", "Job %s is saved in %s.".formatted(name, file), JOBS, next);
        } catch (Refusal e) {
            model.addAttribute("fault", "Nothing was saved: " + e.getMessage() + ".");
            return page(typed, model);
        }
    }

    /** Asks the source, or the folder, what a run with these fields would take. */
    @PostMapping("/{name}/try")
    String tryOut(
            @PathVariable String name,
            @RequestParam MultiValueMap<String, String> given,
            Model model)
            throws IOException {
        JobText typed = typed(JobText.of(context.jobs(), name), given);
        try {
            JobDefinition job = typed.checked(context.jobs(), context.data());
            String account = context.workspace().account(job.account());
            String found =
                    JobPages.within(job, () -> context.workspace().newSheets().check(job, account));
            model.addAttribute("notice", "Not saved yet. " + found + ".");
        } catch (Refusal e) {
            model.addAttribute("fault", e.getMessage() + ".");
        }
        return page(typed, model);
    }

    @PostMapping("/{name}/pause")
    String pause(@PathVariable String name, @RequestParam boolean paused, RedirectAttributes next)
            throws IOException {
        JobText.of(context.jobs(), name)
                .with("paused", paused ? "true" : "")
                .save(context.jobs(), context.data());
        String words =
                paused ? "Job %s is paused: it only runs by hand." : "Job %s runs by its schedule.";
        return flash("notice", words.formatted(name), JOBS, next);
    }

    @PostMapping("/{name}/copy")
    String copy(@PathVariable String name, @RequestParam String to, RedirectAttributes next)
            throws IOException {
        JobText copy = JobText.of(context.jobs(), name).copy(context.jobs(), to.strip());
        copy.save(context.jobs(), context.data());
        return flash(
                "notice",
                "This is a copy of %s. It is paused.".formatted(name),
                "redirect:/jobs/" + copy.name() + "/edit",
                next);
    }

    @PostMapping("/{name}/delete")
    String delete(@PathVariable String name, RedirectAttributes next) throws IOException {
        Path kept = JobText.of(context.jobs(), name).remove();
        String words =
                "Job %s is deleted; its file is kept as %s. If it has imported, its sizes stay its"
                        + " own until you forget it, below.";
        return flash("notice", words.formatted(name, kept), JOBS, next);
    }
}
