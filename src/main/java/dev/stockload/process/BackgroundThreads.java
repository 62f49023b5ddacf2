package dev.stockload.process;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** Threads for what is done beside other work: as many as there is work, and none for long. */
final class BackgroundThreads {
    static final Executor EXECUTOR = Executors.newCachedThreadPool(new DaemonThreads("beside"));

    private BackgroundThreads() {}
}
