package dev.stockload.web;

import static dev.stockload.web.PageModel.PART;

import dev.stockload.details.DetailQuota;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.FetchedProduct;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.RunFailedException;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the limits of product detail leave to each account, and what waits for them. */
@Controller
@RequestMapping("/quotas")
class QuotasPage {
    private static final int PER_PAGE = 20;

    private final ConsoleOptions options;
    private final Ledger ledger;

    /** An account by its name and its key in the ledger, and why it cannot be used, or null. */
    private record Known(String name, String key, String fault) {}

    QuotasPage(ConsoleOptions options) {
        this.options = options;
        this.ledger = options.ledger();
    }

    /** The page, or the part of it that changes while details are fetched. */
    @GetMapping({"", "/list"})
    String quotas(
            @RequestParam(defaultValue = "1") int page,
            @RequestHeader(name = PART, required = false) String part,
            Model model) {
        Paged<Known> shown = Paged.of(accounts(), page, PER_PAGE);
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
                String key = options.accountKey().apply(name);
                keys.add(key);
                accounts.add(new Known(name, key, null));
            } catch (RunFailedException e) {
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
        List<DetailJobView> jobs = new ArrayList<>();
        for (DetailRun job : all) {
            if (job.account().equals(key)) {
                jobs.add(
                        DetailJobView.of(
                                job, ledger.wantedDetails().of(job.id()), options.serviceZone()));
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
}
