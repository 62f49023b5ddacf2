package dev.stockload.runs;

import dev.stockload.book.rules.Work;
import dev.stockload.database.Database;
import dev.stockload.stock.MissingMode;
import dev.stockload.stock.Standing;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;

/** How a run is stored as a row. */
public final class RunRow {
    private RunRow() {}

    static void insert(Run run, Database database) {
        Database.one(
                database.sql(
                                """
                                insert into run (id, job, account, file, name, asked_by, options, send, content,
                                                 number, rank, corrects, missing, named, standing, state, started_at, tally, requests, owner)
                                values (:id, :job, :account, :file, :name, :by, :options, :send, :content,
                                        :number, :rank, :corrects, :missing, false, :standing, :state, :started, :tally, 0, :owner)
                                """)
                        .param("id", run.id())
                        .param("job", run.job())
                        .param("account", run.account())
                        .param("file", run.file())
                        .param("name", Database.cut(run.input().name(), 400), Types.VARCHAR)
                        .param("by", Database.cut(run.input().by(), 200), Types.VARCHAR)
                        .param("options", run.options())
                        .param("send", run.work().name())
                        .param("content", run.content())
                        .param("state", run.state().name())
                        .param("number", run.number())
                        .param("rank", run.rank())
                        .param("corrects", run.corrects(), Types.VARCHAR)
                        .param("missing", run.input().missing().name())
                        .param("standing", run.standing().name())
                        .param("started", Database.time(run.startedAt()))
                        .param("tally", run.tally().toString())
                        .param("owner", run.owner()),
                "new run " + run.id());
    }

    public static Run read(ResultSet row, int number) throws SQLException {
        return new Run(
                new Run.Identity(
                        row.getString("id"),
                        row.getString("job"),
                        row.getString("account"),
                        row.getString("content"),
                        row.getLong("number")),
                new Run.Input(
                        row.getString("file"),
                        row.getString("name"),
                        row.getString("asked_by"),
                        row.getString("options"),
                        row.getString("columns"),
                        Work.valueOf(row.getString("send")),
                        MissingMode.valueOf(row.getString("missing"))),
                new Run.Progress(
                        Database.time(row, "started_at"),
                        row.getString("owner"),
                        Tally.parse(row.getString("tally")),
                        row.getInt("requests"),
                        row.getLong("rank"),
                        row.getString("corrects"),
                        row.getBoolean("named")),
                new Run.Correction(row.getString("corrected_by"), 0, 0),
                new Run.End(
                        Run.State.valueOf(row.getString("state")),
                        Database.time(row, "ended_at"),
                        row.getString("message"),
                        Standing.valueOf(row.getString("standing")),
                        Run.Cause.valueOf(row.getString("cause"))));
    }
}
