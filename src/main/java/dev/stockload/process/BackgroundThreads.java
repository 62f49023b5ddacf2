package dev.stockload.process;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** A pool for background work, with as many threads as there is work; idle threads end soon. */
final class BackgroundThreads {
    static final Executor EXECUTOR = Executors.newCachedThreadPool(new DaemonThreads("background"));

    private BackgroundThreads() {}
}
