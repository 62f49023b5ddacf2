package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.Workspace;
import dev.stockload.imports.Imports;
import dev.stockload.imports.Orders;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.JobRuns;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.take.SheetLook;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Commands while {@code serve} runs with the built-in sandbox. */
@Tag("soak")
class CommandsWithServeTest {
    @TempDir Path folder;
    @AutoClose private ServedFolder served;

    @BeforeEach
    void serve() throws IOException {
        served = new ServedFolder(CommandRun.sandbox(folder));
    }

    @Test
    void service_commands_use_the_sandbox_of_serve() throws IOException {
        assertThat(run("products").out()).as("before it has one").contains("220 products");
        Path sheet =
                Files.writeString(
                        folder.resolve("s.csv"), "pid,colour,size,stock\n10012,red,36,4\n");
        CommandRun imported = run("import", sheet.toString());
        assertThat(imported.exitCode()).as(imported.err()).isZero();
        assertThat(imported.err()).contains("Sending 1 colour in 1 request, until");

        CommandRun stock = run("stock", "10012");
        assertThat(stock.exitCode()).as(stock.err()).isZero();
        assertThat(stock.out()).contains("red");
        assertThat(run("products").out()).contains("220 products");
    }

    @Test
    void json_output_is_one_document_while_serve_runs() {
        for (String command : List.of("status", "products", "stock 10004", "quota")) {
            CommandRun run = run((command + " --json").split(" "));
            assertThat(run.exitCode()).as("%s: %s", command, run.err()).isZero();
            assertThat(JsonMapper.shared().readTree(run.out()).isContainer()).isTrue();
        }
    }

    @Test
    void stopping_an_import_stops_it_in_serve_too() throws IOException {
        StringBuilder rows = new StringBuilder("pid,colour,size,stock\n");
        for (int c = 0; c < 700; c++) {
            rows.append("%d,c%d,36,1%n".formatted(10001 + c % 200, c));
        }
        Path sheet = Files.writeString(folder.resolve("long.csv"), rows);
        StopSignal stop = new StopSignal();
        List<CommandRun> meanwhile = new ArrayList<>();
        RunListener stopsAtOnce =
                new RunListener() {
                    @Override
                    public void onSending(Run run) {
                        meanwhile.add(CommandsWithServeTest.this.run("resume"));
                        stop.ask();
                    }
                };
        try (Workspace served = beside(new Caller(stop, stopsAtOnce))) {
            Run run = served.imports().start(Orders.byHand(served.account("default"), sheet)).run();

            assertThat(meanwhile.get(0).out())
                    .contains("Nothing to resume: 1 run is running: " + run.id());
            assertThat(run.state()).isEqualTo(Run.State.STOPPED);
            assertThat(served.unfinished()).extracting(Run::id).containsExactly(run.id());
        }
    }

    @Test
    void a_job_run_by_a_command_and_by_serve_imports_each_file_once() throws IOException {
        JobDefinition job = night();
        drop(1);
        drop(2);
        drop(3);
        assertThat(importNew(job)).containsExactly("1.csv new", "2.csv new", "3.csv new");
        assertThat(importNew(job)).as("its content tells").containsExactly("3.csv known");
        drop(4);
        assertThat(importNew(job)).containsExactly("4.csv new");
        // One that is there again with an old time, and so is not the newest, is known too.
        drop(2);
        assertThat(importNew(job)).containsExactly("4.csv known");
    }

    @Test
    void late_sheets_are_reported_to_the_command_too() throws IOException {
        JobDefinition job = night();
        drop(2);
        importNew(job);
        drop(1);
        List<String> said = new ArrayList<>();
        assertThat(importNew(job, said)).containsExactly("2.csv known");
        assertThat(said)
                .singleElement()
                .asString()
                .contains("1.csv", "is older than the newest sheet", "run night --file");
    }

    /** As the command does that runs a job. */
    private List<String> importNew(JobDefinition job) throws IOException {
        return importNew(job, new ArrayList<>());
    }

    private List<String> importNew(JobDefinition job, List<String> said) throws IOException {
        List<String> done = new ArrayList<>();
        try (Workspace application = beside(Caller.silent())) {
            JobRuns.SheetImporter importer =
                    new JobRuns.SheetImporter() {
                        @Override
                        public String begin(SheetLook.Sheet sheet, ImportOrder order)
                                throws IOException {
                            Imports.Result result = application.imports().start(order);
                            assertThat(result.run().state()).isEqualTo(Run.State.COMPLETED);
                            String known = result.alreadyDone() ? " known" : " new";
                            done.add(sheet.copy().getFileName() + known);
                            return result.run().id();
                        }

                        @Override
                        public void unusable(Path file, UnusableSheetException why) {
                            throw why;
                        }

                        @Override
                        public void notice(String sentence) {
                            said.add(sentence);
                        }
                    };
            application.jobRuns().begin(job, new JobRuns.Options(false, false, "test"), importer);
        }
        return done;
    }

    private void drop(int number) throws IOException {
        Path file = Files.createDirectories(folder.resolve("in")).resolve(number + ".csv");
        Files.writeString(file, "pid,colour,size,stock\n10012,red,36,%d\n".formatted(number));
        Files.setLastModifiedTime(
                file, FileTime.from(Instant.parse("2026-01-01T00:00:00Z").plusSeconds(number)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"::1", "127.0.0.2"})
    void commands_find_serve_at_any_address(String address) throws IOException {
        served.close();
        served = new ServedFolder(CommandRun.sandbox(folder), address);
        CommandRun quota = run("quota", "--no-wait");
        assertThat(quota.exitCode()).as(quota.err()).isZero();
    }

    @Test
    void a_token_made_by_a_command_is_accepted() throws Exception {
        String token = run("tokens", "add", "erp").out().strip();
        assertThat(get("/api/runs", token)).isEqualTo(200);
        for (String page : List.of("/", "/runs", "/store", "/product?find=1")) {
            assertThat(get(page, token)).as(page).isEqualTo(404);
        }
    }

    private JobDefinition night() throws IOException {
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(folder.resolve("jobs/night.yml"), "read: in/*.csv\naccount: sandbox\n");
        return new JobFolder(List.of(folder), Set.of(), Set.of()).find("night");
    }

    private int get(String path, String token) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(served.url() + path))
                                .header("Authorization", "Bearer " + token)
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private Workspace beside(Caller caller) throws IOException {
        return Workspace.open(
                CommandRun.sandbox(folder), "test", caller, new PrintWriter(new StringWriter()));
    }

    private CommandRun run(String... arguments) {
        return CommandRun.inSandbox(folder, arguments);
    }
}
