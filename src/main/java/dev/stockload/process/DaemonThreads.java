package dev.stockload.process;

import java.util.concurrent.ThreadFactory;

/**
 * Makes threads that keep no process from ending.
 *
 * @param stackSize in bytes; 0 for what is usual
 */
public record DaemonThreads(String name, long stackSize) implements ThreadFactory {
    private static final long SMALL_STACK = 512 * 1024;

    public DaemonThreads(String name) {
        this(name, 0);
    }

    /** For work that needs little of a stack, where there is a thread for every account. */
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
