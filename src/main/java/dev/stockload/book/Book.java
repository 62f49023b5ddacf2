package dev.stockload.book;

import dev.stockload.book.rules.PackedProduct;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.RunFacts;
import dev.stockload.book.rules.RunView;
import dev.stockload.database.Database;
import dev.stockload.runs.Run;
import dev.stockload.runs.Runs;
import dev.stockload.runs.SheetOrder;
import dev.stockload.stock.Standing;

import org.apache.commons.collections4.ListUtils;
import org.springframework.jdbc.support.SqlArrayValue;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The book of an account: stores and finds its products, of which the rules decide the content. It
 * reads the runs that the rules ask about once, and only those: an account may have thousands.
 * Whoever holds the lock of the account keeps it.
 */
public final class Book implements RunFacts {
    private static final int BATCH_SIZE = 100;
    private static final int PART = 1_000_000;

    /** Sizes are named by the newest runs, so that one look mostly finds them all. */
    private static final int RUNS_PER_LOOK = 500;

    private final Database database;
    private final String account;
    private final Runs runs;
    private final AccountRuns view;

    /** The oldest request that lists may not show yet. */
    private final long recent;

    /** Shared by this book and those made of it. */
    private static final class AccountRuns {
        private final Map<Object, Long> newest = new HashMap<>();
        private final Map<Long, Row> rows = new HashMap<>();

        /** Which stretches of {@link #RUNS_PER_LOOK} numbers were read. */
        private final Set<Long> looks = new HashSet<>();

        /** The run that counts as one that has not named; 0 if there is none. */
        private long unnamed;
    }

    /** Up to {@link #PART} bytes of a product. */
    private record Part(int product, int part, byte[] content) {}

    private record Row(long number, String job, String content, long rank, Standing standing) {}

    public Book(Database database, Runs runs, String account) {
        this(database, runs, account, new AccountRuns(), Long.MAX_VALUE);
    }

    private Book(Database database, Runs runs, String account, AccountRuns view, long recent) {
        this.database = database;
        this.runs = runs;
        this.account = account;
        this.view = view;
        this.recent = recent;
    }

    /** Lists may not show yet what this request brought, nor later ones (rule 8). */
    public Book recent(long from) {
        return new Book(database, runs, account, view, from);
    }

    /** From now on, runs are read again as they are. */
    public void readRunsAgain() {
        view.newest.clear();
        view.rows.clear();
        view.looks.clear();
        view.unnamed = 0;
    }

    /** The same, but as they are before this run has named its sheet. */
    void readRunsBefore(Run naming) {
        readRunsAgain();
        view.unnamed = naming.number();
    }

    /** Reads what products name of the runs, before something else changes these. */
    public void keepRuns() {
        readRunsAgain();
        long last = runs.last(account);
        for (long look = 0; look <= last / RUNS_PER_LOOK; look++) {
            read(look);
        }
        view.rows.values().stream().map(Row::job).distinct().forEach(this::newestOf);
    }

    private Row row(long run) {
        read(run / RUNS_PER_LOOK);
        return view.rows.get(run);
    }

    private void read(long look) {
        if (!view.looks.add(look)) {
            return;
        }
        database.sql(
                        """
                        select number, job, content, rank, standing from run
                         where account = :account and number between :from and :to
                           and not former and send <> 'DETAILS'
                        """)
                .param("account", account)
                .param("from", look * RUNS_PER_LOOK)
                .param("to", (look + 1) * RUNS_PER_LOOK - 1)
                .query(
                        row -> {
                            view.rows.put(
                                    row.getLong(1),
                                    new Row(
                                            row.getLong(1),
                                            row.getString(2),
                                            row.getString(3),
                                            row.getLong(4),
                                            Standing.valueOf(row.getString(5))));
                        });
    }

    /**
     * The newest run of a job that has named a sheet, by its place, among those of this condition;
     * 0 if there is none. It is asked often.
     */
    private long newest(String job, String condition, Object value) {
        return view.newest.computeIfAbsent(
                List.of(job, condition, value),
                unknown ->
                        new SheetOrder(runs)
                                .newestNamed(
                                        account,
                                        job,
                                        "number <> :unnamed" + condition,
                                        Map.of("unnamed", view.unnamed, "value", value)));
    }

    public Set<Integer> products() {
        return Set.copyOf(
                database.sql("select product from book where account = :account and part = 0")
                        .param("account", account)
                        .query(Integer.class)
                        .list());
    }

    /** Reads these products; a product that is not in the book is empty. */
    public SortedMap<Integer, ProductEntry> products(Collection<Integer> ids) {
        SortedMap<Integer, ProductEntry> found = new TreeMap<>();
        ids.forEach(id -> found.put(id, new ProductEntry(id)));
        for (List<Integer> batch : ListUtils.partition(List.copyOf(found.keySet()), BATCH_SIZE)) {
            contents(batch)
                    .forEach(
                            (id, content) ->
                                    found.put(
                                            id,
                                            PackedProduct.read(id, content.toByteArray(), this)));
        }
        return found;
    }

    private Map<Integer, ByteArrayOutputStream> contents(List<Integer> ids) {
        Map<Integer, ByteArrayOutputStream> contents = new HashMap<>();
        database.sql(
                        """
                        select b.product, b.content
                          from unnest(:products) as wanted (product)
                          join book b on b.account = :account and b.product = wanted.product
                         order by b.product, b.part
                        """)
                .param("products", Database.array(ids, id -> id))
                .param("account", account)
                .query(
                        row -> {
                            contents.computeIfAbsent(
                                            row.getInt(1), id -> new ByteArrayOutputStream())
                                    .writeBytes(row.getBytes(2));
                        });
        return contents;
    }

    /** The same, read part by part: there may be hundreds of thousands. */
    public Stream<ProductEntry> each(Collection<Integer> ids) {
        return ListUtils.partition(List.copyOf(new TreeSet<>(ids)), BATCH_SIZE).stream()
                .flatMap(batch -> products(batch).values().stream());
    }

    public ProductEntry product(int id) {
        return products(List.of(id)).get(id);
    }

    public Stream<ProductEntry> all() {
        return allWith(Set.of());
    }

    /** All products of the book and these, by id. */
    Stream<ProductEntry> allWith(Collection<Integer> others) {
        Set<Integer> known = products();
        SortedSet<Integer> ids = new TreeSet<>(known);
        ids.addAll(others);
        // Nothing is asked about new products: H2 would scan a book that was empty at first.
        return ListUtils.partition(List.copyOf(ids), BATCH_SIZE).stream()
                .flatMap(
                        batch ->
                                Collections.disjoint(batch, known)
                                        ? batch.stream().map(ProductEntry::new)
                                        : products(batch).values().stream());
    }

    /** Whether the store splits our ranges into single sizes; empty until a range was seen. */
    public Optional<Boolean> splitsRanges() {
        return database.sql("select splits_ranges from store where account = :account")
                .param("account", account)
                .query(Boolean.class)
                .optional();
    }

    public void splitsRanges(boolean splits) {
        database.put(
                "update store set splits_ranges = :splits where account = :account",
                "insert into store (account, splits_ranges) values (:account, :splits)",
                each -> each.param("account", account).param("splits", splits));
    }

    public void save(Collection<ProductEntry> products) {
        List<Part> updates = new ArrayList<>();
        List<Part> inserts = new ArrayList<>();
        for (ProductEntry product : products) {
            byte[] before = product.stored();
            byte[] now = PackedProduct.write(product, this);
            if (Arrays.equals(now, before)) {
                continue;
            }
            product.stored(now);
            int id = product.id();
            if (before != null && now.length <= PART && before.length <= PART) {
                updates.add(new Part(id, 0, now));
                continue;
            }
            if (before != null) {
                database.sql("delete from book where account = ? and product = ?")
                        .params(account, id)
                        .update();
            }
            for (int from = 0, part = 0; from < now.length; from += PART, part++) {
                int to = Math.min(now.length, from + PART);
                inserts.add(new Part(id, part, Arrays.copyOfRange(now, from, to)));
            }
        }
        store(
                updates,
                "update book set content = ? where account = ? and product = ? and part = ?",
                """
                update book set content = (select n.content
                                             from unnest(:products, :contents) as n (product, content)
                                            where n.product = book.product)
                 where account = :account and product = any(:products) and part = 0
                """);
        store(
                inserts,
                "insert into book (content, account, product, part) values (?, ?, ?, ?)",
                """
                insert into book (account, product, part, content)
                select :account, n.product, n.part, n.content
                  from unnest(:products, :parts, :contents) as n (product, part, content)
                """);
    }

    /** H2 would look through the whole book for several; a server would be asked for each. */
    private void store(List<Part> parts, String each, String all) {
        if (database.isH2()) {
            database.addAll(
                    each,
                    parts.stream()
                            .map(p -> new Object[] {p.content, account, p.product, p.part})
                            .toList());
            return;
        }
        for (List<Part> some : ListUtils.partition(parts, BATCH_SIZE)) {
            Object[] contents = some.stream().map(Part::content).toArray(byte[][]::new);
            int changed =
                    database.sql(all)
                            .param("account", account)
                            .param("products", Database.array(some, Part::product))
                            .param("parts", Database.array(some, Part::part))
                            .param("contents", new SqlArrayValue("bytea", contents))
                            .update();
            Database.expect(some.size(), changed, "products of account " + account);
        }
    }

    /** Saves what a look has seen, if the run is still ours. */
    public void saveFor(Run run, Collection<ProductEntry> products) {
        database.inTransaction(
                () -> {
                    runs.expectOwner(run);
                    save(products);
                });
    }

    /** A run that retention has deleted has no job that a rule could ask for. */
    @Override
    public String jobOf(long run) {
        Row row = row(run);
        return row == null ? "" : row.job();
    }

    @Override
    public Standing standing(long run) {
        Row row = row(run);
        return row == null ? Standing.DONE : row.standing();
    }

    @Override
    public long senderOf(long request) {
        return database.sql(
                        """
                        select r.number from request q join run r on r.id = q.run
                         where q.account = ? and q.number = ?
                        """)
                .params(account, request)
                .query(Long.class)
                .optional()
                .orElse(0L);
    }

    @Override
    public boolean isOvertaken(RunView run) {
        return run.hasSheet() && (isNewer(newestZeroing(run), run) || isReadAnew(run));
    }

    /** Only those that may be newer are looked through. */
    private long newestZeroing(RunView run) {
        return newest(run.job(), " and missing = 'ZERO' and rank >= :value", run.rank());
    }

    /** By hand, another table of the same file may be meant, unless it has the same place. */
    private boolean isReadAnew(RunView run) {
        Row own = row(run.number());
        if (own == null) {
            return false;
        }
        long other = newest(own.job(), " and content = :value", own.content());
        return isNewer(other, run)
                && (!run.job().equals(RunView.BY_HAND) || rankOf(other) == run.rank());
    }

    @Override
    public boolean isRecent(long request) {
        return request >= recent;
    }

    @Override
    public long rankOf(long run) {
        Row row = row(run);
        return row == null ? run : row.rank();
    }

    @Override
    public long newestOf(String job) {
        return newest(job, "", "");
    }
}
