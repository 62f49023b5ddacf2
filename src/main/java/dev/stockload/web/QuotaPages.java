package dev.stockload.web;

import static dev.stockload.web.PageModel.PART;

import dev.stockload.app.TimeWords;
import dev.stockload.details.DetailQuota;
import dev.stockload.details.DetailsFile;
import dev.stockload.details.PublishedMarks;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.FetchedProduct;
import dev.stockload.ledger.Ledger;
import dev.stockload.stock.Count;
import dev.stockload.stock.ProductIds;
import dev.stockload.stock.Refusal;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the limits of product detail leave to each account and what waits for them, and the fetched
 * products of an account, to be marked as published or not.
 */
@Controller
@RequestMapping("/quotas")
class QuotaPages {
    private static final String PRODUCTS = "/products";
    private static final int ACCOUNTS = 20;
    private static final int PER_PAGE = 100;

    private final ConsoleOptions options;
    private final Ledger ledger;

    /** An account by its name and its key in the ledger, and why it cannot be used, or null. */
    private record Known(String name, String key, String fault) {}

    /** A fetched product with what people know it by. */
    record ProductView(int product, String title, String store, String fetched) {}

    QuotaPages(ConsoleOptions options) {
        this.options = options;
        this.ledger = options.ledger();
    }

    /** The page, or the part of it that changes while details are fetched. */
    @GetMapping({"", "/list"})
    String quotas(
            @RequestParam(defaultValue = "1") int page,
            @RequestHeader(name = PART, required = false) String part,
            Model model) {
        Paged<Known> shown = Paged.of(accounts(), page, ACCOUNTS);
        List<DetailRun> jobs = ledger.detailRuns().unfinished();
        model.addAttribute("page", shown);
        model.addAttribute("zone", options.serviceZone().getId());
        model.addAttribute(
                "accounts", shown.items().stream().map(known -> view(known, jobs)).toList());
        return part == null ? "quotas" : "quotas :: list";
    }

    /** The accounts that are set, then those that fetched something before. */
    private List<Known> accounts() {
        List<Known> accounts = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        for (String name : options.accounts()) {
            try {
                String key = options.workspace().account(name);
                keys.add(key);
                accounts.add(new Known(name, key, null));
            } catch (Refusal e) {
                accounts.add(new Known(name, name, e.getMessage()));
            }
        }
        for (String key : ledger.details().accounts()) {
            if (keys.add(key)) {
                accounts.add(new Known(key, key, null));
            }
        }
        return accounts;
    }

    private QuotaView view(Known account, List<DetailRun> all) {
        if (account.fault() != null) {
            return QuotaView.unusable(account.name(), account.fault());
        }
        String key = account.key();
        Instant now = options.clock().instant();
        List<QuotaView.DetailJob> jobs = new ArrayList<>();
        for (DetailRun job : all) {
            if (job.account().equals(key)) {
                jobs.add(
                        QuotaView.DetailJob.of(
                                job, ledger.detailRuns().wanted(job.id()), options.serviceZone()));
            }
        }
        List<FetchedProduct> products = ledger.details().products(key);
        return QuotaView.of(
                account.name(),
                key,
                DetailQuota.of(ledger, key, options.serviceZone(), now),
                jobs,
                new QuotaView.Products(
                        products.size(),
                        (int) products.stream().filter(FetchedProduct::published).count()),
                options.serviceZone(),
                now);
    }

    @GetMapping(PRODUCTS)
    String products(
            @RequestParam String account,
            @RequestParam(defaultValue = "false") boolean published,
            @RequestParam(defaultValue = "1") int page,
            Model model) {
        List<FetchedProduct> all = ledger.details().products(account);
        List<FetchedProduct> chosen =
                all.stream().filter(product -> product.published() == published).toList();
        Paged<FetchedProduct> shown = Paged.of(chosen, page, PER_PAGE);
        model.addAttribute("account", account);
        model.addAttribute("published", published);
        model.addAttribute("page", shown);
        model.addAttribute("count", Count.of(chosen.size()));
        model.addAttribute("others", Count.of(all.size() - chosen.size()));
        model.addAttribute(
                "products",
                shown.items().stream().map(product -> product(account, product)).toList());
        return "products";
    }

    @PostMapping(PRODUCTS)
    String mark(
            @RequestParam String account,
            @RequestParam boolean published,
            @RequestParam(name = "product", defaultValue = "") List<String> ticked,
            @RequestParam(defaultValue = "") String typed,
            RedirectAttributes next) {
        next.addAttribute("account", account);
        next.addAttribute("published", !published);
        try {
            Set<Integer> products = ProductIds.in(String.join(" ", ticked) + ' ' + typed);
            next.addFlashAttribute("notice", marked(account, products, published));
        } catch (IllegalArgumentException e) {
            next.addFlashAttribute("fault", e.getMessage() + ". Nothing has changed.");
        }
        return "redirect:/quotas/products";
    }

    private String marked(String account, Set<Integer> products, boolean published) {
        if (products.isEmpty()) {
            throw new IllegalArgumentException("No product was ticked and no id was typed");
        }
        PublishedMarks marked = options.details().publish(account, products, published);
        return marked.words(published)
                + "."
                + marked.neverFetchedWords(account).map(" %s."::formatted).orElse("");
    }

    private ProductView product(String account, FetchedProduct product) {
        return new ProductView(
                product.product(),
                DetailsFile.title(ledger, account, product.product()),
                product.store() == null ? "" : product.store(),
                TimeWords.minute(product.lastAt()));
    }
}
