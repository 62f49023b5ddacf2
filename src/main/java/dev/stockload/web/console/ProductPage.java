package dev.stockload.web.console;

import static dev.stockload.web.console.PageModel.PART;

import dev.stockload.app.Workspace;
import dev.stockload.imports.change.ProductSearch;
import dev.stockload.imports.change.SizeHistory;
import dev.stockload.imports.change.StockHistory;
import dev.stockload.imports.change.StockHistory.Question;
import dev.stockload.merchant.Account;
import dev.stockload.runs.Caller;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.WebContext;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A product by its id, item number or barcode: its sizes, and what happened to each. By a part of
 * an item number or of a colour's name: the products that have it.
 */
@Controller
record ProductPage(WebContext context) {
    private static final int DAYS = 30;

    /** What the service had accepted from us at the end of each of the last days. */
    static Plot plot(SizeHistory size, LocalDate today) {
        List<SizeHistory.Step> arrived =
                size.events().stream()
                        .filter(step -> List.of("accepted", "readback").contains(step.cause()))
                        .toList();
        List<LocalDate> dates = today.minusDays(DAYS - 1).datesUntil(today.plusDays(1)).toList();
        List<Long> values = new ArrayList<>();
        for (LocalDate date : dates) {
            Integer pieces =
                    arrived.isEmpty() ? size.known() : arrived.get(arrived.size() - 1).before();
            for (int i = arrived.size() - 1; i >= 0; i--) {
                SizeHistory.Step step = arrived.get(i);
                if (!LocalDate.ofInstant(step.at(), ZoneId.systemDefault()).isAfter(date)) {
                    pieces = step.after();
                }
            }
            values.add(pieces == null ? null : pieces.longValue());
        }
        return Plot.of(
                "Size " + size.size(),
                Plot.Kind.LINE,
                dates.stream().map(LocalDate::toString).toList(),
                values,
                Count::of);
    }

    /** The page with what the book knows, or the part that needs the service. */
    @GetMapping("/product")
    String product(
            @RequestParam String find,
            @RequestParam(defaultValue = Account.DEFAULT) String account,
            @RequestParam(defaultValue = StockHistory.DAYS) int days,
            @RequestHeader(name = PART, required = false) String part,
            Model model) {
        model.addAttribute("find", find.strip());
        model.addAttribute("account", account);
        model.addAttribute("accounts", context.accounts());
        model.addAttribute("days", days);
        String store = context.workspace().account(account);
        LocalDate today = LocalDate.ofInstant(context.clock().instant(), ZoneId.systemDefault());
        try {
            Question question = Question.of(store, find.strip(), null, null, days);
            model.addAttribute("answer", answer(question, part != null));
            model.addAttribute("plots", (Function<SizeHistory, Plot>) size -> plot(size, today));
        } catch (Refusal e) {
            List<ProductSearch.Found> products =
                    find.isBlank()
                            ? List.of()
                            : context.workspace().products(store).like(find.strip());
            model.addAttribute("products", products);
            boolean isNothing = part != null && products.isEmpty();
            model.addAttribute("unknown", isNothing ? e.getMessage() : null);
        }
        model.addAttribute("isLoading", part == null);
        return part == null ? "product" : "product :: found";
    }

    private StockHistory.Answer answer(Question question, boolean fromService) {
        Workspace workspace = context.workspace();
        return fromService
                ? context.fromService(caller -> workspace.history(caller).of(question))
                : workspace.history(Caller.silent()).ofBook(question);
    }
}
