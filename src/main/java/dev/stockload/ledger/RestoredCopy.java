package dev.stockload.ledger;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * That the ledger was restored from a copy. What was sent after the copy was made is unknown, so
 * nothing that the copy says of the service is believed: a colour for which nothing was
 * acknowledged since is read back before it is sent.
 */
public final class RestoredCopy {
    private final Database database;
    private final MachineTime time;
    private final RunColours colours;
    private final AcknowledgedStock acknowledged;

    RestoredCopy(
            Database database,
            MachineTime time,
            RunColours colours,
            AcknowledgedStock acknowledged) {
        this.database = database;
        this.time = time;
        this.colours = colours;
        this.acknowledged = acknowledged;
    }

    /** Reads all that is in a file; fails where it is broken. */
    public void readAll() {
        new TableScan(database).readAll();
    }

    /** Takes note that this ledger is such a copy, up to the newest run of each account in it. */
    public void mark(Instant at) {
        Uptime now = time.uptime();
        database.inTransaction(
                () -> {
                    database.sql("delete from restored").update();
                    database.sql(
                                    """
                                    insert into restored (account, number, at, machine, uptime)
                                    select account, max(number), cast(:at as timestamp(6) with time zone),
                                           cast(:machine as varchar), cast(:uptime as bigint)
                                      from run group by account
                                    """)
                            .param("at", Database.time(at))
                            .param("machine", now.machine())
                            .param("uptime", now.nanos())
                            .update();
                });
    }

    /** Whether a run is of the copy, so that others may have followed it of which nobody knows. */
    public boolean isOfCopy(Run run) {
        return database.sql(
                        """
                        select 1 from restored where account = :account and number >= :number
                        """)
                .param("account", run.account())
                .param("number", run.number())
                .query(Integer.class)
                .optional()
                .isPresent();
    }

    /** The runs of the copy that have not come to their end. */
    public int unfinished() {
        return database.sql("select count(*) from run where " + Runs.UNFINISHED)
                .query(Integer.class)
                .single();
    }

    /**
     * Puts in doubt what a run is about to send and the service may have got from runs that the
     * ledger does not know.
     *
     * @return those colours
     */
    public List<LedgerColour> putInDoubt(Run run) {
        if (!isMarked(run.account())) {
            return List.of();
        }
        return database.inTransaction(
                () -> {
                    List<LedgerColour> ready = colours.in(run, ColourState.READY);
                    Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known =
                            acknowledged.of(
                                    run.account(),
                                    ready.stream().map(LedgerColour::product).distinct().toList());
                    List<LedgerColour> unsure =
                            ready.stream().filter(colour -> !isSure(colour, known)).toList();
                    colours.move(run.id(), unsure, ColourState.READY, ColourState.IN_DOUBT);
                    return unsure;
                });
    }

    private static boolean isSure(
            LedgerColour colour, Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known) {
        AcknowledgedStock.Entry last =
                known.get(new AcknowledgedStock.Key(colour.product(), colour.name()));
        return last != null && last.sure();
    }

    /** Whether what the ledger knows of an account is from an older copy. */
    public boolean isMarked(String account) {
        return database.sql("select 1 from restored where account = :account")
                .param("account", account)
                .query(Integer.class)
                .optional()
                .isPresent();
    }
}
