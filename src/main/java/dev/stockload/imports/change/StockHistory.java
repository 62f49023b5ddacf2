package dev.stockload.imports.change;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.Book;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.RunView;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.run.ShownStock;
import dev.stockload.process.RunFailedException;
import dev.stockload.runs.Caller;
import dev.stockload.service.RetryingClient;
import dev.stockload.service.StockListReader;
import dev.stockload.stock.ColourKey;
import dev.stockload.stock.Refusal;
import dev.stockload.stock.Size;
import dev.stockload.stock.Standing;
import dev.stockload.stock.Stock;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Why the shop shows what it shows: the history of each size of a product. */
public final class StockHistory {
    public static final String DAYS = "90";

    private final ProcessContext process;
    private final Caller caller;

    /**
     * What somebody asks for.
     *
     * @param product a product id, an item number or a barcode
     * @param colour a part of the name of its colours; null for all
     * @param size null for all
     */
    public record Question(
            String account, String product, String colour, Size size, Duration since) {
        /** {@code size} may be null, for all; throws where there is no such size or day. */
        public static Question of(
                String account, String product, String colour, String size, int days) {
            if (days < 1) {
                throw Refusal.settings("The number of days is 1 or more, but this is " + days);
            }
            Size one =
                    size == null
                            ? null
                            : Size.parse(size)
                                    .orElseThrow(
                                            () ->
                                                    Refusal.settings(
                                                            "A size is a number like 36 or a range like 36-40, but this is '%s'"
                                                                    .formatted(size)));
            return new Question(account, product, colour, one, Duration.ofDays(days));
        }
    }

    /**
     * The history of a product.
     *
     * @param item its item number; null where the service was not asked for it
     * @param unread why the service could not be asked; null where it was
     */
    public record Answer(int pid, String item, String unread, List<SizeHistory.OfColour> colours) {
        public boolean differs() {
            return colours.stream()
                    .flatMap(colour -> colour.sizes().stream())
                    .anyMatch(SizeHistory::differs);
        }
    }

    public StockHistory(ProcessContext process, Caller caller) {
        this.process = process;
        this.caller = caller;
    }

    /** Throws where no product is meant, or no sheet has named the product. */
    public Answer of(Question question) {
        try (RetryingClient service = client(question.account())) {
            ProductSearch search = products(question.account());
            return of(question, search, product -> readStock(product, service, search.book()));
        }
    }

    /** What is known without the service. */
    public Answer ofBook(Question question) {
        RunFailedException unasked = RunFailedException.ofService("It was not asked", true);
        ProductSearch search =
                new ProductSearch(
                        process.ledger(),
                        question.account(),
                        () -> {
                            throw unasked;
                        });
        return of(question, search, product -> unasked.getMessage());
    }

    private Answer of(
            Question question, ProductSearch search, Function<ProductEntry, String> look) {
        int id = search.one(question.product());
        ProductEntry product = search.book().product(id);
        String unread = look.apply(product);
        Instant since = process.time().instant().minus(question.since());
        HistoryWords words = new HistoryWords(process, question.account(), product, since);
        List<SizeHistory.OfColour> colours =
                colours(question, product, words, search.book(), unread == null);
        if (colours.isEmpty()) {
            boolean isUnread = unread != null && !search.hasList();
            throw new Refusal(
                    isUnread ? Refusal.Kind.SERVICE_FAILED : Refusal.Kind.NOT_FOUND,
                    nothing(product, unread));
        }
        String item = product.item().isEmpty() ? search.item(id) : product.item();
        return new Answer(id, item.isEmpty() ? null : item, unread, colours);
    }

    /** Finds products of an account by what people call them. */
    public ProductSearch products(String account) {
        return new ProductSearch(
                process.ledger(),
                account,
                () -> {
                    try (RetryingClient service = client(account)) {
                        return service.products();
                    }
                });
    }

    private RetryingClient client(String account) {
        return new RetryingClient(process, account, caller.withoutRetries());
    }

    /** Notes what the service shows; why it does not, where it does not. */
    private static String readStock(ProductEntry product, RetryingClient service, Book book) {
        try {
            if (product.isHidden() && !new StockListReader(service).isListed(product.id())) {
                return "Product %d is not in the merchant's product list, so that nothing of it is sent"
                        .formatted(product.id());
            }
            ShownStock.record(product, service.stock(product.id()), book);
            return null;
        } catch (RunFailedException e) {
            return e.getMessage();
        }
    }

    private List<SizeHistory.OfColour> colours(
            Question question,
            ProductEntry product,
            HistoryWords words,
            Book book,
            boolean looked) {
        List<SizeHistory.OfColour> colours = new ArrayList<>();
        for (ColourEntry colour : product.colours().values()) {
            if (!isAskedFor(question.colour(), colour)) {
                continue;
            }
            List<SizeHistory> sizes = new ArrayList<>();
            for (SizeEntry entry : colour.sizes().values()) {
                if (question.size() != null && !question.size().equals(entry.size())) {
                    continue;
                }
                boolean undone = isUndone(entry, book);
                Stock wanted = entry.naming().isNamed() && !undone ? entry.naming().wanted() : null;
                String now = undone ? HistoryWords.undone(entry) : now(entry, book);
                sizes.add(
                        new SizeHistory(
                                entry.size().toString(),
                                wanted == null ? null : wanted.pieces(),
                                entry.stock().known().pieces(),
                                looked ? entry.stock().shown().pieces() : null,
                                looked ? now : "the service was not read",
                                looked && wanted != null && !entry.stock().shown().is(wanted),
                                words.steps(entry)));
            }
            if (!sizes.isEmpty()) {
                colours.add(new SizeHistory.OfColour(colour.shownName(), sizes));
            }
        }
        return colours;
    }

    /** Whether the run that wanted its stock was undone before it sent that. */
    private static boolean isUndone(SizeEntry entry, Book book) {
        return entry.naming().isWantedBy(entry.naming().run())
                && book.standing(entry.naming().run()) == Standing.UNDONE
                && !entry.stock().known().is(entry.naming().wanted());
    }

    private static String now(SizeEntry entry, Book book) {
        String job = entry.naming().isNamed() ? book.jobOf(entry.naming().run()) : RunView.BY_HAND;
        if (job.equals(UndoOrder.JOB)) {
            return HistoryWords.now(entry, "an undo");
        }
        if (job.equals(RunView.BY_HAND) || book.newestOf(job) == entry.naming().run()) {
            return HistoryWords.now(entry, "the newest sheet");
        }
        String left = "; it left the sheet of job %s since".formatted(job);
        return HistoryWords.now(entry, "the last sheet with it")
                + (entry.colour().product().isHidden() ? "" : left);
    }

    /** A whole name means that colour alone; any other text all colours with it in their name. */
    private static boolean isAskedFor(String asked, ColourEntry colour) {
        if (asked == null) {
            return true;
        }
        String named = ColourKey.of(asked);
        return colour.product().colours().containsKey(named)
                ? colour.key().equals(named)
                : isMeant(asked, colour.shownName());
    }

    /** A name is meant by any part of it, and by each of its spellings. */
    static boolean isMeant(String asked, String name) {
        return ColourKey.of(name).equals(ColourKey.of(asked))
                || name.toLowerCase(Locale.ROOT).contains(asked.toLowerCase(Locale.ROOT));
    }

    private static String nothing(ProductEntry product, String unread) {
        if (product.colours().isEmpty()) {
            return "Product %d is in no imported sheet%s"
                    .formatted(
                            product.id(),
                            unread == null
                                    ? ", and the service shows no stock of it"
                                    : ". " + unread);
        }
        return "Product %d has no such colour or size: it has %s"
                .formatted(
                        product.id(),
                        product.colours().values().stream()
                                .map(StockHistory::withSizes)
                                .collect(Collectors.joining(", ")));
    }

    private static String withSizes(ColourEntry colour) {
        return colour.sizes().keySet().stream()
                .map(Size::toString)
                .collect(Collectors.joining(", ", colour.shownName() + " (", ")"));
    }
}
