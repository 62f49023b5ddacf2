package dev.stockload.web.console;

import static dev.stockload.web.console.PageModel.PART;
import static dev.stockload.web.console.PageModel.flash;

import dev.stockload.imports.change.Previews.ImportPreview;
import dev.stockload.imports.enter.CorrectableRuns;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.ImportOption;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.define.JobText;
import dev.stockload.problem.Problem;
import dev.stockload.runs.Run;
import dev.stockload.sheet.RejectsFile;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.SheetPreview;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.Download;
import dev.stockload.web.parts.ProblemsView;
import dev.stockload.web.parts.SheetChoices;
import dev.stockload.web.parts.SheetForm;
import dev.stockload.web.parts.UploadReadLimit;
import dev.stockload.web.parts.Uploads;
import dev.stockload.web.parts.Uploads.Upload;
import dev.stockload.web.parts.WebContext;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Uploads a sheet, shows how it was read, and imports it with the user's corrections. */
@Controller
@RequestMapping("/import")
record ImportPage(WebContext context, Uploads uploads, UploadReadLimit readLimit) {
    static final String CHANGED_MEANWHILE =
            "The stock has changed since this was shown, so nothing was sent. This is what"
                    + " would change now.";

    private static final String READ_OTHERWISE =
            "Somebody else has changed how this sheet is read since you saw it. This is how it is"
                    + " read now.";

    private static final class GoneException extends RuntimeException {}

    @GetMapping
    String drop(@RequestParam Optional<String> gone, Model model) {
        if (gone.isPresent()) {
            model.addAttribute(
                    "fault",
                    "That sheet is no longer here: a dropped sheet is removed a day after it was"
                            + " last used. Drop it again to continue.");
        }
        model.addAttribute("limit", Uploads.LIMIT_MEGABYTES);
        return "import";
    }

    @PostMapping
    String keep(@RequestParam MultipartFile sheet, RedirectAttributes next) throws IOException {
        if (sheet.isEmpty()) {
            return flash(
                    "fault", "The file is empty, or none was chosen.", "redirect:/import", next);
        }
        Upload upload = uploads.keep(sheet);
        uploads.cleanUp();
        SheetPreview preview = readLimit.look(upload, SheetOptions.none()).preview();
        SheetChoices.recall(upload, preview == null ? List.of() : preview.rows(), context.data());
        SheetChoices kept = SheetChoices.kept(upload);
        if (kept.corrects() != null && !isCorrectable(kept.corrects())) {
            kept.byHand().keep(upload);
        }
        return "redirect:/import/" + upload.content();
    }

    /** An open page calls this at intervals, so that its sheet is kept. */
    @GetMapping("/{content}/kept")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void kept(@PathVariable String content) throws IOException {
        find(content);
    }

    /** How the sheet was read: the page, or the part of it that a choice changes. */
    @GetMapping({"/{content}", "/{content}/check"})
    String check(
            @PathVariable String content,
            @RequestParam MultiValueMap<String, String> given,
            @RequestHeader(name = PART, required = false) String part,
            Model model)
            throws IOException {
        Upload upload = find(content);
        fill(upload, SheetChoices.of(upload, given), model);
        return part == null ? "check" : "check :: sheet";
    }

    /** Keeps what was chosen; the page, or the part of it that changes. */
    @PostMapping("/{content}/check")
    String change(
            @PathVariable String content,
            @RequestParam MultiValueMap<String, String> given,
            @RequestHeader(name = PART, required = false) String part,
            Model model,
            RedirectAttributes next)
            throws IOException {
        Upload upload = find(content);
        boolean others = SheetChoices.areOthers(upload, given);
        SheetChoices choices = SheetChoices.of(upload, given);
        choices.correct(given);
        if (given.containsKey("take")) {
            CheckView before = CheckView.of(upload, form(choices), readLimit);
            choices.take(before.usable() ? before.checked().groups() : List.of());
        }
        // What cannot be used is not kept.
        form(choices);
        choices.keep(upload);
        CheckView check = fill(upload, choices, model);
        if (check.usable() && check.headerTexts().isPresent()) {
            choices.keepFor(check.headerTexts().get(), context.data());
        }
        if (part == null) {
            return others ? shownAnew(content, next) : "redirect:/import/" + content;
        }
        model.addAttribute("others", others ? READ_OTHERWISE : null);
        return "check :: sheet";
    }

    private static String shownAnew(String content, RedirectAttributes next) {
        return flash("notice", READ_OTHERWISE, "redirect:/import/" + content, next);
    }

    /** The rows to correct, for those who correct them in a spreadsheet. */
    @GetMapping("/{content}/rejects")
    ResponseEntity<Resource> rejects(@PathVariable String content) throws IOException {
        Upload upload = find(content);
        CheckView check = usable(upload);
        SheetForm form = check.form();
        return Download.of(
                RejectsFile.write(
                        upload.file(),
                        form.sheet(),
                        form.options().newColours() == NewColourMode.HOLD,
                        check.checked().problems(),
                        upload.file().getParent()));
    }

    private SheetForm form(SheetChoices choices) {
        return SheetForm.of(choices.parts(), context.accounts());
    }

    @PostMapping("/{content}/start")
    String start(
            @PathVariable String content,
            @RequestParam MultiValueMap<String, String> given,
            RedirectAttributes next)
            throws IOException {
        Upload upload = find(content);
        if (SheetChoices.areOthers(upload, given)) {
            return shownAnew(content, next);
        }
        ImportOrder order = order(upload, SheetChoices.of(upload, given));
        String shown = SheetForm.text(given, "shown");
        if (shown != null && !diff(order).diff().summary().fingerprint().equals(shown)) {
            return flash("notice", CHANGED_MEANWHILE, "redirect:" + diffAt(content, given), next);
        }
        return PageModel.toRun(context.queue().submit(order), next);
    }

    @GetMapping("/{content}/diff")
    String diff(
            @PathVariable String content,
            @RequestParam MultiValueMap<String, String> given,
            @RequestHeader(name = PART, required = false) String part,
            Model model)
            throws IOException {
        Upload upload = find(content);
        SheetChoices choices = SheetChoices.of(upload, given);
        CheckView check = fill(upload, choices, model);
        if (part == null) {
            model.addAttribute("loadsDiff", true);
            return "check";
        }
        try {
            ImportPreview diff = upload.read(() -> diff(order(upload, choices)));
            model.addAttribute("diff", diff.diff().summary());
            model.addAttribute(
                    "newColours",
                    CheckView.NewColourView.of(diff.diff().newColours(), check.checked()));
            model.addAttribute("problems", ProblemsView.of(diff.problems(), "", "", 1));
            model.addAttribute("foundAt", "/import/" + content + ChangesPage.FOUND_COMPARED);
        } catch (Refusal e) {
            model.addAttribute("diffFault", e.getMessage());
        }
        return "check :: sheet";
    }

    /** What the sheet would change and what is wrong in it, as it was chosen to be read. */
    ImportPreview compared(String content) throws IOException {
        Upload upload = known(content);
        SheetChoices choices = SheetChoices.kept(upload);
        return upload.read(() -> diff(order(upload, choices)));
    }

    /** Where files about a sheet are, as long as it is kept. */
    Path folder(String content) throws IOException {
        return known(content).file().getParent();
    }

    /** What is wrong in the sheet itself, as it was chosen to be read. */
    Iterable<Problem> problems(String content) throws IOException {
        return usable(known(content)).checked().problems();
    }

    /** How a sheet is read, if it can be used. */
    private CheckView usable(Upload upload) throws IOException {
        CheckView check = CheckView.of(upload, form(SheetChoices.kept(upload)), readLimit);
        if (!check.usable()) {
            throw Refusal.badRequest(check.fault());
        }
        return check;
    }

    private Upload known(String content) throws IOException {
        String gone = "That sheet is no longer here: drop it again under Import";
        return uploads.use(content).orElseThrow(() -> Refusal.notFound(gone));
    }

    private ImportOrder order(Upload upload, SheetChoices choices) {
        SheetForm form = form(choices);
        ImportOrder order =
                choices.corrects() == null
                        ? form.order(upload, context)
                        : ImportOrder.correcting(
                                context.run(choices.corrects()), upload.file(), form.sheet());
        return order.askedBy(WebContext.CONSOLE);
    }

    private ImportPreview diff(ImportOrder order) throws IOException {
        return readLimit.diff(context.workspace(), order, false);
    }

    private static String diffAt(String content, MultiValueMap<String, String> given) {
        UriComponentsBuilder there = UriComponentsBuilder.fromPath("/import/" + content + "/diff");
        given.forEach(
                (name, values) -> {
                    if (!List.of("_csrf", "once", "shown").contains(name)) {
                        there.queryParam(
                                encoded(name),
                                values.stream()
                                        .filter(value -> !value.isBlank())
                                        .map(ImportPage::encoded)
                                        .toList());
                    }
                });
        return there.build(true).toUriString();
    }

    /** A header may have any sign, such as those of a template. */
    private static String encoded(String text) {
        return UriUtils.encode(text, StandardCharsets.UTF_8);
    }

    @PostMapping("/{content}/job")
    String save(
            @PathVariable String content,
            @RequestParam MultiValueMap<String, String> given,
            Model model,
            RedirectAttributes next)
            throws IOException {
        Upload upload = find(content);
        SheetChoices choices = SheetChoices.of(upload, given);
        SheetForm form = form(choices);
        Map<String, String> keys = new LinkedHashMap<>();
        for (String key : JobForm.MARKED) {
            String text = JobForm.text(given, key);
            if (!text.isEmpty()) {
                keys.put(key, text);
            }
        }
        if (form.options().newColours() == NewColourMode.HOLD) {
            keys.put(ImportOption.NEW_COLOURS.key(), "hold");
        }
        keys.put("account", form.account());
        String name = String.valueOf(SheetForm.text(given, "job"));
        try {
            Path file =
                    JobText.added(context.jobs(), name, keys, form.sheet(), form.options().send())
                            .save(context.jobs(), context.data());
            return flash("notice", "Job saved as %s.".formatted(file), "redirect:/jobs", next);
        } catch (Refusal e) {
            fill(upload, choices, model);
            model.addAttribute("fault", e.getMessage());
            model.addAttribute("given", given.toSingleValueMap());
            JobText typed = JobForm.typed(JobForm.newText(context.jobs()), given);
            model.addAttribute("jobForm", JobForm.of(typed, context));
            return "check";
        }
    }

    /** Makes the way in which a sheet is read that of its job. */
    @PostMapping("/{content}/always")
    String keepAlways(@PathVariable String content, RedirectAttributes next) throws IOException {
        Upload upload = known(content);
        SheetChoices choices = SheetChoices.kept(upload);
        Run run = context.run(choices.corrects());
        SheetForm form = SheetForm.of(choices.parts(), context.accounts());
        JobText job = JobText.of(context.jobs(), run.job());
        Path file =
                job.withValues(context.job(run.job()), form.sheet().values())
                        .save(context.jobs(), context.data());
        String words = "Job %s reads these texts so from now on: %s is changed.";
        return flash(
                "notice", words.formatted(run.job(), file), "redirect:/import/" + content, next);
    }

    private CheckView fill(Upload upload, SheetChoices choices, Model model) throws IOException {
        SheetForm form = form(choices);
        CheckView check = CheckView.of(upload, form, readLimit);
        model.addAttribute("upload", upload);
        model.addAttribute("changesAt", "/import/" + upload.content() + "/changes");
        model.addAttribute("foundAt", "/import/" + upload.content() + "/found");
        model.addAttribute("form", form);
        model.addAttribute("reading", choices.reading());
        model.addAttribute("check", check);
        if (choices.corrects() != null) {
            Run run = context.run(choices.corrects());
            model.addAttribute("corrected", ConsoleRun.of(run, context));
            model.addAttribute("overtaken", obstacle(run).orElse(null));
            model.addAttribute("always", always(run, form));
        }
        model.addAttribute("accounts", context.accounts());
        JobText newJob = JobForm.newText(context.jobs());
        JobEditPage.fill(JobForm.of(newJob, context), context, model);
        model.addAttribute("filled", HeaderField.FILLED);
        model.addAttribute("given", Map.of());
        if (check.usable()) {
            String key = context.workspace().account(form.account());
            model.addAttribute("problems", ProblemsView.of(check.checked().problems(), "", "", 1));
            model.addAttribute("warnings", check.checked().warnings());
            model.addAttribute(
                    "earlier",
                    context
                            .ledger()
                            .runs()
                            .latest(key, ImportOrder.NO_JOB, upload.content())
                            .stream()
                            .toList());
        }
        return check;
    }

    /** What the file of a job would say of how texts are read; empty if it says so, or has none. */
    private String always(Run run, SheetForm form) {
        return context.jobs()
                .entry(run.job())
                .flatMap(JobFolder.Entry::definition)
                .map(job -> JobText.lines(job, form.sheet().values()))
                .orElse("");
    }

    private boolean isCorrectable(String id) {
        return context.ledger().runs().find(id).filter(run -> obstacle(run).isEmpty()).isPresent();
    }

    private Optional<String> obstacle(Run run) {
        return new CorrectableRuns(context.ledger()).obstacle(run);
    }

    private Upload find(String content) throws IOException {
        return uploads.use(content).orElseThrow(GoneException::new);
    }

    /** Redirects to the upload page, also from a part of a page. */
    @ExceptionHandler(GoneException.class)
    ResponseEntity<Void> gone(HttpServletRequest request) {
        boolean part = request.getHeader(PART) != null;
        return ResponseEntity.status(part ? HttpStatus.NOT_FOUND : HttpStatus.SEE_OTHER)
                .header(part ? "HX-Redirect" : HttpHeaders.LOCATION, "/import?gone")
                .build();
    }
}
