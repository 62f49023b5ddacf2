package dev.stockload.imports.keep;

import dev.stockload.batch.AccountTurn;
import dev.stockload.book.Book;
import dev.stockload.book.rules.RunView;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.details.table.DetailsRequest;
import dev.stockload.ledger.Executions;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Jobs that a person ends: a job has its sizes until then, whether its file is there or not (rule
 * 3).
 */
public record ForgottenJobs(Ledger ledger) {
    /** In the name of what was a job; no job can have such a name. */
    private static final String MARK = " (forgotten ";

    /**
     * What belongs to no job file.
     *
     * @param jobs jobs that have imported and have no file
     * @param sizes sizes with stock of jobs that were forgotten, which no job has since
     */
    public record Unclaimed(List<String> jobs, long sizes) {
        public static final Unclaimed NONE = new Unclaimed(List.of(), 0);

        public List<String> sentences() {
            List<String> all = new ArrayList<>();
            for (String job : jobs) {
                all.add(
                        "Job %s has no file: its sizes stay its own until the file is back, or: stockload jobs forget %1$s [--to OTHER]"
                                .formatted(job));
            }
            if (sizes > 0) {
                all.add(
                        "%s with stock that no job has, since a job was forgotten: no sheet sets them to 0"
                                .formatted(Count.of(sizes, "size")));
            }
            return all;
        }
    }

    public static boolean isForgotten(String job) {
        return job.contains(MARK);
    }

    private static String sentence(String job, String to, boolean wasBegun) {
        String done =
                to == null
                        ? "Job %s is forgotten: its sizes belong to no job and keep their stock"
                        : "What job %s had belongs to job %s";
        String unread = "; it had begun, and its sheets that were not read yet stay where they are";
        return done.formatted(job, to) + (wasBegun ? unread : "");
    }

    public Unclaimed unclaimed(Set<String> files) {
        List<String> jobs = ledger.runs().counts().jobs();
        long sizes = 0;
        if (jobs.stream().anyMatch(ForgottenJobs::isForgotten)) {
            sizes =
                    ledger.accountsOfBooks().stream()
                            .flatMap(account -> ledger.book(account).all())
                            .flatMap(product -> product.sizes())
                            .filter(SizeEntry::isOfNobody)
                            .count();
        }
        return new Unclaimed(
                jobs.stream().filter(job -> !files.contains(job) && !isForgotten(job)).toList(),
                sizes);
    }

    /**
     * Forgets a job, under the locks of its accounts. Its runs are no job's from now on.
     *
     * @param to the job that gets its runs and sizes, and the files it has taken; null if none does
     * @return a sentence that says what has become of it; no full stop
     */
    public String forget(String job, String to, Instant now, AccountTurn turn, Caller caller) {
        List<String> accounts = ledger.runs().counts().accounts(job);
        if (accounts.isEmpty() || job.equals(RunView.BY_HAND) || job.equals(DetailsRequest.JOB)) {
            throw Refusal.notFound("There is no job '%s' that has imported".formatted(job));
        }
        // Asked again under the locks; who is refused does not wait for them.
        expectNoUnfinishedRun(job);
        List<String> held = new ArrayList<>();
        try {
            for (String account : accounts) {
                turn.take(account, caller);
                held.add(account);
            }
            boolean wasBegun =
                    ledger.database().inTransaction(() -> forget(job, to, now, accounts));
            return sentence(job, to, wasBegun);
        } finally {
            held.forEach(turn::release);
        }
    }

    private void expectNoUnfinishedRun(String job) {
        for (Run run : ledger.runs().unfinished()) {
            if (run.job().equals(job)) {
                throw Refusal.badRequest(
                        "Run %s of job %s is not finished: let it end (stockload resume %1$s), or undo it, then forget the job"
                                .formatted(run.id(), job));
            }
        }
    }

    /** Whether it was begun and not over. */
    private boolean forget(String job, String to, Instant now, List<String> accounts) {
        expectNoUnfinishedRun(job);
        if (to != null
                && (to.equals(RunView.BY_HAND) || !ledger.runs().counts().accounts(to).isEmpty())) {
            throw Refusal.badRequest(
                    "Job %s has runs of its own: only a job without runs can take over another's"
                            .formatted(to));
        }
        String runsOf = to == null ? job + MARK + now.truncatedTo(ChronoUnit.SECONDS) + ")" : to;
        List<Book> before = accounts.stream().map(ledger::book).toList();
        before.forEach(Book::keepRuns);
        ledger.runs().rename(job, runsOf);
        ledger.takenFiles().endJob(job, to);
        new Executions(ledger.database(), Executions.Task.SCHEDULE).remove(job);
        int begun =
                new Executions(ledger.database(), Executions.Task.SHEETS)
                        .removeAll(job + Executions.OF_JOB);
        ledger.shapes().endJob(job, to);
        for (int i = 0; i < accounts.size(); i++) {
            Book after = ledger.book(accounts.get(i));
            before.get(i)
                    .all()
                    .forEach(
                            product -> {
                                product.endJob(job, runsOf, to != null);
                                after.save(List.of(product));
                            });
        }
        return begun > 0;
    }
}
