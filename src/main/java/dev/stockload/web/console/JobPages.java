package dev.stockload.web.console;

import static dev.stockload.web.console.PageModel.PART;
import static dev.stockload.web.console.PageModel.orBack;
import static dev.stockload.web.console.PageModel.toRun;
import static dev.stockload.web.console.PageModel.told;

import dev.stockload.app.TimeWords;
import dev.stockload.app.Workspace;
import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.JobRuns;
import dev.stockload.jobs.Notifier.TestNotification;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobDefinition.NotifySettings;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.take.JobSheets;
import dev.stockload.jobs.take.JobSheets.FoundSheets;
import dev.stockload.notifications.Notifications;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.RunFailedException;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.Run;
import dev.stockload.stock.Count;
import dev.stockload.web.parts.ConsoleOptions;

import org.springframework.beans.factory.DisposableBean;
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
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * The job definitions: when they run next, how they ended last, which sheets they miss; and what
 * people do with one: run it, look at its source, try who is told.
 */
@Controller
@RequestMapping("/jobs")
public class JobPages implements DisposableBean {
    private static final String JOBS = "redirect:/jobs";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm", Locale.ENGLISH);
    private static final int TIMES = 3;

    /** Longer waits nobody before a page that does not come. */
    private static final long PATIENCE_SECONDS = 20;

    private final ConsoleOptions options;
    private final Workspace workspace;
    private final ExecutorService threads =
            Executors.newCachedThreadPool(new DaemonThreads("job-action"));

    private final ExpectedSheets expectations;

    JobPages(ConsoleOptions options) {
        this.options = options;
        this.workspace = options.workspace();
        this.expectations = workspace.expectations();
    }

    /** The page, or the part of it that changes while jobs run. */
    @GetMapping({"", "/list"})
    String jobs(@RequestHeader(name = PART, required = false) String part, Model model)
            throws IOException {
        List<JobView> jobs = new ArrayList<>();
        for (JobFolder.Entry entry : options.jobs().list()) {
            jobs.add(view(entry));
        }
        model.addAttribute("jobs", jobs);
        int waiting = new Notifications(options.ledger().database()).waiting().size();
        model.addAttribute("waiting", waiting == 0 ? null : Count.of(waiting, "message"));
        return part == null ? "jobs" : "jobs :: list";
    }

    private JobView view(JobFolder.Entry entry) {
        Instant now = options.clock().instant();
        Optional<JobDefinition> job = entry.definition();
        Optional<Run> last = options.ledger().runList().newest(entry.name());
        Optional<Run> sheet = job.flatMap(expectations::lastSheet);
        return new JobView(
                entry,
                job.orElse(null),
                last.map(run -> ShownRun.of(run, options)).orElse(null),
                entry.next(now, TIMES).stream()
                        .map(time -> words(time, entry.timetable().orElseThrow().zone()))
                        .toList(),
                sheet.map(run -> "last new sheet " + TimeWords.minute(run.endedAt()))
                        .orElse("no sheet imported yet"),
                job.map(each -> expectations.alarms(each, now)).orElse(List.of()));
    }

    private static String words(Instant time, ZoneId zone) {
        return TIME.format(time.atZone(zone))
                + (zone.equals(ZoneId.systemDefault()) ? "" : " " + zone);
    }

    /** One leads to its run; several are seen in the list of runs. */
    @PostMapping("/{name}/run")
    String run(@PathVariable String name, RedirectAttributes next) throws IOException {
        List<ImportTicket> begun = new ArrayList<>();
        JobRuns.Door door =
                (sheet, order) -> {
                    ImportTicket ticket = options.queue().submit(order);
                    begun.add(ticket);
                    return JobRuns.Begun.of(ticket);
                };
        JobRuns.Asked asked = new JobRuns.Asked(false, false);
        return orBack(
                JOBS,
                next,
                () -> {
                    JobDefinition job = options.jobs().find(name);
                    FoundSheets found;
                    synchronized (options.queue().lock(name)) {
                        found = within(job, () -> workspace.jobRuns().run(job, asked, door));
                    }
                    if (found.sheets().isEmpty()) {
                        List<String> words = new ArrayList<>(found.left());
                        words.add(0, "There is no new sheet for " + name);
                        return told("notice", String.join(". ", words) + ".", JOBS, next);
                    }
                    String several = "Importing %d files, one after the other.";
                    return begun.size() == 1
                            ? toRun(begun.get(0), next)
                            : told(
                                    "notice",
                                    several.formatted(begun.size()),
                                    "redirect:/runs",
                                    next);
                });
    }

    @PostMapping("/{name}/look")
    String look(@PathVariable String name, RedirectAttributes next) throws IOException {
        return orBack(
                JOBS,
                next,
                () -> {
                    JobDefinition job = options.jobs().find(name);
                    if (job.sheets().from().isEmpty()) {
                        return told("fault", name + " reads files of this machine.", JOBS, next);
                    }
                    String account = workspace.account(job.account());
                    JobSheets.Look look =
                            within(job, () -> workspace.jobSheets().look(job, account));
                    return told("notice", "%s: %s.".formatted(name, look), JOBS, next);
                });
    }

    @PostMapping("/{name}/test-notify")
    String testNotify(@PathVariable String name, RedirectAttributes next) throws IOException {
        return orBack(
                JOBS,
                next,
                () -> {
                    JobDefinition job = options.jobs().find(name);
                    List<TestNotification> sent =
                            within(job, () -> TestNotification.send(job, workspace.channels()));
                    boolean all = sent.stream().allMatch(each -> each.fault().isEmpty());
                    String words =
                            sent.stream()
                                    .map(each -> each.recipient() + arrived(each))
                                    .collect(Collectors.joining("; ", "", "."));
                    String why = " In a terminal, stockload jobs %s --test-notify says why.";
                    return all
                            ? told("notice", words, JOBS, next)
                            : told("fault", words + why.formatted(name), JOBS, next);
                });
    }

    /** Not why: whoever writes a job from afar is not to learn what answers on this machine. */
    private static String arrived(TestNotification sent) {
        return sent.fault().isEmpty() ? " was told" : " could not be reached";
    }

    private <T> T within(JobDefinition job, Callable<T> work) throws IOException {
        try {
            return threads.submit(work).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new RunFailedException(
                    "Job %s: no answer within %d s".formatted(job.name(), PATIENCE_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("Stockload is stopping");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException fault) {
                throw fault;
            }
            throw (RuntimeException) e.getCause();
        }
    }

    @Override
    public void destroy() {
        threads.shutdownNow();
    }

    /**
     * A definition as the page shows it.
     *
     * @param job null where the definition cannot be used
     * @param last how it ended last; null where it never ran
     * @param next when it runs by itself
     * @param sheet when the last new one was imported
     * @param alarms which sheets should be there and are not, or could not be fetched
     */
    private record JobView(
            JobFolder.Entry entry,
            JobDefinition job,
            ShownRun last,
            List<String> next,
            String sheet,
            List<String> alarms) {
        /** The source that it reads from; null where it reads files of this machine. */
        public String from() {
            return job == null ? null : job.sheets().from().orElse(null);
        }

        /** Who is told; empty where nobody is. */
        public String told() {
            return job == null
                    ? ""
                    : job.notifyRules().stream()
                            .map(NotifySettings.Rule::toString)
                            .collect(Collectors.joining(", "));
        }
    }
}
