package dev.stockload.imports.change;

import static dev.stockload.sheet.TableFile.Column.column;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.Book;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.StoreDifference;
import dev.stockload.book.rules.StoreDifference.Kind;
import dev.stockload.imports.order.ResendOrder;
import dev.stockload.imports.read.CheckedStock;
import dev.stockload.imports.read.ProductCatalogue;
import dev.stockload.imports.read.ShownStock;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.merchant.StockEntry;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.RunStoppedException;
import dev.stockload.runs.Caller;
import dev.stockload.runs.ProductProgress;
import dev.stockload.service.RetryingClient;
import dev.stockload.service.StockListReader;
import dev.stockload.sheet.TableFile;
import dev.stockload.sheet.TableFile.Column;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    private static final List<Column<Difference>> COLUMNS =
            List.of(
                    column("Product ID", Difference::pid),
                    column("Item number", Difference::item),
                    column("Colour", Difference::color),
                    column("Size", Difference::size),
                    column("Result", Difference::kind),
                    column("Sent", Difference::known),
                    column("Shown", Difference::shown),
                    column("Wanted", Difference::wanted),
                    column("Barcode", Difference::barcode));

    /** The order in which people are shown what differs. */
    private static final List<String> MOST_PRESSING =
            Stream.of(Kind.DOUBT, Kind.GONE, Kind.MORE, Kind.LESS, Kind.UNKNOWN)
                    .map(StoreVerification::key)
                    .toList();

    private final ProcessContext process;
    private final Caller caller;

    /**
     * A size that is not as it was sent.
     *
     * @param known the pieces that the service accepted; null if it accepted none
     * @param shown the pieces that it shows; null if it shows none
     * @param wanted the pieces that the newest sheets want; null if it cannot be sent again
     * @param kind a {@link StoreDifference.Kind} in lower case
     * @param barcode the barcode that it shows; null if it shows none
     * @param request the request that it accepted last; null if it accepted none
     */
    public record Difference(
            int pid,
            String item,
            String color,
            String size,
            Integer known,
            Integer shown,
            Integer wanted,
            String kind,
            @JsonInclude(JsonInclude.Include.NON_NULL) String barcode,
            @JsonInclude(JsonInclude.Include.NON_NULL) Long request) {
        /** Whether the service accepted it and shows something else now. */
        boolean isChangedThere() {
            return Set.of(key(Kind.LESS), key(Kind.MORE), key(Kind.GONE)).contains(kind);
        }

        /** Whether it can be sent again; what was sold only if that is asked for. */
        boolean isSentAgain(boolean alsoLess) {
            return wanted != null && (alsoLess || !kind.equals(key(Kind.LESS)));
        }

        /** The same in two checks if nobody has changed the size in between. */
        private List<Object> state() {
            return Arrays.asList(pid, color, size, shown, barcode, request);
        }
    }

    /**
     * A product that somebody or another program changes at the service.
     *
     * @param checks in how many checks a new change was found
     * @param since when the first of these checks began
     * @param last when the last of them began
     */
    public record Elsewhere(int pid, String item, int checks, Instant since, Instant last) {
        public String words() {
            return "%d%s: changed elsewhere in %s since %s"
                    .formatted(
                            pid,
                            item.isEmpty() ? "" : " (%s)".formatted(item),
                            Count.of(checks, "check"),
                            LocalDate.ofInstant(since, ZoneId.systemDefault()));
        }
    }

    /**
     * What a check of the whole store found.
     *
     * @param at when the check began
     * @param unreadable products whose stock the service does not show
     * @param notListed products with stock by what was sent last that its product list lacks
     * @param elsewhere products that were changed there in the last 90 days, most often first
     * @param file all differences, as CSV
     */
    public record Result(
            String account,
            Instant at,
            int sizes,
            int asSent,
            long less,
            long more,
            long gone,
            long unknown,
            long doubt,
            List<Integer> unreadable,
            List<Integer> notListed,
            List<Elsewhere> elsewhere,
            List<Difference> differences,
            String file) {
        public List<Difference> sentAgain(boolean alsoLess) {
            return differences.stream().filter(each -> each.isSentAgain(alsoLess)).toList();
        }

        /** How many sizes were changed there, are gone or in doubt, and cannot be sent again. */
        public int toLookAt() {
            Set<String> kinds = Set.of(key(Kind.MORE), key(Kind.GONE), key(Kind.DOUBT));
            return (int)
                    differences.stream()
                            .filter(each -> each.wanted == null && kinds.contains(each.kind))
                            .count();
        }

        /** Throws if there is nothing to send again. */
        public ResendOrder resend(boolean alsoLess, String by) {
            if (sentAgain(alsoLess).isEmpty()) {
                throw Refusal.conflict("The check of the store found nothing to send again");
            }
            return new ResendOrder(
                    account,
                    sentAgain(alsoLess).stream()
                            .map(Difference::pid)
                            .collect(Collectors.toCollection(TreeSet::new)),
                    alsoLess,
                    by);
        }
    }

    public StoreVerification(ProcessContext process, Caller caller) {
        this.process = process;
        this.caller = caller;
    }

    /** The result of the last check that was completed; empty if there was none. */
    public static Optional<Result> last(Path data, String account) {
        return StoreProgress.last(data, account);
    }

    /** What the last check that was completed showed without stock. */
    public static CheckedStock checked(Path data, String account) {
        Set<Object> zeros =
                last(data, account).stream()
                        .flatMap(result -> result.differences().stream())
                        .filter(each -> each.request != null)
                        .filter(each -> each.shown == null || each.shown == 0)
                        .map(each -> List.of(each.pid, each.color, each.size, each.request))
                        .collect(Collectors.toSet());
        return (product, colour, size, request) ->
                zeros.contains(List.of(product, colour, size.toString(), request));
    }

    public Result verify(String account, ProductProgress progress) throws IOException {
        StoreProgress done =
                StoreProgress.open(
                        process.data(),
                        account,
                        process.time().instant(),
                        begun -> !process.ledger().runs().hasStarted(account, begun));
        try (RetryingClient service = new RetryingClient(process, account, caller)) {
            read(account, service, done, progress);
        } catch (RunStoppedException e) {
            throw new RunFailedException(
                    "The check of the store was stopped; the same command continues it", e);
        }
        Result result = result(account, done);
        TableFile.write(Path.of(result.file()), COLUMNS, result.differences().iterator());
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
                boolean hasStock = known.sizes().anyMatch(size -> size.known().isInStock());
                done.add(StoreProgress.Product.notListed(product, hasStock));
                continue;
            }
            done.add(compared(known, catalogue, lists.of(product), book));
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

    private static StoreProgress.Product compared(
            ProductEntry product,
            ProductCatalogue catalogue,
            Optional<List<StockEntry>> entries,
            Book book) {
        if (entries.isEmpty()) {
            return new StoreProgress.Product(product.id(), false, false, 0, List.of());
        }
        // A look makes known what was not: it is not compared with itself.
        Set<SizeEntry> known =
                product.sizes()
                        .filter(size -> size.known().isKnown())
                        .collect(Collectors.toCollection(HashSet::new));
        ShownStock.look(product, entries.get(), book);
        int equal = 0;
        List<Difference> differences = new ArrayList<>();
        for (Map.Entry<String, ColourEntry> colour : product.colours().entrySet()) {
            for (Map.Entry<Size, SizeEntry> each : colour.getValue().sizes().entrySet()) {
                SizeEntry size = each.getValue();
                Optional<Kind> kind = StoreDifference.kind(size);
                equal += known.contains(size) && StoreDifference.isAsAccepted(size) ? 1 : 0;
                if (kind.isPresent()) {
                    boolean isKnown = kind.get() != Kind.UNKNOWN;
                    differences.add(
                            new Difference(
                                    product.id(),
                                    catalogue.item(product.id()),
                                    colour.getValue().nameOr(colour.getKey()),
                                    each.getKey().toString(),
                                    isKnown ? size.known().pieces() : null,
                                    size.shown().pieces(),
                                    isKnown ? wanted(product, size, book) : null,
                                    key(kind.get()),
                                    size.shown().isThere() ? size.shown().stock().barcode() : null,
                                    isKnown ? size.knownBy() : null));
                }
            }
        }
        return new StoreProgress.Product(product.id(), true, false, equal, differences);
    }

    private static Integer wanted(ProductEntry product, SizeEntry size, Book book) {
        return StoreDifference.wanted(product, size, book).map(Stock::pieces).orElse(null);
    }

    private static String key(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static List<Elsewhere> elsewhere(
            List<Difference> found, Optional<Result> last, Instant now) {
        Set<Object> before =
                last.stream()
                        .flatMap(each -> each.differences.stream().map(Difference::state))
                        .collect(Collectors.toSet());
        Map<Integer, Elsewhere> all = new TreeMap<>();
        last.stream()
                .flatMap(each -> each.elsewhere.stream())
                .filter(each -> each.last.isAfter(now.minus(ELSEWHERE_KEPT)))
                .forEach(each -> all.put(each.pid, each));
        Map<Integer, String> changed = new TreeMap<>();
        found.stream()
                .filter(each -> each.kind.equals(key(Kind.MORE)))
                .filter(each -> !before.contains(each.state()))
                .forEach(each -> changed.put(each.pid, each.item));
        changed.forEach(
                (pid, item) -> {
                    Elsewhere old = all.getOrDefault(pid, new Elsewhere(pid, item, 0, now, now));
                    all.put(pid, new Elsewhere(pid, item, old.checks + 1, old.since, now));
                });
        return all.values().stream()
                .sorted(Comparator.comparing(Elsewhere::checks).reversed())
                .toList();
    }

    private Result result(String account, StoreProgress done) {
        List<Difference> all =
                done.products().stream()
                        .flatMap(each -> each.differences().stream())
                        .sorted(Comparator.comparing(each -> MOST_PRESSING.indexOf(each.kind())))
                        .toList();
        Map<String, Long> kinds =
                all.stream()
                        .collect(Collectors.groupingBy(Difference::kind, Collectors.counting()));
        int equal = done.products().stream().mapToInt(StoreProgress.Product::equal).sum();
        return new Result(
                account,
                done.begun(),
                equal + all.size(),
                equal,
                kinds.getOrDefault(key(Kind.LESS), 0L),
                kinds.getOrDefault(key(Kind.MORE), 0L),
                kinds.getOrDefault(key(Kind.GONE), 0L),
                kinds.getOrDefault(key(Kind.UNKNOWN), 0L),
                kinds.getOrDefault(key(Kind.DOUBT), 0L),
                done.products().stream()
                        .filter(each -> !each.readable())
                        .map(StoreProgress.Product::pid)
                        .toList(),
                done.products().stream()
                        .filter(StoreProgress.Product::notListed)
                        .map(StoreProgress.Product::pid)
                        .toList(),
                elsewhere(all, last(process.data(), account), done.begun()),
                all,
                done.file("csv").toString());
    }
}
