package dev.stockload.web;

import dev.stockload.app.TimeWords;
import dev.stockload.imports.RunFiles;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.RequestOutcome;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
import dev.stockload.ledger.SentRequest;
import dev.stockload.stock.Problem;

import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One run: its balance, its requests, its problems, and its files. */
@Controller
@RequestMapping("/runs/{id}")
class RunPage {
    private static final int MOST_WARNINGS = 50;
    private static final int MOST_DOUBTS = 100;

    private static final String ENDED = "stockload:ended from:body";
    private static final String GOES_ON = "stockload:run from:body, stockload:back from:body";

    private final ConsoleOptions options;
    private final Ledger ledger;
    private final RunViews views;

    RunPage(ConsoleOptions options, RunViews views) {
        this.options = options;
        this.ledger = options.ledger();
        this.views = views;
    }

    @GetMapping
    String run(
            @PathVariable String id,
            @RequestParam(defaultValue = "") String kind,
            @RequestParam(defaultValue = "") String search,
            @RequestParam(defaultValue = "1") int page,
            Model model) {
        Run run = options.run(id);
        state(run, model);
        problems(run, kind, search, page, model);
        return "run";
    }

    /** The part of the page that changes while the run goes on. */
    @GetMapping("/state")
    String state(@PathVariable String id, Model model) {
        state(options.run(id), model);
        return "run :: state";
    }

    @GetMapping("/problems")
    String problems(
            @PathVariable String id,
            @RequestParam(defaultValue = "") String kind,
            @RequestParam(defaultValue = "") String search,
            @RequestParam(defaultValue = "1") int page,
            Model model) {
        problems(options.run(id), kind, search, page, model);
        return "problems :: problems";
    }

    @GetMapping("/files/{name}")
    ResponseEntity<Resource> file(@PathVariable String id, @PathVariable String name) {
        Path file = options.file(id, name);
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_OCTET_STREAM)
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment()
                                .filename(id + "-" + name)
                                .build()
                                .toString())
                .body(new FileSystemResource(file));
    }

    private void state(Run run, Model model) {
        Instant now = options.clock().instant();
        List<SentRequest> requests = ledger.requests().of(run.id());
        RunView view = views.of(run);
        model.addAttribute("run", view);
        if (view.braked() && view.resumable()) {
            model.addAttribute("diff", views.diff(run));
        }
        model.addAttribute("timeline", Timeline.of(requests, now));
        model.addAttribute("doubts", doubts(run, requests));
        RunFiles files = RunFiles.of(options.data(), run.id());
        model.addAttribute("files", files.names());
        model.addAttribute("rejects", files.rejects().map(Path::getFileName).orElse(null));
    }

    private void problems(Run run, String kind, String search, int page, Model model) {
        model.addAttribute(
                "problems",
                ProblemsView.of(ledger.problems().inOrder(run.id()), kind, search, page));
        model.addAttribute("problemsAt", "/runs/" + run.id());
        model.addAttribute("noProblems", noProblems(run));
        model.addAttribute("problemsWhen", run.isStaged() ? ENDED : ENDED + ", " + GOES_ON);
        List<Problem> warnings = new ArrayList<>();
        for (Problem warning : ledger.problems().warnings(run.id())) {
            if (warnings.size() < MOST_WARNINGS) {
                warnings.add(warning);
            }
        }
        model.addAttribute("warnings", warnings);
    }

    private static String noProblems(Run run) {
        if (run.isUndo()) {
            return "There are none.";
        }
        if (run.isStaged()) {
            return "Every row is good.";
        }
        return run.state() == RunState.RUNNING ? "The sheet is being read." : "No row was read.";
    }

    /** What nobody knows yet, and why: a line for each colour, and the words of the requests. */
    private Doubts doubts(Run run, List<SentRequest> requests) {
        List<String> colours =
                ledger.colours().in(run.id(), ColourState.IN_DOUBT).stream()
                        .limit(MOST_DOUBTS)
                        .map(RunPage::words)
                        .toList();
        List<String> reasons =
                requests.stream()
                        .filter(request -> request.outcome() == RequestOutcome.IN_DOUBT)
                        .map(
                                request ->
                                        TimeWords.second(request.startedAt())
                                                + ": "
                                                + request.words())
                        .toList();
        return new Doubts(colours, reasons);
    }

    /** Colours of which nobody knows whether the service took them, and why. */
    record Doubts(List<String> colours, List<String> reasons) {}

    private static String words(LedgerColour colour) {
        return "Product %d, colour %s".formatted(colour.product(), colour.name());
    }
}
