package dev.stockload.cli;

import dev.stockload.app.TimeWords;
import dev.stockload.details.QuotaReport;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.DetailStanding;
import dev.stockload.ledger.RunState;
import dev.stockload.stock.Count;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Shows how far jobs over details are, and what they wait for. */
final class DetailsStatus {
    private final ZoneId zone;
    private final PrintWriter out;

    /** One job for people's programs: the names of a run's object where they mean the same. */
    private record Shown(
            String run,
            String job,
            String account,
            String file,
            RunState state,
            Instant startedAt,
            Instant endedAt,
            Products products,
            boolean waits,
            Instant resumeAt,
            String message) {}

    private record Products(int total, int fetched, int refused, int waiting) {}

    /**
     * @param zone in which the service counts its days
     */
    DetailsStatus(ZoneId zone, PrintWriter out) {
        this.zone = zone;
        this.out = out;
    }

    void list(List<DetailStanding> jobs) {
        if (jobs.isEmpty()) {
            return;
        }
        Table table =
                new Table(
                        "Details",
                        "State",
                        ">Fetched",
                        ">Products",
                        ">Refused",
                        "Resumes",
                        "Started",
                        "File");
        for (DetailStanding job : jobs) {
            boolean counted = job.products() > 0;
            table.add(
                    job.run().id(),
                    state(job.run()),
                    counted ? Count.of(job.fetched()) : "",
                    counted ? Count.of(job.products()) : "",
                    counted ? Count.of(job.refused()) : "",
                    goesOn(job.run()),
                    TimeWords.minute(job.run().startedAt()),
                    job.run().out());
        }
        table.print(out);
        jobs.stream()
                .map(DetailStanding::run)
                .filter(run -> run.message() != null)
                .forEach(run -> out.println("%s: %s".formatted(run.id(), run.message())));
    }

    void one(DetailStanding job) {
        DetailRun run = job.run();
        out.println("Details %s: %s".formatted(run.id(), state(run)));
        out.println(
                "Account %s%s"
                        .formatted(run.account(), run.out() == null ? "" : ", file " + run.out()));
        out.println(StatusCommand.times(run.startedAt(), run.endedAt()));
        if (job.products() > 0) {
            out.println(
                    "%s of %s fetched, %s refused, %s left"
                            .formatted(
                                    Count.of(job.fetched()),
                                    Count.of(job.products(), "product"),
                                    Count.of(job.refused()),
                                    Count.of(job.waiting())));
        }
        if (run.message() != null) {
            out.println(run.message());
        }
        if (run.state() == RunState.FAILED || run.state() == RunState.STOPPED) {
            out.println(
                    (run.waits() ? "stockload serve resumes it by itself. " : "")
                            + "To resume: stockload resume "
                            + run.id());
        }
    }

    void json(DetailStanding job) {
        DetailRun run = job.run();
        Shown shown =
                new Shown(
                        run.id(),
                        "details",
                        run.account(),
                        run.out(),
                        run.state(),
                        run.startedAt(),
                        run.endedAt(),
                        new Products(job.products(), job.fetched(), job.refused(), job.waiting()),
                        run.waits(),
                        run.resumeAt(),
                        run.message());
        out.println(
                JsonMapper.shared()
                        .writerWithDefaultPrettyPrinter()
                        .writeValueAsString(List.of(shown)));
    }

    private static String state(DetailRun run) {
        return run.waits() && run.state() == RunState.STOPPED ? "WAITING" : run.state().name();
    }

    private String goesOn(DetailRun run) {
        if (!run.waits() || run.state() == RunState.RUNNING) {
            return "";
        }
        return run.resumeAt() == null
                ? "when more are published"
                : QuotaReport.minute(run.resumeAt(), zone);
    }
}
