package dev.stockload.web.console;

import static dev.stockload.web.console.PageModel.PART;

import dev.stockload.imports.read.StockDiff;
import dev.stockload.imports.read.StockDiff.Change;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.problem.Problem;
import dev.stockload.sheet.TableFile;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.Download;
import dev.stockload.web.parts.Paged;
import dev.stockload.web.parts.ProblemsView;
import dev.stockload.web.parts.WebContext;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.core.io.Resource;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * All that a sheet, or a run that a brake stopped, would change, and all problems of a sheet:
 * searched, by pages, as a file.
 */
@Controller
record ChangesPage(WebContext context, ImportPage imports, RunPages runs) {
    static final String FOUND_COMPARED = "/diff/found";

    private static final int PER_PAGE = 100;

    /**
     * All problems of a sheet that is not imported yet; of the last address, those of the service
     * too.
     */
    @GetMapping({"/import/{id}/found", "/import/{id}" + FOUND_COMPARED})
    String found(
            @PathVariable String id,
            @RequestParam(defaultValue = "") String kind,
            @RequestParam(defaultValue = "") String search,
            @RequestParam(defaultValue = "1") int page,
            HttpServletRequest request,
            Model model)
            throws IOException {
        String at = request.getServletPath();
        boolean compared = at.endsWith(FOUND_COMPARED);
        Iterable<Problem> all = compared ? imports.compared(id).problems() : imports.problems(id);
        model.addAttribute("back", "/import/" + id);
        model.addAttribute("comparedAt", compared ? null : "/import/" + id + FOUND_COMPARED);
        model.addAttribute("problemsAt", at);
        model.addAttribute("problems", ProblemsView.of(all, kind, search, page));
        model.addAttribute("warnings", List.of());
        return "found";
    }

    /** The page, or its table, which needs the service. */
    @GetMapping({"/import/{id}/changes", "/runs/{id}/changes"})
    String changes(
            @PathVariable String id,
            @RequestParam(defaultValue = "") String search,
            @RequestParam(defaultValue = "1") int page,
            @RequestHeader(name = PART, required = false) String part,
            HttpServletRequest request,
            Model model)
            throws IOException {
        model.addAttribute("at", request.getServletPath());
        model.addAttribute("back", request.getServletPath().replaceFirst("/changes$", ""));
        model.addAttribute("search", search);
        model.addAttribute("wanted", page);
        if (part == null) {
            return "changes";
        }
        try {
            model.addAttribute("page", page(diff(id, request), search, page));
        } catch (Refusal e) {
            model.addAttribute("changesFault", e.getMessage());
        }
        return "changes :: changes";
    }

    private StockDiff diff(String id, HttpServletRequest request) throws IOException {
        return isImport(request) ? imports.compared(id).diff() : runs.compared(context.run(id));
    }

    /** There may be very many: only those of the page are kept. */
    private static Paged<Change> page(StockDiff diff, String search, int page) {
        String words = search.strip().toLowerCase(Locale.ROOT);
        List<Change> shown = new ArrayList<>();
        int found = 0;
        for (Change each : (Iterable<Change>) diff.changes()::iterator) {
            if (each.isMeant(words)) {
                found++;
                if (found > (page - 1) * PER_PAGE && shown.size() < PER_PAGE) {
                    shown.add(each);
                }
            }
        }
        return new Paged<>(List.copyOf(shown), Math.max(1, page), PER_PAGE, found);
    }

    @GetMapping({"/import/{id}/changes.csv", "/runs/{id}/changes.csv"})
    ResponseEntity<Resource> file(@PathVariable String id, HttpServletRequest request)
            throws IOException {
        Path file = folder(id, request).resolve("changes.csv");
        TableFile.write(file, StockDiff.COLUMNS, diff(id, request).changes().iterator());
        return Download.of(file);
    }

    /** It goes with the sheet, or with the run. */
    private Path folder(String id, HttpServletRequest request) throws IOException {
        return isImport(request)
                ? imports.folder(id)
                : RunFolder.of(context.data(), context.run(id).id()).path();
    }

    private static boolean isImport(HttpServletRequest request) {
        return request.getServletPath().startsWith("/import/");
    }
}
