package dev.stockload.jobs;

import dev.stockload.database.Database;

import tools.jackson.databind.json.JsonMapper;

import java.util.List;

/** How far the jobs are that were begun, while nobody polls their executions. */
record StoredProgress(Database database) {
    List<JobProgress> of(String job) {
        return database
                .sql(
                        """
                        select task_data from scheduled_tasks
                         where task_name = 'sheets' and task_instance like :job
                         order by execution_time
                        """)
                .param("job", job + " %")
                .query(byte[].class)
                .list()
                .stream()
                .map(progress -> JsonMapper.shared().readValue(progress, JobProgress.class))
                .toList();
    }

    /** Returns them, and leaves nothing for a scheduler. */
    List<JobProgress> take(String job) {
        List<JobProgress> all = of(job);
        database.sql("delete from scheduled_tasks where task_name = 'sheets'").update();
        return all;
    }
}
