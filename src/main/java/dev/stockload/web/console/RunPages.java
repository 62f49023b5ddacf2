package dev.stockload.web.console;

import static dev.stockload.web.console.PageModel.PART;
import static dev.stockload.web.console.PageModel.flash;
import static dev.stockload.web.console.PageModel.toRun;

import dev.stockload.app.Workspace;
import dev.stockload.book.BrakedDiffs;
import dev.stockload.book.BrakedDiffs.Shown;
import dev.stockload.book.Requests.SentRequest;
import dev.stockload.imports.change.Previews;
import dev.stockload.imports.enter.CorrectableRuns;
import dev.stockload.imports.enter.UndoneRun;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.read.StockDiff;
import dev.stockload.imports.read.StockDiff.DiffSummary;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.imports.undo.UndoSummary;
import dev.stockload.merchant.Outcome;
import dev.stockload.problem.Problem;
import dev.stockload.process.TimeWords;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.Download;
import dev.stockload.web.parts.EventStreams;
import dev.stockload.web.parts.EventStreams.EventStream;
import dev.stockload.web.parts.EventStreams.Follower;
import dev.stockload.web.parts.Paged;
import dev.stockload.web.parts.ProblemsView;
import dev.stockload.web.parts.SheetChoices;
import dev.stockload.web.parts.Uploads;
import dev.stockload.web.parts.Uploads.Upload;
import dev.stockload.web.parts.WebContext;

import jakarta.servlet.http.HttpServletResponse;

import org.apache.commons.collections4.IterableUtils;
import org.springframework.core.io.Resource;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The list of runs, and the page of a run with its requests, problems, files and buttons. */
@Controller
public record RunPages(WebContext context, EventStreams streams, Uploads uploads) {
    public static final String EVENTS = "/events";

    private static final long RETRY_MILLIS = 2000;
    private static final String RUN = "/runs/{id}";
    private static final int MOST_WARNINGS = 50;
    private static final int MOST_DOUBTS = 100;

    private static final String ENDED = "stockload:ended from:body";
    private static final String GOES_ON = "stockload:run from:body, stockload:back from:body";

    /** The page, or the part of it that changes while runs go on. */
    @GetMapping({"/runs", "/runs/list"})
    String runs(
            @RequestParam(defaultValue = "") String job,
            @RequestParam(defaultValue = "1") int page,
            @RequestHeader(name = PART, required = false) String part,
            Model model) {
        Paged<Run> shown = Paged.runs(context.ledger(), job, page);
        model.addAttribute("job", job);
        model.addAttribute("page", shown);
        model.addAttribute("runs", ConsoleRun.of(shown.items(), context));
        return part == null ? "runs" : "runs :: list";
    }

    @GetMapping(EVENTS)
    SseEmitter events(HttpServletResponse response) {
        // A proxy that buffers the answer would never pass on an event.
        response.setHeader("X-Accel-Buffering", "no");
        EventStream viewer =
                streams.open(
                        Follower.PAGE,
                        (page, run) ->
                                page.send(
                                        SseEmitter.event()
                                                .name("run")
                                                .id(run.run())
                                                .data(run.state().name())));
        viewer.send(SseEmitter.event().reconnectTime(RETRY_MILLIS).comment(""));
        return viewer.emitter();
    }

    @GetMapping(RUN)
    String run(
            @PathVariable String id,
            @RequestParam(defaultValue = "") String kind,
            @RequestParam(defaultValue = "") String search,
            @RequestParam(defaultValue = "1") int page,
            Model model) {
        state(id, model);
        problems(id, kind, search, page, model);
        return "run";
    }

    /** The part of the page that changes while the run goes on. */
    @GetMapping(RUN + "/state")
    String state(@PathVariable String id, Model model) {
        Run run = context.run(id);
        List<SentRequest> requests = context.ledger().requests().of(id);
        ConsoleRun view = ConsoleRun.of(run, context);
        model.addAttribute("run", view);
        if (run.isBraked() && view.run().isUnfinished()) {
            Optional<Shown> last = context.ledger().brakedDiffs().of(run);
            model.addAttribute("braked", true);
            model.addAttribute("changesAt", "/runs/" + id + "/changes");
            model.addAttribute("current", last.filter(Shown::isCurrent).isPresent());
            model.addAttribute("diff", last.map(Shown::diff).map(DiffSummary::read).orElse(null));
        }
        model.addAttribute("timeline", Timeline.of(requests, context.clock().instant()));
        model.addAttribute("doubts", doubts(run, requests));
        model.addAttribute("undone", UndoneRun.of(context.ledger(), run).orElse(null));
        RunFolder folder = RunFolder.of(context.data(), id);
        model.addAttribute("files", folder.files());
        model.addAttribute("rejects", folder.rejects().map(Path::getFileName).orElse(null));
        return "run :: state";
    }

    @GetMapping(RUN + "/problems")
    String problems(
            @PathVariable String id,
            @RequestParam(defaultValue = "") String kind,
            @RequestParam(defaultValue = "") String search,
            @RequestParam(defaultValue = "1") int page,
            Model model) {
        Run run = context.run(id);
        Iterable<Problem> all = context.ledger().problems().inOrder(id);
        model.addAttribute("problems", ProblemsView.of(all, kind, search, page));
        model.addAttribute("problemsAt", "/runs/" + id);
        model.addAttribute("noProblems", noProblems(run));
        model.addAttribute("problemsWhen", run.isStaged() ? ENDED : ENDED + ", " + GOES_ON);
        Iterable<Problem> warnings = context.ledger().problems().warnings(id);
        model.addAttribute(
                "warnings",
                IterableUtils.toList(IterableUtils.boundedIterable(warnings, MOST_WARNINGS)));
        return "problems :: problems";
    }

    @GetMapping(RUN + "/files/{name}")
    ResponseEntity<Resource> file(@PathVariable String id, @PathVariable String name) {
        return Download.of(context.file(id, name), id + "-" + name);
    }

    private static String noProblems(Run run) {
        if (!run.hasSheet()) {
            return "There are none.";
        }
        if (run.isStaged()) {
            return "Every row is good.";
        }
        return run.state() == Run.State.RUNNING ? "The sheet is being read." : "No row was read.";
    }

    private Doubts doubts(Run run, List<SentRequest> requests) {
        List<String> colours =
                context.ledger().colours().in(run.id(), ColourState.IN_DOUBT).stream()
                        .limit(MOST_DOUBTS)
                        .map(each -> "Product %d, colour %s".formatted(each.product(), each.name()))
                        .toList();
        List<String> reasons =
                requests.stream()
                        .filter(request -> request.outcome() == Outcome.Kind.IN_DOUBT)
                        .map(
                                request ->
                                        TimeWords.second(request.startedAt())
                                                + ": "
                                                + request.words())
                        .toList();
        return new Doubts(colours, reasons);
    }

    record Doubts(List<String> colours, List<String> reasons) {}

    @PostMapping(RUN + "/stop")
    String stop(@PathVariable String id, RedirectAttributes next) {
        context.run(id);
        String words =
                context.queue().stop(id)
                        ? "The run stops after the request in flight."
                        : "The run is no longer running.";
        return flash("notice", words, "redirect:/runs/" + id, next);
    }

    @PostMapping(RUN + "/resume")
    String resume(
            @PathVariable String id,
            @RequestParam(defaultValue = "false") boolean force,
            @RequestParam(required = false) String shown,
            RedirectAttributes next) {
        Run run = context.run(id);
        String back = "redirect:/runs/" + id;
        if (shown == null || isShown(run, shown)) {
            return toRun(context.queue().resume(id, ResumeOptions.forced(force)), next);
        }
        compare(run);
        return flash("notice", ImportPage.CHANGED_MEANWHILE, back, next);
    }

    private boolean isShown(Run run, String fingerprint) {
        return context.ledger().brakedDiffs().of(run).filter(Shown::isCurrent).stream()
                .anyMatch(last -> last.diff().contains(fingerprint));
    }

    /** Compares a run that the brake stopped with the service as it is now. */
    @PostMapping(RUN + "/diff")
    String compare(@PathVariable String id) {
        compare(context.run(id));
        return "redirect:/runs/" + id;
    }

    private void compare(Run run) {
        BrakedDiffs diffs = context.ledger().brakedDiffs();
        long newest = diffs.newest(run.account());
        diffs.keep(run, newest, compared(run).summary().json());
    }

    /** What a run that the brake stopped would change now. */
    StockDiff compared(Run run) {
        return context.fromService(
                caller -> new Previews(context.workspace().process(), caller).ofRun(run));
    }

    @PostMapping(RUN + "/again")
    String again(@PathVariable String id, RedirectAttributes next) throws IOException {
        ImportOrder order = ImportOrder.again(context.run(id)).askedBy(WebContext.CONSOLE);
        return toRun(context.queue().submit(order), next);
    }

    /** Leads to the page where its sheet is read otherwise. */
    @PostMapping(RUN + "/correct")
    String correct(@PathVariable String id, RedirectAttributes next) throws IOException {
        Run run = context.run(id);
        Path sheet = RunFolder.of(context.data(), id).sheet(run, context.ledger().sheets());
        if (!Files.exists(sheet)) {
            throw Refusal.conflict(
                    "The sheet of this run is not kept any more: drop it on the page Import");
        }
        Optional<String> obstacle = new CorrectableRuns(context.ledger()).obstacle(run);
        boolean byHand = run.job().equals(ImportOrder.NO_JOB);
        if (obstacle.isPresent() && !byHand) {
            throw Refusal.conflict(obstacle.get());
        }
        Upload upload = uploads.keep(sheet, ConsoleRun.of(run, context).file());
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

    /** The page, or what the undo would do, which needs the service. */
    @GetMapping(RUN + "/undo")
    String plan(
            @PathVariable String id,
            @RequestParam(defaultValue = "") String product,
            @RequestHeader(name = PART, required = false) String part,
            Model model) {
        model.addAttribute("run", ConsoleRun.of(context.run(id), context));
        model.addAttribute("product", product.strip());
        if (part == null) {
            return "undo";
        }
        Workspace all = context.workspace();
        try {
            UndoOrder order = new UndoOrder(id, products(id, product), null);
            model.addAttribute("shown", newest(id));
            model.addAttribute(
                    "plan",
                    context.fromService(
                            asker -> UndoSummary.of(order, all.process(), asker, (n, of) -> {})));
        } catch (Refusal e) {
            model.addAttribute("planFault", e.getMessage());
        }
        return "undo :: plan";
    }

    /** All that the run has if none is named. */
    private Set<Integer> products(String id, String words) {
        return words.isBlank()
                ? Set.of()
                : context.workspace()
                        .products(context.run(id).account())
                        .all(List.of(words.strip().split("[,;\\s]+")));
    }

    private long newest(String id) {
        return context.ledger().brakedDiffs().newest(context.run(id).account());
    }

    /** Shows the undo again if the book has changed; what changed at the service, it keeps. */
    @PostMapping(RUN + "/undo")
    String undo(
            @PathVariable String id,
            @RequestParam(defaultValue = "") String product,
            @RequestParam long shown,
            RedirectAttributes next) {
        Set<Integer> only = products(id, product);
        UndoOrder order = new UndoOrder(context.run(id).id(), only, WebContext.CONSOLE);
        next.addAttribute("product", product);
        String again = "redirect:/runs/" + id + "/undo";
        return newest(id) == shown
                ? toRun(context.queue().undo(order), next)
                : flash("notice", ImportPage.CHANGED_MEANWHILE, again, next);
    }
}
