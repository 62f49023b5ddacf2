package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.batch.BatchRuntime;
import dev.stockload.book.rules.Work;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.StrictService.Fault;
import dev.stockload.imports.order.Brake;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.ResumeOptions.TakeAs;
import dev.stockload.runs.Run;
import dev.stockload.service.AccountIdentities;

import org.junit.jupiter.api.Test;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Spring Batch's job repository records which steps a run went through. */
class JobRepositoryTest extends InEachWarehouse {
    @Test
    void the_repository_says_which_steps_a_run_went_through() throws IOException {
        warehouse.service.fault(2, Fault.TOO_MANY_FOR_LONG);
        Result failed = warehouse.start(warehouse.sheet("a.csv", 100, 7));
        assertThat(steps(failed)).containsExactly("stage", "settle", "send");
        warehouse.passAnHour();
        warehouse.reopen();

        Result resumed = warehouse.resume();

        assertFinished(resumed, 700);
        assertThat(steps(resumed)).containsExactly("stage", "settle", "send", "report");
    }

    @Test
    void a_run_resumes_from_the_book_if_the_repository_is_lost() throws IOException {
        warehouse.service.fault(2, Fault.TOO_MANY_FOR_LONG);
        warehouse.start(warehouse.sheet("a.csv", 100, 7));
        warehouse.passAnHour();
        loseRepository();

        assertFinished(warehouse.resume(), 700);
        assertThat(warehouse.service.applied().values()).hasSize(700).containsOnly(1);
    }

    @Test
    void a_run_that_the_brake_stopped_is_settled_again_and_sent_with_force() throws IOException {
        StringBuilder rows = new StringBuilder("pid,colour,size,stock\n");
        for (int p = 1; p <= 60; p++) {
            warehouse.service.product(p, "A-" + p);
            rows.append("%1$d,red,36,1%n%1$d,blue,XL,1%n".formatted(p));
        }
        Path file = warehouse.write("a.csv", rows.toString());
        Result braked =
                warehouse.start(
                        Warehouse.order(
                                file, Work.CHANGED, false, new Brake(0.1, 0.0, 1.0, false)));
        assertThat(braked.run().message()).startsWith("The brake");

        Result forced = warehouse.resume(new ResumeOptions(true, null));

        assertThat(forced.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(forced.report().colours().sent()).isEqualTo(60);
        assertBalance(forced);
    }

    @Test
    void a_person_decides_about_a_colour_in_doubt() throws IOException {
        for (TakeAs takeAs : TakeAs.values()) {
            Path file = warehouse.sheet(takeAs + ".csv", 2 + takeAs.ordinal(), 1);
            int before = warehouse.service.creates().size();
            warehouse.service.lose(1, "c1");
            new AccountIdentities(warehouse.ledger).moved("default");
            warehouse.service.fault(before + 1, Fault.PARTLY);
            Result unclear = warehouse.start(file);
            assertThat(unclear.run().message()).contains("--assume sent|not-sent");
            int sent = warehouse.service.creates().size();

            Result taken = warehouse.resume(new ResumeOptions(false, takeAs));

            assertThat(taken.run().state()).isEqualTo(Run.State.COMPLETED);
            assertThat(taken.report().colours().sent()).isEqualTo(2 + takeAs.ordinal());
            assertThat(warehouse.service.creates()).hasSize(sent + takeAs.ordinal());
        }
    }

    private List<String> steps(Result result) {
        JobRepository jobs = new BatchRuntime(warehouse.ledger).repository();
        JobExecution last =
                jobs.getLastJobExecution(BatchRuntime.JOB, BatchRuntime.parameters(result.run()));
        return last.getStepExecutions().stream().map(StepExecution::getStepName).toList();
    }

    private void loseRepository() throws IOException {
        for (String table :
                List.of(
                        "step_execution_context",
                        "job_execution_context",
                        "step_execution",
                        "job_execution_params",
                        "job_execution",
                        "job_instance")) {
            warehouse.change("delete from batch_" + table);
        }
        warehouse.reopen();
    }
}
