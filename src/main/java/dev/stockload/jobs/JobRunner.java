package dev.stockload.jobs;

/** Runs a job to its end when its time has come. */
public interface JobRunner {
    /** What became of it. */
    enum End {
        DONE,
        /** It failed, but another try may succeed by itself. */
        FAILED_FOR_NOW
    }

    /**
     * @param again whether it has failed before at the same time of its schedule
     */
    End run(JobDefinition job, boolean again);
}
