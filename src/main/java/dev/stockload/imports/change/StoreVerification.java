package dev.stockload.imports.change;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.Book;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.StoreDifference;
import dev.stockload.book.rules.StoreDifference.Kind;
import dev.stockload.imports.change.VerifyResult.Elsewhere;
import dev.stockload.imports.read.CheckedStock;
import dev.stockload.imports.read.ProductCatalogue;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.merchant.StockEntry;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.RunStoppedException;
import dev.stockload.runs.Caller;
import dev.stockload.runs.ProductProgress;
import dev.stockload.service.RetryingClient;
import dev.stockload.service.StockListReader;
import dev.stockload.sheet.TableFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Compares the whole store with the book: what the service shows of each size with what it last
 * accepted from us. It reads slowly, pauses while a run of the account sends, and a check that was
 * stopped continues.
 */
public final class StoreVerification {
    /** Reads five products a second at most: a service has more to do than to be verified. */
    private static final Duration BETWEEN_PRODUCTS = Duration.ofMillis(200);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    /** How long a product is listed after the last change elsewhere. */
    private static final Duration ELSEWHERE_KEPT = Duration.ofDays(90);

    private final ProcessContext process;
    private final Caller caller;

    public StoreVerification(ProcessContext process, Caller caller) {
        this.process = process;
        this.caller = caller;
    }

    /** What the last check that was completed showed without stock. */
    public static CheckedStock checked(Ledger ledger, String account) {
        Set<Object> zeros =
                StoreProgress.last(ledger.database(), account).stream()
                        .flatMap(result -> result.differences().stream())
                        .filter(each -> each.request() != null)
                        .filter(each -> each.shown() == null || each.shown() == 0)
                        .map(each -> List.of(each.pid(), each.color(), each.size(), each.request()))
                        .collect(Collectors.toSet());
        return (product, colour, size, request) ->
                zeros.contains(List.of(product, colour, size.toString(), request));
    }

    /** The result of the last check that was completed; empty if there was none. */
    public static Optional<VerifyResult> last(Ledger ledger, String account) {
        return StoreProgress.last(ledger.database(), account);
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
        StoreProgress done =
                StoreProgress.open(
                        process.ledger().database(),
                        account,
                        process.time().instant(),
                        begun -> !process.ledger().runs().hasStarted(account, begun));
        try (RetryingClient service = new RetryingClient(process, account, caller)) {
            read(account, service, done, progress);
        } catch (RunStoppedException e) {
            throw new RunFailedException(
                    "The check of the store was stopped; the same command continues it", e);
        }
        Path file = file(process.data(), account);
        VerifyResult.Builder found = new VerifyResult.Builder(account, done.begun(), null, file);
        done.products().forEach(found::add);
        Optional<VerifyResult> before = last(process.ledger(), account);
        VerifyResult result =
                found.build(
                        done.products().size(),
                        0,
                        elsewhere(found.differences(), before, done.begun()));
        write(result, file);
        done.end(result);
        return result;
    }

    private void read(
            String account, RetryingClient service, StoreProgress done, ProductProgress progress)
            throws IOException {
        List<ProductSummary> list = service.products();
        ProductCatalogue catalogue = new ProductCatalogue(list);
        StockListReader lists = new StockListReader(service);
        Set<Integer> products = new TreeSet<>();
        list.forEach(product -> products.add(product.id()));
        products.removeAll(lists.withoutStock());
        products.addAll(process.ledger().book(account).products());
        int count = 0;
        for (int product : products) {
            progress.at(count++, products.size());
            if (done.has(product)) {
                continue;
            }
            waitForRuns(account);
            Book book = process.ledger().book(account);
            ProductEntry known = book.product(product);
            if (!catalogue.contains(product)) {
                boolean hasStock = known.sizes().anyMatch(size -> size.stock().known().isInStock());
                done.add(ComparedProduct.notListed(product, hasStock));
                continue;
            }
            known.item(catalogue.item(product));
            done.add(compared(known, lists.of(product), book));
            process.time().rest(BETWEEN_PRODUCTS, caller.stop());
            caller.stop().check();
        }
    }

    /** A night is not made late: it needs the service more than a check does. */
    private void waitForRuns(String account) {
        boolean said = false;
        while (isSending(account)) {
            if (!said) {
                caller.listener().notice("Waiting for a run of this account to end");
                said = true;
            }
            process.time().rest(BETWEEN_LOOKS, caller.stop());
            caller.stop().check();
        }
    }

    private boolean isSending(String account) {
        return process.ledger().runs().running().stream()
                .filter(run -> run.account().equals(account))
                .anyMatch(run -> process.ledger().owners().isAlive(run.owner()));
    }

    private static ComparedProduct compared(
            ProductEntry product, Optional<List<StockEntry>> shown, Book book) {
        // A look makes known what was not: it is not compared with itself.
        Set<SizeEntry> known =
                product.sizes()
                        .filter(size -> size.stock().known().isKnown())
                        .collect(Collectors.toCollection(HashSet::new));
        ComparedProduct.Scope scope =
                (same, place, size) -> {
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
                .filter(each -> each.is(Kind.MORE))
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
