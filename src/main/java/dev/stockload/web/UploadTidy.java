package dev.stockload.web;

import dev.stockload.runs.DaemonThreads;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Removes dropped sheets when the console starts, with every new one, and now and then. */
class UploadTidy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UploadTidy.class);

    private final Uploads uploads;
    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1, new DaemonThreads("uploads"));

    UploadTidy(Uploads uploads) {
        this.uploads = uploads;
        tidy();
        timer.scheduleWithFixedDelay(this::tidy, 1, 1, TimeUnit.HOURS);
    }

    final void tidy() {
        try {
            uploads.tidy();
        } catch (IOException | RuntimeException e) {
            // Space that is not freed now is freed later; nobody has to wait for it.
            LOG.warn("Uploaded sheets could not be removed", e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
