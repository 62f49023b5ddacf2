package dev.stockload.ledger;

import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the service last acknowledged for each colour of an account. */
public final class AcknowledgedStock {
    private static final int AT_A_TIME = 500;
    private static final String SELECT =
            """
            select a.product, a.colour, a.sizes, a.earlier, a.job, a.run, a.at, a.number, a.content,
                   coalesce(a.number > r.number, true) as sure
              from acknowledged a left join restored r on r.account = a.account
            """;

    private final Database database;
    private final ReplacedBook replaced;
    private final SeenBook seen;

    /** A colour of a product, as the service tells them apart. */
    public record Key(int product, String colour) {}

    /**
     * The stock that was acknowledged, and the run that sent it.
     *
     * @param earlier sizes with stock that the same job sent before and has not named since; null
     *     where there are none
     * @param job the job whose sheet it comes from
     * @param run null where it is so long ago that the run is kept no more
     * @param number the place of that run among those of its account
     * @param content the hash of that run's sheet
     * @param sure whether nothing can have been sent since; not where an older copy of the ledger
     *     was restored
     */
    public record Entry(
            PackedSizes sizes,
            PackedSizes earlier,
            String job,
            String run,
            Instant at,
            long number,
            String content,
            boolean sure) {
        /** All sizes that the job has sent, those last named first. */
        public List<SizeStock> known() {
            List<SizeStock> all = new ArrayList<>(sizes.unpack());
            if (earlier != null) {
                all.addAll(earlier.unpack());
            }
            return all;
        }

        /** Whether this tells of each of these sizes what is there. */
        public boolean tells(PackedSizes some) {
            List<SizeStock> known = known();
            return sure && some.unpack().stream().allMatch(each -> each.size().isCoveredBy(known));
        }

        /** The same without earlier sizes that the last ones cover, and may have replaced. */
        public PackedSizes standing() {
            List<SizeStock> all = new ArrayList<>(sizes.unpack());
            if (earlier != null) {
                List<SizeStock> named = List.copyOf(all);
                earlier.unpack().stream()
                        .filter(size -> !size.size().isCoveredBy(named))
                        .forEach(all::add);
            }
            return PackedSizes.of(all);
        }
    }

    AcknowledgedStock(Database database, SeenBook seen) {
        this.database = database;
        this.seen = seen;
        this.replaced = new ReplacedBook(database);
    }

    /** What runs have replaced at the service. */
    public ReplacedBook replaced() {
        return replaced;
    }

    /** What was acknowledged for the colours of these products, however many they are. */
    public Map<Key, Entry> of(String account, Collection<Integer> products) {
        Map<Key, Entry> found = new HashMap<>();
        List<Integer> all = List.copyOf(products);
        for (int from = 0; from < all.size(); from += AT_A_TIME) {
            int to = Math.min(all.size(), from + AT_A_TIME);
            database.sql(SELECT + " where a.account = :account and a.product in (:products)")
                    .param("account", account)
                    .param("products", all.subList(from, to))
                    .query(
                            row -> {
                                found.put(
                                        new Key(row.getInt("product"), row.getString("colour")),
                                        entry(row));
                            });
        }
        return found;
    }

    private static Entry entry(ResultSet row) throws SQLException {
        byte[] earlier = row.getBytes("earlier");
        return new Entry(
                new PackedSizes(row.getBytes("sizes")),
                earlier == null ? null : new PackedSizes(earlier),
                row.getString("job"),
                row.getString("run"),
                Database.time(row, "at"),
                row.getLong("number"),
                row.getString("content"),
                row.getBoolean("sure"));
    }

    /** The products of which something was acknowledged. */
    public Set<Integer> products(String account) {
        return new HashSet<>(
                database.sql("select distinct product from acknowledged where account = :account")
                        .param("account", account)
                        .query(Integer.class)
                        .list());
    }

    /** The products of which this job was the last to send a colour, in order. */
    public List<Integer> products(String account, String job) {
        return database.sql(
                        """
                        select distinct product from acknowledged
                         where account = :account and job = :job order by product
                        """)
                .params(Map.of("account", account, "job", job))
                .query(Integer.class)
                .list();
    }

    /** When something was acknowledged last. */
    public Optional<Instant> newest(String account) {
        return database.sql("select max(at) as newest from acknowledged where account = :account")
                .param("account", account)
                .query((row, number) -> Optional.ofNullable(Database.time(row, "newest")))
                .single();
    }

    /** Takes note of what settling a sheet has found out about what was acknowledged. */
    public void correct(Run run, Corrections found) {
        new AcknowledgedCorrections(database, this).write(run, found);
    }

    /**
     * What settling found out.
     *
     * @param adopted colours that are the run's job's from now on, as if it had sent them
     * @param gone colours that the service does not have under this name
     * @param goneSizes earlier sizes that the service does not have any more
     */
    public record Corrections(
            Collection<Key> adopted, Collection<Key> gone, Map<Key, Set<Size>> goneSizes) {}

    /** Remembers what the service holds of these colours now, and what that has replaced. */
    void put(Run run, Collection<LedgerColour> colours, Instant at) {
        if (colours.isEmpty()) {
            return;
        }
        Map<Key, Entry> before =
                of(run.account(), colours.stream().map(LedgerColour::product).distinct().toList());
        List<Object[]> keys = new ArrayList<>();
        List<Object[]> rows = new ArrayList<>();
        List<ReplacedColour> was = new ArrayList<>();
        Map<Key, SeenColour> looks = looks(run, colours, before);
        for (LedgerColour colour : colours) {
            Key key = new Key(colour.product(), colour.name());
            Entry last = before.get(key);
            // What an undo brings back belongs to the job whose run it undoes.
            String job = run.isUndo() && last != null ? last.job() : run.job();
            PackedSizes earlier = earlier(last, job, colour.sizes());
            keys.add(new Object[] {run.account(), key.product(), key.colour()});
            rows.add(
                    new Object[] {
                        run.account(),
                        key.product(),
                        key.colour(),
                        colour.sizes().bytes(),
                        earlier == null ? null : earlier.bytes(),
                        job,
                        run.id(),
                        Database.time(at),
                        run.number(),
                        run.content()
                    });
            was.add(
                    new ReplacedColour(
                            key, before(last, looks.get(key), colour.sizes()), colour.sizes()));
        }
        replaced.add(run.id(), was, at);
        // MERGE is spelled differently by every database; this is not.
        database.template()
                .batchUpdate(
                        "delete from acknowledged where account = ? and product = ? and colour = ?",
                        keys);
        int[] types = {
            Types.VARCHAR,
            Types.INTEGER,
            Types.VARCHAR,
            Types.VARBINARY,
            Types.VARBINARY,
            Types.VARCHAR,
            Types.VARCHAR,
            Types.TIMESTAMP_WITH_TIMEZONE,
            Types.BIGINT,
            Types.CHAR
        };
        database.template()
                .batchUpdate(
                        """
                        insert into acknowledged
                          (account, product, colour, sizes, earlier, job, run, at, number, content)
                        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """,
                        rows,
                        types);
    }

    /** What was seen of colours where the ledger does not tell, or an undo knows better. */
    private Map<Key, SeenColour> looks(
            Run run, Collection<LedgerColour> colours, Map<Key, Entry> before) {
        List<Key> keys = new ArrayList<>();
        for (LedgerColour colour : colours) {
            Key key = new Key(colour.product(), colour.name());
            if (run.isUndo() || !tells(before.get(key), colour.sizes())) {
                keys.add(key);
            }
        }
        return keys.isEmpty() ? Map.of() : seen.of(run.id(), keys);
    }

    /** What a colour replaces; null where nobody has looked and the ledger does not tell. */
    private static PackedSizes before(Entry last, SeenColour look, PackedSizes sent) {
        if (look != null) {
            return look.sizes();
        }
        return tells(last, sent) ? last.standing() : null;
    }

    private static boolean tells(Entry last, PackedSizes sizes) {
        return last != null && last.tells(sizes);
    }

    /** The sizes with stock that this job has sent and that the newest request does not name. */
    private static PackedSizes earlier(Entry last, String job, PackedSizes now) {
        if (last == null || !last.job().equals(job)) {
            return null;
        }
        // A size inside a range, or a range over sizes, may stand beside them: services differ.
        Set<Size> named = now.unpack().stream().map(SizeStock::size).collect(Collectors.toSet());
        List<SizeStock> left =
                last.known().stream()
                        .filter(size -> size.stock() > 0)
                        .filter(size -> !named.contains(size.size()))
                        .toList();
        return left.isEmpty() ? null : PackedSizes.of(left);
    }
}
