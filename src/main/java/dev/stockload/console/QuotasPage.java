package dev.stockload.console;

import static dev.stockload.console.PageParts.PART;

import dev.stockload.batch.RunFailedException;
import dev.stockload.details.DetailQuota;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.FetchedProduct;
import dev.stockload.ledger.Ledger;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the limits of product detail leave to each account, and what waits for them. */
@Controller
@RequestMapping("/quotas")
class QuotasPage {
    private static final int PER_PAGE = 20;

    private final ConsoleOptions options;
    private final Ledger ledger;

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
        Paged<Map.Entry<String, String>> shown =
                Paged.of(List.copyOf(accounts().entrySet()), page, PER_PAGE);
        List<DetailRun> jobs = ledger.detailRuns().unfinished();
        model.addAttribute("page", shown);
        model.addAttribute("zone", options.serviceZone().getId());
        model.addAttribute(
                "accounts", shown.items().stream().map(entry -> view(entry, jobs)).toList());
        return part == null ? "quotas" : "quotas :: list";
    }

    /** The accounts that are set, then those that fetched something before: key by name. */
    private Map<String, String> accounts() {
        Map<String, String> keys = new LinkedHashMap<>();
        for (String name : options.accounts()) {
            try {
                keys.put(name, options.accountKey().apply(name));
            } catch (RunFailedException e) {
                keys.put(name, null);
            }
        }
        for (String key : ledger.details().accounts()) {
            if (!keys.containsValue(key)) {
                keys.put(key, key);
            }
        }
        return keys;
    }

    private QuotaView view(Map.Entry<String, String> account, List<DetailRun> all) {
        String key = account.getValue();
        if (key == null) {
            return QuotaView.unusable(account.getKey(), faultOf(account.getKey()));
        }
        Instant now = options.clock().instant();
        List<DetailJobView> jobs = new ArrayList<>();
        for (DetailRun job : all) {
            if (job.account().equals(key)) {
                jobs.add(
                        DetailJobView.of(
                                job, ledger.detailRuns().wanted(job.id()), options.serviceZone()));
            }
        }
        List<FetchedProduct> products = ledger.details().products(key);
        return QuotaView.of(
                account.getKey(),
                key,
                DetailQuota.of(ledger, key, options.serviceZone(), now),
                jobs,
                new QuotaView.Products(
                        products.size(),
                        (int) products.stream().filter(FetchedProduct::published).count()),
                options.serviceZone(),
                now);
    }

    private String faultOf(String account) {
        try {
            options.accountKey().apply(account);
            return "";
        } catch (RunFailedException e) {
            return e.getMessage();
        }
    }
}
