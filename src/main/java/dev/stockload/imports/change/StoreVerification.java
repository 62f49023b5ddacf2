package dev.stockload.imports.change;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.Book;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.StoreDifference;
import dev.stockload.book.rules.StoreDifference.Kind;
import dev.stockload.database.Compression;
import dev.stockload.imports.change.VerifyResult.Elsewhere;
import dev.stockload.imports.read.ProductCatalogue;
import dev.stockload.imports.store.StoreReading;
import dev.stockload.ledger.Executions;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.StockEntry;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.RunStoppedException;
import dev.stockload.runs.Caller;
import dev.stockload.runs.RunListener.ProductProgress;
import dev.stockload.service.StockListReader;
import dev.stockload.sheet.TableFile;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Compares the whole store with the book: what the service shows of each size with what it last
 * accepted from us. A check that was stopped continues.
 */
public final class StoreVerification {
    private static final JsonMapper JSON = JsonMapper.shared();

    /** Under which the products that were read are stored. */
    private static final String PURPOSE = "check";

    /** How long a product is listed after the last change elsewhere. */
    private static final Duration ELSEWHERE_KEPT = Duration.ofDays(90);

    private final ProcessContext process;
    private final Caller caller;

    public StoreVerification(ProcessContext process, Caller caller) {
        this.process = process;
        this.caller = caller;
    }

    /** What the last check that was completed showed without stock. */
    public static Predicate<SizeEntry> checked(Ledger ledger, String account) {
        Set<Object> zeros =
                last(ledger, account).stream()
                        .flatMap(result -> result.differences().stream())
                        .filter(each -> each.request() != null)
                        .filter(each -> each.shown() == null || each.shown() == 0)
                        .map(each -> List.of(each.pid(), each.color(), each.size(), each.request()))
                        .collect(Collectors.toSet());
        return size ->
                zeros.contains(
                        List.of(
                                size.colour().product().id(),
                                size.colour().shownName(),
                                size.size().toString(),
                                size.stock().knownBy()));
    }

    /** The result of the last check that was completed; empty if there was none. */
    public static Optional<VerifyResult> last(Ledger ledger, String account) {
        return ledger.database()
                .sql(
                        "select content from checked_store where account = :account and content is"
                                + " not null")
                .param("account", account)
                .query(
                        (row, number) ->
                                JSON.readValue(
                                        Compression.decompress(row.getBytes(1)),
                                        VerifyResult.class))
                .optional();
    }

    /**
     * How far a check is that whoever serves makes.
     *
     * @param running whether it waits or is under way
     * @param products how many there are; 0 before they are known
     * @param fault why the last one ended early; null if it did not
     */
    public record Check(boolean running, int done, int products, String fault) {}

    /** The check that was asked for last; empty if none was. */
    public static Optional<Check> asked(Ledger ledger, String account) {
        boolean running =
                new Executions(ledger.database(), Executions.Task.CHECK)
                        .find(account, (row, number) -> account)
                        .isPresent();
        return ledger.database()
                .sql(
                        """
                        select cast(:running as boolean) as running,
                               (select count(*) from read_product
                                 where account = :account and purpose = :purpose) as done,
                               products, fault
                          from checked_store where account = :account
                        """)
                .param("account", account)
                .param("purpose", PURPOSE)
                .param("running", running)
                .query(Check.class)
                .optional();
    }

    /** Notes that a check begins, of so many products, or why one ended early. */
    public static void note(Ledger ledger, String account, int products, String fault) {
        ledger.database()
                .put(
                        """
                        update checked_store set products = :products, fault = :fault
                         where account = :account
                        """,
                        """
                        insert into checked_store (account, products, fault)
                        values (:account, :products, :fault)
                        """,
                        row ->
                                row.param("account", account)
                                        .param("products", products)
                                        .param("fault", fault, Types.VARCHAR));
    }

    /** The differences of the last check on this host. */
    public static Path file(Path data, String account) {
        return data.resolve("store").resolve(account + ".csv");
    }

    public static void write(VerifyResult result, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        TableFile.write(file, SizeDifference.COLUMNS, result.differences().iterator());
    }

    public VerifyResult verify(String account, ProductProgress progress) throws IOException {
        StoreReading<ComparedProduct> done =
                new StoreReading<>(process, account, caller, PURPOSE, ComparedProduct.class);
        try {
            done.read(
                    process.ledger().book(account).products(),
                    false,
                    (product, listed, lists) -> compared(account, product, listed, lists),
                    progress);
        } catch (RunStoppedException e) {
            throw new RunFailedException(
                    "The check of the store was stopped; the same command continues it", e);
        }
        Path file = file(process.data(), account);
        VerifyResult.Builder found = new VerifyResult.Builder(account, done.begun(), null, file);
        done.each(found::add);
        Optional<VerifyResult> before = last(process.ledger(), account);
        VerifyResult result =
                found.build(done.count(), 0, elsewhere(found.differences(), before, done.begun()));
        write(result, file);
        process.ledger()
                .database()
                .inTransaction(
                        () -> {
                            done.clear();
                            store(result);
                        });
        return result;
    }

    private void store(VerifyResult result) {
        byte[] content = Compression.compress(JSON.writeValueAsBytes(result));
        process.ledger()
                .database()
                .put(
                        "update checked_store set content = :content, fault = null where account ="
                                + " :account",
                        "insert into checked_store (account, content) values (:account, :content)",
                        row -> row.param("account", result.account()).param("content", content));
    }

    private ComparedProduct compared(
            String account, int product, ProductCatalogue listed, StockListReader lists) {
        Book book = process.ledger().book(account);
        ProductEntry known = book.product(product);
        if (!listed.contains(product)) {
            boolean hasStock = known.sizes().anyMatch(size -> size.stock().known().isInStock());
            return ComparedProduct.notListed(product, hasStock);
        }
        known.item(listed.item(product));
        return compared(known, lists.of(product), book);
    }

    private static ComparedProduct compared(
            ProductEntry product, Optional<List<StockEntry>> shown, Book book) {
        // A look makes known what was not: it is not compared with itself.
        Set<SizeEntry> known =
                product.sizes()
                        .filter(size -> size.stock().known().isKnown())
                        .collect(Collectors.toCollection(HashSet::new));
        Function<SizeEntry, Optional<Kind>> scope =
                size -> {
                    if (known.contains(size) && StoreDifference.isAsAccepted(size)) {
                        return Optional.of(Kind.AS_SENT);
                    }
                    // Its only rows were rejected or held, so that nothing of it was sent.
                    boolean isOnlyNamed = !known.contains(size) && !size.naming().hasValue();
                    return isOnlyNamed
                                    && size.stock().shown().isThere()
                                    && !size.stock().isInDoubt()
                            ? Optional.of(Kind.UNKNOWN)
                            : StoreDifference.kind(size);
                };
        return shown.map(entries -> ComparedProduct.of(product, entries, book, scope).differences())
                .orElse(ComparedProduct.unreadable(product.id()));
    }

    private static List<Elsewhere> elsewhere(
            List<SizeDifference> found, Optional<VerifyResult> last, Instant now) {
        Set<Object> before =
                last.stream()
                        .flatMap(each -> each.differences().stream().map(SizeDifference::state))
                        .collect(Collectors.toSet());
        Map<Integer, Elsewhere> all = new TreeMap<>();
        last.stream()
                .flatMap(each -> each.elsewhere().stream())
                .filter(each -> each.last().isAfter(now.minus(ELSEWHERE_KEPT)))
                .forEach(each -> all.put(each.pid(), each));
        Map<Integer, String> changed = new TreeMap<>();
        found.stream()
                .filter(each -> each.kind() == Kind.MORE)
                .filter(each -> !before.contains(each.state()))
                .forEach(each -> changed.put(each.pid(), each.item()));
        changed.forEach(
                (pid, item) -> {
                    Elsewhere old = all.getOrDefault(pid, new Elsewhere(pid, item, 0, now, now));
                    all.put(pid, new Elsewhere(pid, item, old.checks() + 1, old.since(), now));
                });
        return all.values().stream()
                .sorted(Comparator.comparing(Elsewhere::checks).reversed())
                .toList();
    }
}
