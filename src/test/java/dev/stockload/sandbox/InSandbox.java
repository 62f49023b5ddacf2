package dev.stockload.sandbox;

import org.junit.jupiter.api.AutoClose;

/** A sandbox in memory whose clock only the test moves. */
abstract class InSandbox {
    final ManualClock clock = new ManualClock();

    @AutoClose final Sandbox sandbox = Sandbox.start(TestSandbox.inMemory(clock));

    final Caller caller = new Caller(sandbox, clock);
}
