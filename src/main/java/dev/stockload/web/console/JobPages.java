package dev.stockload.web.console;

import static dev.stockload.web.console.PageModel.PART;
import static dev.stockload.web.console.PageModel.flash;
import static dev.stockload.web.console.PageModel.toRun;

import dev.stockload.app.Connections;
import dev.stockload.app.SourceCheck;
import dev.stockload.app.SourceStatus;
import dev.stockload.imports.keep.ForgottenJobs;
import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.JobRuns;
import dev.stockload.jobs.JobRuns.EnteredSheets;
import dev.stockload.jobs.Notifier.TestNotification;
import dev.stockload.jobs.StoredSchedules;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobDefinition.NotifySettings;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.take.JobSheets.Late;
import dev.stockload.jobs.take.SheetLook.First;
import dev.stockload.notifications.Channels;
import dev.stockload.notifications.MessageTable;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.TimeWords;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.Run;
import dev.stockload.sources.SourceFile;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.Paged;
import dev.stockload.web.parts.WebContext;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** The list of jobs, and the buttons to run one, check its source and send a test message. */
@Controller
@RequestMapping("/jobs")
record JobPages(WebContext context) {
    private static final String JOBS = "redirect:/jobs";
    static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm VV", Locale.ENGLISH);
    private static final int TIMES = 3;
    private static final int PER_PAGE = 50;

    /** How long a page request waits before it gives up. */
    private static final long LONGEST_WAIT_SECONDS = 20;

    /** The page, or the part of it that changes while jobs run. */
    @GetMapping({"", "/list"})
    String jobs(
            @RequestParam(defaultValue = "") String search,
            @RequestParam(defaultValue = "1") int page,
            @RequestHeader(name = PART, required = false) String part,
            Model model) {
        String wanted = search.strip().toLowerCase(Locale.ROOT);
        List<JobFolder.Entry> listed = context.jobs().list();
        List<JobFolder.Entry> all =
                context.workspace().expectedSheets().all(listed, context.clock().instant()).stream()
                        .filter(job -> words(job).contains(wanted))
                        .toList();
        Paged<JobFolder.Entry> shown = Paged.of(all, page, PER_PAGE);
        model.addAttribute("search", search);
        model.addAttribute("page", shown);
        model.addAttribute("sources", part == null ? sources(listed) : List.of());
        model.addAttribute("jobs", shown.items().stream().map(this::view).toList());
        int waiting = new MessageTable(context.ledger().database()).waiting();
        model.addAttribute(
                "unclaimed",
                new ForgottenJobs(context.ledger())
                        .unclaimed(context.workspace().settings().jobs().files().keySet()));
        model.addAttribute("waiting", waiting == 0 ? null : Count.of(waiting, "message"));
        return part == null ? "jobs" : "jobs :: list";
    }

    private List<SourceStatus> sources(List<JobFolder.Entry> jobs) {
        Connections connections = connections();
        return new TreeSet<>(connections.sources().keySet())
                .stream()
                        .map(name -> SourceStatus.of(name, connections, jobs, Optional.empty()))
                        .toList();
    }

    private Connections connections() {
        return context.workspace().settings().connections();
    }

    /** As runs and all other pages call it. */
    private String account(String name) {
        try {
            return context.workspace().account(name);
        } catch (Refusal e) {
            return name;
        }
    }

    private static String words(JobFolder.Entry job) {
        String sheets =
                job.definition()
                        .map(each -> each.account() + " " + each.source() + " " + each.read())
                        .orElse("");
        return (job.name() + " " + sheets).toLowerCase(Locale.ROOT);
    }

    private JobView view(JobFolder.Entry entry) {
        Instant now = context.clock().instant();
        Optional<JobDefinition> job = entry.definition();
        Optional<Run> last = context.ledger().runs().latest(entry.name());
        ExpectedSheets expected = context.workspace().expectedSheets();
        Optional<Run> sheet = job.flatMap(expected::lastSheet);
        List<Late> late = job.map(each -> expected.sheets(each).late(now)).orElse(List.of());
        return new JobView(
                entry,
                context.jobs().contains(entry.name()),
                job.map(each -> account(each.account())).orElse(""),
                last.map(run -> ConsoleRun.of(run, context)).orElse(null),
                new StoredSchedules(context.ledger().database())
                        .next(entry.name(), entry.next(now, TIMES), now).stream()
                                .map(time -> time.atZone(entry.timetable().orElseThrow().zone()))
                                .map(TIME::format)
                                .toList(),
                sheet.map(run -> "last new sheet " + TimeWords.minute(run.endedAt()))
                        .orElse("no sheet imported yet"),
                job.map(each -> expected.overdue(each, now)).orElse(List.of()),
                Late.newest(late),
                Late.older(late));
    }

    /** One import leads to its run, several to the list of runs. */
    @PostMapping("/{name}/run")
    String run(
            @PathVariable String name,
            @RequestParam(required = false) String file,
            @RequestParam(required = false) String first,
            RedirectAttributes next) {
        EnteredSheets sheets = new EnteredSheets(context.queue(), Optional.empty());
        List<ImportTicket> begun = sheets.tickets();
        JobDefinition job = context.jobs().find(name);
        JobRuns.Options run =
                new JobRuns.Options(
                        false,
                        false,
                        WebContext.CONSOLE,
                        Optional.ofNullable(file),
                        First.of(first));
        within(
                job,
                () -> {
                    context.begin(job, run, sheets);
                    return null;
                });
        if (begun.isEmpty() && sheets.refused().isEmpty()) {
            List<String> words = new ArrayList<>(sheets.notices());
            words.add(0, "There is no new sheet for " + name);
            return flash("notice", String.join(". ", words) + ".", JOBS, next);
        }
        if (!sheets.refused().isEmpty()) {
            String words = String.join(". ", sheets.refused());
            return flash("fault", words, begun.isEmpty() ? JOBS : "redirect:/runs", next);
        }
        String several = "Importing %d files, one after the other.".formatted(begun.size());
        return begun.size() == 1
                ? toRun(begun.get(0), next)
                : flash("notice", several, "redirect:/runs", next);
    }

    /** Ends a job, or gives what it has to another. */
    @PostMapping("/{name}/forget")
    String forget(
            @PathVariable String name,
            @RequestParam(required = false) String to,
            RedirectAttributes next) {
        String other = to == null || to.isBlank() ? null : to.strip();
        try {
            context.jobs().expectNoFile(name, other);
            String forgotten = context.workspace().imports().forgetJob(name, other);
            return flash("notice", forgotten + ".", JOBS, next);
        } catch (Refusal e) {
            return flash("fault", e.getMessage() + ".", JOBS, next);
        }
    }

    @PostMapping("/{name}/look")
    String look(@PathVariable String name, RedirectAttributes next) {
        JobDefinition job = context.jobs().find(name);
        if (job.sheets().from().isEmpty()) {
            return flash("fault", name + " reads files of this machine.", JOBS, next);
        }
        String account = context.workspace().account(job.account());
        String check = within(job, () -> context.workspace().newSheets().check(job, account));
        return flash("notice", "%s: %s.".formatted(name, check), JOBS, next);
    }

    /** Connects to a source of the settings, whether a job reads it or not. */
    @PostMapping("/sources/{source}/test")
    String test(@PathVariable String source, RedirectAttributes next) {
        SourceCheck check = within("Source " + source, () -> SourceCheck.of(source, connections()));
        if (check.refusal() != null) {
            return flash("fault", check.fault() + ".", JOBS, next);
        }
        List<String> names = check.files().stream().map(SourceFile::name).toList();
        String key =
                check.serverKey() == null
                        ? ""
                        : " The key of the server is " + check.serverKey() + ".";
        String files = names.isEmpty() ? "" : ": " + Count.some(names);
        return flash("notice", check.sentence() + files + "." + key, JOBS, next);
    }

    @PostMapping("/{name}/test-notify")
    String testNotify(@PathVariable String name, RedirectAttributes next) {
        JobDefinition job = context.jobs().find(name);
        Channels channels = connections().channels(context.data());
        List<TestNotification> sent = within(job, () -> TestNotification.send(job, channels));
        boolean all = sent.stream().allMatch(each -> each.fault().isEmpty());
        String words =
                sent.stream()
                        .map(each -> each.recipient() + arrived(each))
                        .collect(Collectors.joining("; ", "", "."));
        String why = " In a terminal, stockload jobs %s --test-notify says why.";
        return all
                ? flash("notice", words, JOBS, next)
                : flash("fault", words + why.formatted(name), JOBS, next);
    }

    /** Without the reason: it would tell who writes jobs remotely what answers on this machine. */
    private static String arrived(TestNotification sent) {
        return sent.fault().isEmpty() ? " got the test message" : " could not be reached";
    }

    static <T> T within(JobDefinition job, Callable<T> work) {
        return within("Job " + job.name(), work);
    }

    private static <T> T within(String subject, Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        new DaemonThreads("job-action").newThread(task).start();
        try {
            return task.get(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new RunFailedException(
                    "%s: no answer within %d s".formatted(subject, LONGEST_WAIT_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("Stockload is stopping");
        } catch (ExecutionException e) {
            throw FaultMessages.unchecked((Exception) e.getCause());
        }
    }

    /** {@code last} is null if it never ran. */
    private record JobView(
            JobFolder.Entry entry,
            boolean hasFile,
            String account,
            ConsoleRun last,
            List<String> next,
            String sheet,
            List<String> alarms,
            List<Late> late,
            Optional<String> olderLate) {
        /** The source that it reads from; null for local files. */
        public String from() {
            return entry.definition().flatMap(job -> job.sheets().from()).orElse(null);
        }

        public String recipients() {
            return entry.definition().stream()
                    .flatMap(job -> job.notifySettings().rules().stream())
                    .map(NotifySettings.Rule::toString)
                    .collect(Collectors.joining(", "));
        }
    }
}
