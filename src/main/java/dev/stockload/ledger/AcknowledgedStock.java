package dev.stockload.ledger;

import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the service last acknowledged for each colour of an account. */
public final class AcknowledgedStock {
    private static final PackedSizes NOTHING = PackedSizes.of(List.of());

    private final Database database;
    private final ReplacedTable replaced;
    private final SeenTable seen;
    private final AcknowledgedTable table;

    /** A colour of a product, as the service tells them apart. */
    public record Key(int product, String colour) {}

    /**
     * The stock that was acknowledged, and the run that sent it.
     *
     * @param earlier sizes that the same job sent before and has not named since, those at 0 too;
     *     null where there are none
     * @param others the same of other jobs that have sent the colour before, by job
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
            Map<String, PackedSizes> others,
            String job,
            String run,
            Instant at,
            long number,
            String content,
            boolean sure) {
        /** All sizes that the job has sent and may be in stock, those last named first. */
        public List<SizeStock> known() {
            List<SizeStock> all = new ArrayList<>(sizes.unpack());
            all.addAll(inStock(earlier));
            return all;
        }

        /**
         * Whether this tells of each of these sizes what is there; not of one that stood before a
         * range that covers it was sent, since services differ in what becomes of it.
         */
        public boolean tells(PackedSizes some) {
            PackedSizes standing = ofAllJobs();
            List<SizeStock> there = standing.unpack();
            Set<Size> covered = sizesOf(everySize());
            covered.removeAll(sizesOf(standing));
            return sure
                    && some.unpack().stream()
                            .map(SizeStock::size)
                            .allMatch(s -> s.isCoveredBy(there) && !covered.contains(s));
        }

        /** Whether all of these were sent last, with this stock. */
        boolean names(PackedSizes some) {
            return sizes.unpack().containsAll(some.unpack());
        }

        /** All that any job has sent, but what the last sizes cover and may have replaced. */
        public PackedSizes ofAllJobs() {
            List<SizeStock> named = sizes.unpack();
            return everySize()
                    .only(each -> named.contains(each) || !each.size().isCoveredBy(named));
        }

        private PackedSizes everySize() {
            return others.values().stream().reduce(own(), PackedSizes::over);
        }

        /** All that the last job has sent. */
        PackedSizes own() {
            return earlier == null ? sizes : sizes.over(earlier);
        }

        private static Set<Size> sizesOf(PackedSizes some) {
            return some.unpack().stream().map(SizeStock::size).collect(Collectors.toSet());
        }

        /** What a job has sent and may be in stock, as far as no other has named it since. */
        public List<SizeStock> knownOf(String some) {
            return some.equals(job) ? known() : inStock(others.get(some));
        }

        /** The same without earlier sizes that the last ones cover, and may have replaced. */
        public PackedSizes standing() {
            List<SizeStock> all = new ArrayList<>(sizes.unpack());
            List<SizeStock> named = List.copyOf(all);
            inStock(earlier).stream()
                    .filter(size -> !size.size().isCoveredBy(named))
                    .forEach(all::add);
            return PackedSizes.of(all);
        }

        /**
         * This with what is left of the same colour in another spelling, which was sent before.
         *
         * @param shown the sizes that the service shows of it
         */
        public Entry joined(Entry before, Collection<Size> shown) {
            Map<String, PackedSizes> jobs = new HashMap<>(others);
            if (earlier != null) {
                jobs.put(job, earlier);
            }
            before.left(sizes).forEach((name, some) -> jobs.merge(name, some, PackedSizes::over));
            jobs.replaceAll(
                    (name, some) ->
                            some.only(each -> shown.stream().anyMatch(each.size()::overlaps)));
            jobs.values().removeIf(some -> some.count() == 0);
            PackedSizes own = jobs.remove(job);
            return new Entry(sizes, own, jobs, job, run, at, number, content, sure);
        }

        /** What each job has sent that these do not name. */
        Map<String, PackedSizes> left(PackedSizes now) {
            // A size inside a range, or a range over sizes, may stand beside them: services differ.
            Set<Size> named = sizesOf(now);
            Map<String, PackedSizes> jobs = new HashMap<>(others);
            jobs.put(job, own());
            jobs.replaceAll((name, some) -> some.only(each -> !named.contains(each.size())));
            jobs.values().removeIf(some -> some.count() == 0);
            return jobs;
        }

        private static List<SizeStock> inStock(PackedSizes some) {
            return some == null
                    ? List.of()
                    : some.unpack().stream().filter(size -> size.stock() > 0).toList();
        }
    }

    AcknowledgedStock(Database database, SeenTable seen) {
        this.database = database;
        this.seen = seen;
        this.replaced = new ReplacedTable(database);
        this.table = new AcknowledgedTable(database);
    }

    /** What runs have replaced at the service. */
    public ReplacedTable replaced() {
        return replaced;
    }

    /** What was acknowledged for the colours of these products, however many they are. */
    public Map<Key, Entry> of(String account, Collection<Integer> products) {
        return table.of(account, products);
    }

    /** The products of which something was acknowledged. */
    public Set<Integer> products(String account) {
        return new HashSet<>(
                database.sql("select distinct product from acknowledged where account = :account")
                        .param("account", account)
                        .query(Integer.class)
                        .list());
    }

    /** The products of which this job has sent a size that no other has named since, in order. */
    public List<Integer> products(String account, String job) {
        return table.products(account, job);
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
        new AcknowledgedCorrections(database, table, replaced).write(run, found);
    }

    /**
     * What settling found out.
     *
     * @param adopted colours that are the run's job's from now on, as if it had sent them
     * @param respelled what is known of colours by the names that the sheet gives them now
     * @param replaced what earlier runs have replaced by that, by run
     * @param gone colours that the service does not have under this name
     * @param goneSizes earlier sizes that the service does not have any more
     */
    public record Corrections(
            Collection<Key> adopted,
            Map<Key, Entry> respelled,
            Map<String, List<ReplacedColour>> replaced,
            Set<Key> gone,
            Map<Key, Set<Size>> goneSizes) {
        public static final Corrections NONE =
                new Corrections(Set.of(), Map.of(), Map.of(), Set.of(), Map.of());
    }

    /** Remembers what the service holds of these colours now, and what that has replaced. */
    void put(Run run, Collection<LedgerColour> colours, Instant at) {
        if (colours.isEmpty()) {
            return;
        }
        Map<Key, Entry> before =
                of(run.account(), colours.stream().map(LedgerColour::product).distinct().toList());
        Map<Key, Entry> now = new LinkedHashMap<>();
        Map<Key, SeenColour> looks = looks(run, colours, before);
        List<ReplacedColour> was = new ArrayList<>(inOtherSpellings(looks.values()));
        for (LedgerColour colour : colours) {
            Key key = new Key(colour.product(), colour.name());
            Entry last = before.get(key);
            // What an undo brings back belongs to the job whose run it undoes.
            String job =
                    run.isUndo() && last != null
                            ? new SharedColour(last).jobOf(colour.sizes())
                            : run.job();
            Map<String, PackedSizes> left =
                    last == null ? new HashMap<>() : last.left(colour.sizes());
            PackedSizes earlier = left.remove(job);
            // What an older run has brought shows late where a newer one has sent the same.
            now.put(
                    key,
                    last != null && last.number() > run.number() && last.names(colour.sizes())
                            ? last
                            : new Entry(
                                    colour.sizes(),
                                    earlier,
                                    left,
                                    job,
                                    run.id(),
                                    at,
                                    run.number(),
                                    run.content(),
                                    true));
            was.add(
                    new ReplacedColour(
                            key, before(last, looks.get(key), colour.sizes()), colour.sizes()));
        }
        replaced.add(run.id(), was, at);
        Set<Key> shared =
                before.entrySet().stream()
                        .filter(entry -> !entry.getValue().others().isEmpty())
                        .map(Map.Entry::getKey)
                        .filter(now::containsKey)
                        .collect(Collectors.toSet());
        table.write(run.account(), now, shared);
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

    /** Whether these are the same colours as those that are sent, an undo can tell. */
    private static List<ReplacedColour> inOtherSpellings(Collection<SeenColour> looks) {
        return looks.stream()
                .filter(look -> look.shownAs() != null)
                .map(look -> new ReplacedColour(look.shown(), look.sizes(), NOTHING))
                .toList();
    }

    /** What a colour replaces; null where nobody has looked and the ledger does not tell. */
    private static PackedSizes before(Entry last, SeenColour look, PackedSizes sent) {
        if (look != null) {
            return look.shownAs() == null ? look.sizes() : NOTHING;
        }
        return tells(last, sent) ? last.ofAllJobs() : null;
    }

    private static boolean tells(Entry last, PackedSizes sizes) {
        return last != null && last.tells(sizes);
    }
}
