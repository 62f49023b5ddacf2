package dev.stockload.process;

import java.util.concurrent.ThreadFactory;

/** Creates daemon threads; a {@code stackSize} of 0 bytes is the default. */
public record DaemonThreads(String name, long stackSize) implements ThreadFactory {
    private static final long SMALL_STACK = 512 * 1024;

    public DaemonThreads(String name) {
        this(name, 0);
    }

    /** For simple work with one thread per account. */
    public static DaemonThreads small(String name) {
        return new DaemonThreads(name, SMALL_STACK);
    }

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = new Thread(null, work, name, stackSize);
        thread.setDaemon(true);
        return thread;
    }
}
