package dev.stockload.web.console;

import static dev.stockload.web.console.PageModel.PART;

import dev.stockload.details.DetailQuota;
import dev.stockload.details.DetailQuota.Reached;
import dev.stockload.details.Details.PublishedMarks;
import dev.stockload.details.DetailsFile;
import dev.stockload.details.DetailsReport;
import dev.stockload.details.QuotaReport;
import dev.stockload.details.table.DetailsRequest;
import dev.stockload.details.table.FetchedProduct;
import dev.stockload.runs.Run;
import dev.stockload.stock.Count;
import dev.stockload.stock.ProductRef;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.Paged;
import dev.stockload.web.parts.WebContext;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/** How many product details each account may still fetch, and marks of published products. */
@Controller
@RequestMapping("/quotas")
record QuotaPages(WebContext context) {
    private static final String PRODUCTS = "/products";
    private static final int ACCOUNTS = 20;
    private static final int PER_PAGE = 100;
    private static final int WIDTH = 1000;
    private static final double NEARLY = 0.8;

    /** The index of this limit among the meters. */
    private static final int PUBLISHED = 1;

    /** An account with its key in the ledger, and why it cannot be used, or null. */
    private record Known(String name, String key, String fault) {}

    /** {@code level} is {@code good}, {@code warn} or {@code bad}. */
    private record QuotaView(
            Known known,
            String level,
            String news,
            List<MeterView> meters,
            List<JobView> jobs,
            int fetched,
            int open) {
        public String openWords() {
            return "%s of %s fetched products %s not marked as published"
                    .formatted(Count.of(open), Count.of(fetched), open == 1 ? "is" : "are");
        }
    }

    /** {@code width} and {@code mark} (for "enough") are of 1000; the mark may be 0 for none. */
    private record MeterView(QuotaReport.Meter meter, int width, int mark, String key) {}

    private record JobView(DetailsReport run, String stateKey, String state, String progress) {}

    /** The page, or the part of it that changes while details are fetched. */
    @GetMapping({"", "/list"})
    String quotas(
            @RequestParam(defaultValue = "1") int page,
            @RequestHeader(name = PART, required = false) String part,
            Model model) {
        Paged<Known> shown = Paged.of(accounts(), page, ACCOUNTS);
        List<DetailsReport> jobs = DetailsReport.unfinished(context.ledger());
        model.addAttribute("page", shown);
        model.addAttribute("zone", context.workspace().settings().serviceZone().getId());
        model.addAttribute(
                "accounts", shown.items().stream().map(known -> view(known, jobs)).toList());
        return part == null ? "quotas" : "quotas :: list";
    }

    private List<Known> accounts() {
        List<Known> accounts = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        for (String name : context.accounts()) {
            try {
                String key = context.workspace().account(name);
                keys.add(key);
                accounts.add(new Known(name, key, null));
            } catch (Refusal e) {
                accounts.add(new Known(name, name, e.getMessage()));
            }
        }
        for (String key : context.ledger().runs().counts().accounts(DetailsRequest.JOB)) {
            if (keys.add(key)) {
                accounts.add(new Known(key, key, null));
            }
        }
        return accounts;
    }

    private QuotaView view(Known account, List<DetailsReport> all) {
        if (account.fault() != null) {
            return new QuotaView(account, "bad", "", List.of(), List.of(), 0, 0);
        }
        String key = account.key();
        ZoneId zone = context.workspace().settings().serviceZone();
        DetailQuota quota = context.workspace().details().quota(key, context.clock().instant());
        QuotaReport report = quota.report(key);
        Optional<Reached> reached = quota.beforeAny();
        List<FetchedProduct> products = quota.products();
        return new QuotaView(
                account,
                reached.isEmpty() ? "good" : reached.get().from().isPresent() ? "warn" : "bad",
                reached.map(limit -> news(limit, zone))
                        .orElse(Count.of(report.left(), "more product") + " can be fetched now."),
                meters(report),
                all.stream().filter(job -> job.account().equals(key)).map(this::job).toList(),
                products.size(),
                (int) products.stream().filter(product -> !product.published()).count());
    }

    private static String news(Reached limit, ZoneId zone) {
        return "%s: %s.%s"
                .formatted(
                        limit.from()
                                .map(from -> QuotaReport.minute(from, zone))
                                .map("Nothing more can be fetched until %s"::formatted)
                                .orElse("Nothing more can be fetched now"),
                        limit.words(),
                        limit.help().isEmpty() ? "" : " " + limit.help() + ".");
    }

    private static List<MeterView> meters(QuotaReport report) {
        List<MeterView> meters = new ArrayList<>();
        for (QuotaReport.Meter each : report.meters()) {
            int used = each.used();
            int most = each.limit();
            boolean published = meters.size() == PUBLISHED;
            boolean good = published ? report.published().lacking() == 0 : used < most * NEARLY;
            String style = good ? "sent" : "held";
            meters.add(
                    new MeterView(
                            each,
                            most == 0 ? 0 : (int) Math.min(WIDTH, (long) used * WIDTH / most),
                            published && most > 0 ? WIDTH * 2 / 3 : 0,
                            published || used < most ? style : "rejected"));
        }
        return meters;
    }

    private JobView job(DetailsReport job) {
        DetailsReport.Products products = job.products();
        String done =
                "%s of %s done"
                        .formatted(
                                Count.of(products.total() - products.waiting()),
                                Count.of(products.total(), "product"));
        String progress = products.total() == 0 ? "" : done;
        if (job.state() == Run.State.RUNNING) {
            return new JobView(job, "running", "Fetching", progress);
        }
        if (job.waits()) {
            String until =
                    job.resumeAt() == null
                            ? "enough is published"
                            : QuotaReport.minute(
                                    job.resumeAt(), context.workspace().settings().serviceZone());
            return new JobView(job, "partly", "Waiting until " + until, progress);
        }
        return job.state() == Run.State.FAILED
                ? new JobView(job, "failed", "Failed", progress)
                : new JobView(job, "", "Stopped", progress);
    }

    @GetMapping(PRODUCTS)
    String products(
            @RequestParam String account,
            @RequestParam(defaultValue = "false") boolean published,
            @RequestParam(defaultValue = "1") int page,
            Model model) {
        List<FetchedProduct> all = context.ledger().details().products(account);
        List<FetchedProduct> chosen =
                all.stream().filter(product -> product.published() == published).toList();
        model.addAttribute("account", account);
        model.addAttribute("published", published);
        model.addAttribute("page", Paged.of(chosen, page, PER_PAGE));
        model.addAttribute("count", Count.of(chosen.size()));
        model.addAttribute("others", Count.of(all.size() - chosen.size()));
        IntFunction<String> title = id -> DetailsFile.title(context.ledger(), account, id);
        model.addAttribute("titles", title);
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
            List<String> words = ProductRef.splitIds(String.join(" ", ticked) + ' ' + typed);
            Set<Integer> products = context.workspace().products(account).all(words);
            next.addFlashAttribute("notice", marked(account, products, published));
        } catch (Refusal e) {
            next.addFlashAttribute("fault", e.getMessage() + ". Nothing has changed.");
        }
        return "redirect:/quotas/products";
    }

    private String marked(String account, Set<Integer> products, boolean published) {
        if (products.isEmpty()) {
            throw Refusal.badRequest("No product was ticked and no id was typed");
        }
        PublishedMarks marked = context.workspace().details().publish(account, products, published);
        return marked.words(published)
                + "."
                + marked.neverFetchedWords(account).map(" %s."::formatted).orElse("");
    }
}
