package dev.stockload.web.console;

import dev.stockload.app.TimeWords;
import dev.stockload.imports.change.SizeHistory;
import dev.stockload.imports.change.StockHistory;
import dev.stockload.merchant.Account;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.ConsoleOptions;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A product by its id, item number or barcode: its sizes, and what happened to each. */
@Controller
public class ProductPage {
    private final ConsoleOptions options;

    record StepView(String at, String run, String job, String sentence) {
        static StepView of(SizeHistory.Step step) {
            return new StepView(
                    TimeWords.minute(step.at()),
                    step.job() == null ? null : step.run(),
                    step.job() == null ? "run " + step.run() : step.job(),
                    step.sentence());
        }
    }

    record SizeView(SizeHistory size, List<StepView> steps) {
        static SizeView of(SizeHistory size) {
            return new SizeView(size, size.history().stream().map(StepView::of).toList());
        }
    }

    ProductPage(ConsoleOptions options) {
        this.options = options;
    }

    @GetMapping("/product")
    String product(
            @RequestParam String find,
            @RequestParam(defaultValue = Account.DEFAULT) String account,
            @RequestParam(defaultValue = StockHistory.DAYS) int days,
            Model model) {
        model.addAttribute("find", find.strip());
        model.addAttribute("account", account);
        model.addAttribute("accounts", options.accounts());
        model.addAttribute("days", days);
        try {
            StockHistory.Answer answer =
                    options.workspace()
                            .why(
                                    options.workspace().account(account),
                                    find.strip(),
                                    null,
                                    null,
                                    days);
            Map<String, List<SizeView>> colours =
                    answer.sizes().stream()
                            .map(SizeView::of)
                            .collect(
                                    Collectors.groupingBy(
                                            each -> each.size().color(),
                                            LinkedHashMap::new,
                                            Collectors.toList()));
            model.addAttribute("answer", answer);
            model.addAttribute("colours", colours);
        } catch (Refusal e) {
            model.addAttribute("fault", e.getMessage());
        }
        return "product";
    }
}
