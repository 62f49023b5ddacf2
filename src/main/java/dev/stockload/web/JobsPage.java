package dev.stockload.web;

import static dev.stockload.web.PageModel.PART;

import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobList;
import dev.stockload.stock.Count;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The job definitions: when they run next, how they ended last, and which sheets they miss. */
@Controller
@RequestMapping("/jobs")
class JobsPage {
    private final ConsoleOptions options;
    private final RunViews views;
    private final ExpectedSheets expectations;

    JobsPage(ConsoleOptions options, RunViews views) {
        this.options = options;
        this.views = views;
        this.expectations = new ExpectedSheets(options.ledger(), options.accountKey());
    }

    /** The page, or the part of it that changes while jobs run. */
    @GetMapping({"", "/list"})
    String jobs(@RequestHeader(name = PART, required = false) String part, Model model)
            throws IOException {
        List<JobView> jobs = new ArrayList<>();
        for (JobList.Entry entry : options.jobs().list()) {
            jobs.add(view(entry));
        }
        model.addAttribute("jobs", jobs);
        int waiting = options.ledger().notifications().waiting().size();
        model.addAttribute("waiting", waiting == 0 ? null : Count.of(waiting, "message"));
        return part == null ? "jobs" : "jobs :: list";
    }

    private JobView view(JobList.Entry entry) {
        Instant now = options.clock().instant();
        Optional<JobDefinition> job = entry.definition();
        RunView last = options.ledger().runList().newest(entry.name()).map(views::of).orElse(null);
        return new JobView(
                entry,
                now,
                last,
                job.map(each -> JobView.Sheets.of(each, expectations, now)).orElse(null));
    }
}
