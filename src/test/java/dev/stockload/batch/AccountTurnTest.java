package dev.stockload.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.ReadyLedger;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.TurnedTime;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class AccountTurnTest {
    private final TurnedTime time = new TurnedTime();
    private final List<String> said = new ArrayList<>();
    @AutoClose private Ledger ledger;
    private ProcessContext process;

    @BeforeEach
    void open(@TempDir Path folder) {
        ledger = ReadyLedger.in(folder);
        process = new ProcessContext(ledger, folder, "here", time, null);
    }

    private Caller caller(boolean waits) {
        RunListener listener =
                new RunListener() {
                    @Override
                    public void notice(String sentence) {
                        said.add(sentence);
                    }
                };
        return new Caller(new StopSignal(), listener, waits, true);
    }

    @Test
    void two_threads_of_one_process_do_not_send_for_one_account() {
        AccountTurn lock = new AccountTurn(process);
        assertThat(lock.take("default", caller(true))).isFalse();
        assertThat(lock.takeIfFree("default")).isFalse();
        assertThat(lock.takeIfFree("other")).isTrue();
        lock.release("default");
        assertThat(lock.takeIfFree("default")).isTrue();
        assertThat(said).isEmpty();
    }

    @Test
    void a_command_that_does_not_wait_fails_while_another_run_sends() {
        AccountTurn lock = new AccountTurn(process);
        lock.take("default", caller(false));
        lock.works("default", "night-1");
        assertThatThrownBy(() -> lock.take("default", caller(false)))
                .hasMessageContaining("Account default is in use: night-1 is sending")
                .hasMessageContaining("Without --no-wait");
        assertThat(said).isEmpty();
    }

    @Test
    void details_are_fetched_while_stock_is_sent() {
        AccountTurn lock = new AccountTurn(process);
        assertThat(lock.takeIfFree("default")).isTrue();
        assertThat(lock.takeIfFree(Run.lockOfDetails("default"))).isTrue();
        assertThat(lock.takeIfFree(Run.lockOfDetails("default"))).isFalse();
    }
}
