package dev.stockload.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.stockload.Wait;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

class FaultScriptTest {
    private final ManualClock clock = new ManualClock();

    @TempDir private Path folder;

    @Test
    void each_create_fails_as_scripted_and_is_in_the_journal() throws IOException {
        Path journal = folder.resolve("journal/creates.jsonl");
        FaultScript faults =
                FaultScript.parse(List.of("drop@2", "applied-drop@3", "500@4,6", "429@5"));
        try (Sandbox sandbox =
                Sandbox.start(
                        new SandboxOptions(
                                0, null, SandboxOptions.SAMPLE_PRODUCTS, faults, journal, clock))) {
            Caller caller = new Caller(sandbox, clock);

            assertThat(create(caller, 10001).status()).isEqualTo(200);
            assertThat(caller.create("[]").status()).as("too fast: no number").isEqualTo(429);
            clock.turn(Duration.ofSeconds(2));
            assertThatIOException().isThrownBy(() -> create(caller, 10002));
            clock.turn(Duration.ofSeconds(2));
            assertThatIOException().isThrownBy(() -> create(caller, 10003));
            clock.turn(Duration.ofSeconds(2));
            assertThat(create(caller, 10005).status()).isEqualTo(500);
            clock.turn(Duration.ofSeconds(2));
            Caller.Reply tooMany = create(caller, 10006);
            assertThat(tooMany.status()).isEqualTo(429);
            assertThat(tooMany.retryAfter()).isEqualTo(2);
            clock.turn(Duration.ofSeconds(2));
            assertThat(create(caller, 10007).status()).isEqualTo(500);
            clock.turn(Duration.ofSeconds(2));
            assertThat(create(caller, 99001).json().get("success").booleanValue()).isFalse();
            clock.turn(Duration.ofSeconds(2));
            assertThat(caller.create("[]").status()).isEqualTo(400);

            assertThat(caller.hasStock(10001)).isTrue();
            assertThat(caller.hasStock(10002)).as("dropped before it was applied").isFalse();
            assertThat(caller.hasStock(10003)).as("applied, then dropped").isTrue();
            assertThat(caller.hasStock(10005)).isFalse();
            assertThat(caller.hasStock(10006)).isFalse();
            assertThat(caller.hasStock(10007)).isFalse();
        }
        List<JsonNode> lines =
                Files.readAllLines(journal).stream().map(new JsonMapper()::readTree).toList();
        assertThat(lines)
                .extracting(line -> line.get("create") + " " + line.get("outcome").stringValue())
                .containsExactly(
                        "1 applied",
                        "0 too-fast",
                        "2 dropped",
                        "3 applied-dropped",
                        "4 500",
                        "5 429",
                        "6 500",
                        "7 refused",
                        "8 malformed");
        assertThat(lines.get(0))
                .hasToString(
                        "{\"create\":1,\"arrived\":\"2025-03-10T09:00:00Z\",\"ended\":\"2025-03-10T09:00:00Z\","
                            + "\"outcome\":\"applied\",\"colours\":1,\"keys\":[\"10001/red\"]}");
    }

    @Test
    void a_slow_create_is_applied_at_once_and_answered_late() throws IOException {
        try (Sandbox sandbox = Sandbox.start(TestSandbox.inMemory(clock, "slow:0.3@1"))) {
            Caller caller = new Caller(sandbox, clock);

            long begun = System.nanoTime();
            assertThat(create(caller, 10001).status()).isEqualTo(200);

            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isGreaterThan(Duration.ofMillis(299));
        }
    }

    @Test
    void closing_the_sandbox_does_not_wait_for_a_slow_create() throws Exception {
        Sandbox sandbox = Sandbox.start(TestSandbox.inMemory(clock, "slow:600@1"));
        Caller caller = new Caller(sandbox, clock);
        Thread slow =
                new Thread(
                        () -> {
                            try {
                                create(caller, 10001);
                            } catch (IOException e) {
                                // Whether it was answered does not matter here.
                            }
                        });
        slow.start();
        Wait.until(() -> caller.hasStock(10001));
        assertThat(create(caller, 10002).status()).as("one is still going").isEqualTo(429);

        sandbox.close();

        slow.join(Duration.ofSeconds(20).toMillis());
        assertThat(slow.isAlive()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    drop          | 'drop' is not a fault: expected
                    drop@         | 'drop@' is not a fault: expected
                    drop@x        | 'drop@x' is not a fault: expected
                    drop@1,       | 'drop@1,' is not a fault: expected
                    dorp@3        | 'dorp@3': 'dorp' is not a fault; expected drop, applied-drop, 500, 429 or slow:SECONDS
                    503@3         | '503@3': '503' is not a fault; expected
                    slow@3        | 'slow@3': 'slow' is not a fault; expected
                    slow:x@3      | 'slow:x@3': 'slow:x' is not a fault; expected
                    drop@0        | 'drop@0': there is no create 0; expected 1 for the first
                    drop@99999999999 | there is no create 99999999999
                    500@2,2       | '500@2,2': create 2 already has a fault
                    """)
    void reports_what_is_wrong_with_a_script(String script, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FaultScript.parse(List.of(script)))
                .withMessageContaining(message);
    }

    private static Caller.Reply create(Caller caller, int pid) throws IOException {
        return caller.create(pid, "red", "36", 1);
    }
}
