package dev.stockload.web;

import static dev.stockload.web.PageModel.PART;

import dev.stockload.imports.ImportOrder;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobList;
import dev.stockload.jobs.UnusableJobException;
import dev.stockload.ledger.Run;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The job definitions, when they run next and how they ended last. */
@Controller
@RequestMapping("/jobs")
class JobsPage {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm");
    private static final int TIMES = 3;

    private final ConsoleOptions options;
    private final RunViews views;
    private final RunStarter started;

    /** A definition as the page shows it; {@code last} is null where it never ran. */
    record JobView(
            String name,
            String read,
            String account,
            String send,
            String fault,
            String schedule,
            List<String> next,
            RunView last) {}

    JobsPage(ConsoleOptions options, RunViews views, RunStarter started) {
        this.options = options;
        this.views = views;
        this.started = started;
    }

    /** The page, or the part of it that changes while jobs run. */
    @GetMapping({"", "/list"})
    String jobs(@RequestHeader(name = PART, required = false) String part, Model model)
            throws IOException {
        List<JobView> jobs = new ArrayList<>();
        for (JobList.Entry entry : options.jobs().list()) {
            jobs.add(view(entry, options.ledger().runList().newest(entry.name())));
        }
        model.addAttribute("jobs", jobs);
        return part == null ? "jobs" : "jobs :: list";
    }

    @PostMapping("/{name}/run")
    String run(@PathVariable String name, RedirectAttributes next) throws IOException {
        try {
            JobDefinition job = options.jobs().folder().find(name);
            String account = options.accountKey().apply(job.account());
            List<ImportOrder> orders =
                    job.files().stream()
                            .map(file -> job.order(file, account, false, false))
                            .toList();
            String jobs = "redirect:/jobs";
            return orders.size() == 1
                    ? started.submitted(orders.get(0), jobs, next)
                    : started.submitted(orders, jobs, next);
        } catch (UnusableJobException e) {
            next.addFlashAttribute("fault", e.getMessage());
            return "redirect:/jobs";
        }
    }

    private JobView view(JobList.Entry entry, Optional<Run> last) {
        Instant now = options.clock().instant();
        return new JobView(
                entry.name(),
                entry.definition().map(JobDefinition::read).orElse(""),
                entry.definition().map(JobDefinition::account).orElse(""),
                entry.definition().map(job -> job.send().key()).orElse(""),
                entry.fault().orElse(null),
                entry.definition().flatMap(JobDefinition::schedule).map(CronWords::of).orElse(null),
                entry.next(now, TIMES).stream().map(time -> words(entry, time)).toList(),
                last.map(views::of).orElse(null));
    }

    private static String words(JobList.Entry entry, Instant time) {
        ZoneId zone = entry.timetable().orElseThrow().zone();
        return TIME.format(time.atZone(zone))
                + (zone.equals(ZoneId.systemDefault()) ? "" : " " + zone);
    }
}
