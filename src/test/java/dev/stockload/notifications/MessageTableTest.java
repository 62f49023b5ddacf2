package dev.stockload.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerTest;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.notifications.MessageTable.StoredMessage;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class MessageTableTest {
    private static final Instant NIGHT = Instant.parse("2026-11-15T01:30:00Z");

    @Parameter TestDatabase database;
    @TempDir Path data;
    @AutoClose private Ledger ledger;
    private MessageTable messages;
    private Run run;

    @BeforeEach
    void open() throws IOException {
        ledger = database.open(data);
        messages = new MessageTable(ledger.database());
        Run begun = ledger.runs().add(LedgerTest.run("run-1", NIGHT));
        ledger.runs().ended(begun, Run.End.failed(NIGHT, "The disk is full"));
        run = ledger.runs().get("run-1");
    }

    @Test
    void an_end_is_reported_once_by_whichever_process_is_first() {
        assertThat(unreported()).containsExactly("run-1");
        List<CompletableFuture<Void>> others =
                IntStream.range(0, 8)
                        .mapToObj(
                                i ->
                                        CompletableFuture.runAsync(
                                                () ->
                                                        messages.reported(
                                                                run,
                                                                "FAILED",
                                                                List.of(message("a")))))
                        .toList();
        others.forEach(CompletableFuture::join);
        assertThat(messages.waiting()).isEqualTo(1);
        assertThat(unreported()).isEmpty();
    }

    @Test
    void the_same_end_of_a_run_is_reported_once_and_another_end_again() {
        messages.reported(run, "FAILED", List.of(message("a")));
        ledger.runs()
                .ended(
                        ledger.runs().get("run-1"),
                        Run.End.failed(NIGHT.plusSeconds(60), "The disk is full"));
        assertThat(unreported()).containsExactly("run-1");
        messages.reported(ledger.runs().get("run-1"), "FAILED", List.of(message("b")));
        assertThat(messages.waiting()).isEqualTo(1);

        ledger.runs().ended(ledger.runs().get("run-1"), Run.End.completed(NIGHT.plusSeconds(90)));
        messages.reported(ledger.runs().get("run-1"), "COMPLETED", List.of(message("c")));
        assertThat(messages.waiting()).isEqualTo(2);
    }

    @Test
    void one_of_several_processes_delivers_and_another_after_it_died() {
        messages.add(List.of(message("a"), message("a")));
        StoredMessage waiting = messages.due(NIGHT).get(0);
        Instant until = NIGHT.plusSeconds(120);
        assertThat(messages.claim(waiting, NIGHT, until)).isTrue();
        assertThat(messages.claim(waiting, NIGHT, until)).isFalse();
        assertThat(messages.due(NIGHT.plusSeconds(60))).isEmpty();

        StoredMessage left = messages.due(until).get(0);
        assertThat(left.attempts()).isEqualTo(1);
        assertThat(messages.claim(left, until, until.plusSeconds(120))).isTrue();
        messages.failed(left, "answered 503", until.plusSeconds(5), false);
        assertThat(
                        ledger.database()
                                .sql("select fault from notification")
                                .query(String.class)
                                .single())
                .isEqualTo("answered 503");
        messages.delivered(left);
        assertThat(messages.waiting()).isZero();
        messages.deleteOld(NIGHT.plus(Duration.ofDays(31)));
    }

    @Test
    void all_waiting_messages_are_counted_however_many_there_are() {
        messages.add(
                IntStream.range(0, 101)
                        .mapToObj(i -> message(Character.toString('Ā' + i)))
                        .toList());
        assertThat(messages.waiting()).isEqualTo(101);
    }

    @Test
    void a_long_message_is_stored_as_it_is() {
        Message message =
                Message.of("test", "nightly", "Test", List.of("ß€😀\0".repeat(100_000)), Map.of());
        messages.add(
                List.of(
                        message.to(
                                Recipient.parse("mailto:a@shop.example", false).get(0),
                                "key",
                                NIGHT)));
        assertThat(Message.of(messages.due(NIGHT).get(0))).isEqualTo(message);
    }

    @Test
    void a_waiting_older_message_blocks_the_others_unless_it_was_refused() {
        messages.add(List.of(message("z"), message("a")));
        List<StoredMessage> due = messages.due(NIGHT);
        assertThat(due)
                .extracting(StoredMessage::id)
                .containsExactly("z".repeat(64), "a".repeat(64));

        StoredMessage first = due.get(0);
        messages.claim(first, NIGHT, NIGHT.plusSeconds(120));
        assertThat(messages.due(NIGHT)).as("the first is under way").isEmpty();
        messages.failed(first, "answered 503", NIGHT.plusSeconds(5), false);
        assertThat(messages.due(NIGHT)).as("the first waits for its next try").isEmpty();
        assertThat(messages.due(NIGHT.plusSeconds(5))).hasSize(2);
        messages.failed(first, "answered 400", NIGHT.plusSeconds(60), true);
        assertThat(messages.due(NIGHT))
                .extracting(StoredMessage::id)
                .containsExactly("a".repeat(64));
    }

    @Test
    void a_deleted_run_takes_its_report_state_with_it() {
        messages.reported(run, "FAILED", List.of());
        ledger.runs().remove("run-1");
        assertThat(ledger.runs().find("run-1")).isEmpty();
    }

    private List<String> unreported() {
        return messages.unreported(NIGHT.minusSeconds(1), "import").stream().map(Run::id).toList();
    }

    private static StoredMessage message(String id) {
        return new StoredMessage(
                id.repeat(64), "nightly", "f".repeat(64), "https://shop.example", "{}", NIGHT, 0);
    }
}
