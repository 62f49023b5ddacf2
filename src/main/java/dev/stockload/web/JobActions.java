package dev.stockload.web;

import dev.stockload.imports.ImportOrder;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobSheets;
import dev.stockload.jobs.TestNotification;
import dev.stockload.jobs.UnusableJobException;
import dev.stockload.runs.RunFailedException;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** What people do with a job on its page: run it, look at its source, try who is told. */
@Controller
@RequestMapping("/jobs")
class JobActions implements DisposableBean {
    private static final String JOBS = "redirect:/jobs";

    /** Longer waits nobody before a page that does not come. */
    private static final long PATIENCE_SECONDS = 20;

    private final ConsoleOptions options;
    private final RunStarter started;
    private final JobSheets sheets;
    private final ExecutorService threads = Executors.newCachedThreadPool(JobActions::thread);

    /** Work on a job that takes its time. */
    private interface Work<T> {
        T done(JobDefinition job) throws IOException;
    }

    JobActions(ConsoleOptions options, RunStarter started) {
        this.options = options;
        this.started = started;
        this.sheets = new JobSheets(options.workspace().jobContext(options.jobs().folder()));
    }

    @PostMapping("/{name}/run")
    String run(@PathVariable String name, RedirectAttributes next) throws IOException {
        try {
            JobDefinition job = options.jobs().folder().find(name);
            String account = options.accountKey().apply(job.account());
            List<Path> files = within(job, each -> sheets.take(each, account, false));
            if (files.isEmpty()) {
                next.addFlashAttribute("notice", "There is no new sheet for %s.".formatted(name));
                return JOBS;
            }
            List<ImportOrder> orders =
                    files.stream().map(file -> job.order(file, account, false, false)).toList();
            return orders.size() == 1
                    ? started.submitted(orders.get(0), JOBS, next)
                    : started.submitted(orders, JOBS, next);
        } catch (UnusableJobException | RunFailedException e) {
            return failed(e.getMessage(), next);
        }
    }

    @PostMapping("/{name}/look")
    String look(@PathVariable String name, RedirectAttributes next) throws IOException {
        try {
            JobDefinition job = options.jobs().folder().find(name);
            String account = options.accountKey().apply(job.account());
            JobSheets.Look look = within(job, each -> sheets.look(each, account));
            next.addFlashAttribute("notice", "%s: %s.".formatted(name, look));
            return JOBS;
        } catch (UnusableJobException | RunFailedException e) {
            return failed(e.getMessage(), next);
        }
    }

    @PostMapping("/{name}/test-notify")
    String testNotify(@PathVariable String name, RedirectAttributes next) throws IOException {
        try {
            List<TestNotification> sent =
                    within(
                            options.jobs().folder().find(name),
                            job -> TestNotification.send(job, options.workspace().channels()));
            boolean all = sent.stream().allMatch(each -> each.fault().isEmpty());
            next.addFlashAttribute(
                    all ? "notice" : "fault",
                    sent.stream().map(Object::toString).collect(Collectors.joining("; ")) + ".");
            return JOBS;
        } catch (UnusableJobException | RunFailedException e) {
            return failed(e.getMessage(), next);
        }
    }

    private <T> T within(JobDefinition job, Work<T> work) throws IOException {
        CompletableFuture<T> done = new CompletableFuture<>();
        threads.execute(
                () -> {
                    try {
                        done.complete(work.done(job));
                    } catch (IOException | RuntimeException e) {
                        done.completeExceptionally(e);
                    }
                });
        try {
            return done.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
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

    private static String failed(String why, RedirectAttributes next) {
        next.addFlashAttribute("fault", why);
        return JOBS;
    }

    @Override
    public void destroy() {
        threads.shutdownNow();
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "job-action");
        thread.setDaemon(true);
        return thread;
    }
}
