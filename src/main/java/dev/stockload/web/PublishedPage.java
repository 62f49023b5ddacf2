package dev.stockload.web;

import dev.stockload.app.TimeWords;
import dev.stockload.details.ProductTitles;
import dev.stockload.details.PublishedMarks;
import dev.stockload.ledger.FetchedProduct;
import dev.stockload.ledger.Ledger;
import dev.stockload.stock.Count;
import dev.stockload.stock.ProductIds;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

import java.util.List;
import java.util.Set;

/** The fetched products of an account, to be marked as published or not. */
@Controller
@RequestMapping("/quotas/products")
class PublishedPage {
    private static final int PER_PAGE = 100;

    private final ConsoleOptions options;
    private final Ledger ledger;

    /** A fetched product with what people know it by. */
    record ProductView(int product, String title, String store, String fetched) {}

    PublishedPage(ConsoleOptions options) {
        this.options = options;
        this.ledger = options.ledger();
    }

    @GetMapping
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
                "products", shown.items().stream().map(product -> view(account, product)).toList());
        return "products";
    }

    @PostMapping
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

    private ProductView view(String account, FetchedProduct product) {
        return new ProductView(
                product.product(),
                ProductTitles.of(ledger, account, product.product()),
                product.store() == null ? "" : product.store(),
                TimeWords.minute(product.lastAt()));
    }
}
