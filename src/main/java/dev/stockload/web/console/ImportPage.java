package dev.stockload.web.console;

import static dev.stockload.web.console.PageModel.PART;
import static dev.stockload.web.console.PageModel.flash;

import dev.stockload.check.CheckedSheet;
import dev.stockload.imports.change.ImportPreview;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.JobDraft;
import dev.stockload.process.TimeWords;
import dev.stockload.sheet.SheetPreview;
import dev.stockload.sheet.SheetPreview.Line;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.CreateLimits;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.ProblemsView;
import dev.stockload.web.parts.SheetForm;
import dev.stockload.web.parts.UploadReadLimit;
import dev.stockload.web.parts.Uploads;
import dev.stockload.web.parts.Uploads.Upload;
import dev.stockload.web.parts.WebContext;

import jakarta.servlet.http.HttpServletRequest;

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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Uploads a sheet, shows how it was read, and imports it with the user's corrections. */
@Controller
@RequestMapping("/import")
record ImportPage(WebContext options, Uploads uploads, UploadReadLimit turn) {
    static final String CHANGED_MEANWHILE =
            "The stock has changed since this was shown, so nothing was sent. This is what"
                    + " would change now.";

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
        fill(find(content), given, model);
        return part == null ? "check" : "check :: sheet";
    }

    @PostMapping("/{content}/start")
    String start(
            @PathVariable String content,
            @RequestParam MultiValueMap<String, String> given,
            RedirectAttributes next)
            throws IOException {
        ImportOrder order = order(find(content), given);
        String shown = SheetForm.text(given, "shown");
        if (shown != null && !diff(order).diff().summary().fingerprint().equals(shown)) {
            return flash("notice", CHANGED_MEANWHILE, "redirect:" + diffAt(content, given), next);
        }
        return PageModel.toRun(options.queue().submit(order), next);
    }

    @GetMapping("/{content}/diff")
    String diff(
            @PathVariable String content,
            @RequestParam MultiValueMap<String, String> given,
            @RequestHeader(name = PART, required = false) String part,
            Model model)
            throws IOException {
        Upload upload = find(content);
        fill(upload, given, model);
        if (part == null) {
            model.addAttribute("loadsDiff", true);
            return "check";
        }
        try {
            ImportPreview diff = upload.read(() -> diff(order(upload, given)));
            model.addAttribute("diff", diff.diff().summary());
            model.addAttribute("problems", ProblemsView.of(diff.problems(), "", "", 1));
        } catch (Refusal e) {
            model.addAttribute("diffFault", e.getMessage());
        }
        return "check :: sheet";
    }

    private ImportOrder order(Upload upload, MultiValueMap<String, String> given) {
        SheetForm form = SheetForm.of(given, options.accounts());
        return form.order(upload, options).askedBy(WebContext.CONSOLE);
    }

    private ImportPreview diff(ImportOrder order) throws IOException {
        return turn.diff(options.workspace(), order, false);
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
        SheetForm form = SheetForm.of(given, options.accounts());
        Map<String, String> keys = new LinkedHashMap<>();
        for (String key : List.of("from", "read", "schedule", "zone", "expect", "notify")) {
            String text = SheetForm.text(given, key);
            if (text != null) {
                keys.put(key, text);
            }
        }
        keys.put("account", form.account());
        String name = String.valueOf(SheetForm.text(given, "job"));
        JobDraft draft = new JobDraft(name, keys, form.sheet(), form.options().send());
        try {
            Path file = draft.save(options.jobs(), options.data());
            return flash("notice", "Job saved as %s.".formatted(file), "redirect:/jobs", next);
        } catch (Refusal e) {
            fill(upload, given, model);
            model.addAttribute("fault", e.getMessage());
            model.addAttribute("given", given.toSingleValueMap());
            return "check";
        }
    }

    private void fill(Upload upload, MultiValueMap<String, String> given, Model model)
            throws IOException {
        SheetForm form = SheetForm.of(given, options.accounts());
        CheckView check = CheckView.of(upload, form, turn);
        model.addAttribute("upload", upload);
        model.addAttribute("form", form);
        model.addAttribute("check", check);
        model.addAttribute("accounts", options.accounts());
        model.addAttribute("sources", new TreeSet<>(options.jobs().sources()));
        model.addAttribute("filled", HeaderField.FILLED);
        model.addAttribute("given", Map.of());
        if (check.usable()) {
            String key = options.workspace().account(form.account());
            model.addAttribute("problems", ProblemsView.of(check.checked().problems(), "", "", 1));
            model.addAttribute("warnings", check.checked().warnings());
            model.addAttribute(
                    "earlier",
                    options
                            .ledger()
                            .runs()
                            .latest(key, ImportOrder.NO_JOB, upload.content())
                            .stream()
                            .toList());
        }
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

    /** {@code preview} is null if the file is not a sheet, {@code checked} if it cannot be used. */
    private record CheckView(
            SheetForm form, SheetPreview preview, CheckedSheet checked, String fault) {
        private static final int ROWS_SHOWN = 6;

        record Choice(HeaderField field, String chosen, String found, boolean missing) {
            /** The text of the select while nothing is chosen. */
            public String byItself() {
                if (found != null) {
                    return "found: " + found;
                }
                boolean either = field == HeaderField.PRODUCT || field == HeaderField.ITEM;
                return !missing ? "none" : either ? "choose one of two" : "choose a column";
            }
        }

        static CheckView of(Uploads.Upload upload, SheetForm form, UploadReadLimit turn)
                throws IOException {
            UploadReadLimit.Looked looked = turn.look(upload, form.sheet());
            return new CheckView(form, looked.preview(), looked.checked(), looked.fault());
        }

        public boolean usable() {
            return checked != null;
        }

        /** Facts about the file, without the columns, which are shown as choices. */
        public Map<String, String> understood() {
            Map<String, String> facts = checked.summary();
            facts.remove("Columns");
            return facts;
        }

        public List<Choice> choices() {
            boolean matrix = usable() && checked.header().isMatrix();
            Map<HeaderField, String> found =
                    usable() ? checked.header().columnNames() : preview.known();
            List<Choice> choices = new ArrayList<>();
            for (HeaderField field : HeaderField.values()) {
                if (matrix && field.compareTo(HeaderField.COLOUR) > 0) {
                    continue;
                }
                boolean chosen = !form.header(field).isEmpty();
                choices.add(
                        new Choice(
                                field,
                                form.header(field),
                                chosen ? null : found.get(field),
                                !usable() && isMissing(field, found)));
            }
            return choices;
        }

        /** Whether a needed column is neither found nor chosen; one of two names the product. */
        private boolean isMissing(HeaderField field, Map<HeaderField, String> found) {
            return switch (field) {
                case PRODUCT, ITEM ->
                        !has(HeaderField.PRODUCT, found) && !has(HeaderField.ITEM, found);
                case COLOUR, SIZE, STOCK -> !has(field, found);
                case BARCODE -> false;
            };
        }

        private boolean has(HeaderField field, Map<HeaderField, String> found) {
            return found.containsKey(field) || !form.header(field).isEmpty();
        }

        public List<Line> rows() {
            List<Integer> numbers = preview.rows().stream().map(Line::number).toList();
            int from = usable() ? numbers.indexOf(checked.header().row()) : preview.header() - 2;
            int first = Math.max(0, from);
            return preview.rows().subList(first, Math.min(numbers.size(), first + ROWS_SHOWN));
        }

        public int headerRow() {
            return usable()
                    ? checked.header().row()
                    : preview.rows().get(preview.header()).number();
        }

        public List<String> columns() {
            return usable()
                    ? checked.header().names().stream()
                            .filter(name -> !name.isBlank())
                            .distinct()
                            .toList()
                    : preview.columns();
        }

        public boolean hasDelimiter() {
            return preview != null && preview.sheets().isEmpty();
        }

        public int colours() {
            return checked.colourCount(ColourState.READY);
        }

        public int requests() {
            return CreateLimits.requests(colours());
        }

        public String time() {
            return requests() <= 1
                    ? "seconds"
                    : TimeWords.duration(CreateLimits.leastTime(requests()));
        }
    }
}
