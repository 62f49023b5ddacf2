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

import java.util.List;

/** A product by its id, item number or barcode: its sizes, and what happened to each. */
@Controller
public class ProductPage {
    private final ConsoleOptions options;

    record StepView(String at, String run, String job, String sentence) {
        static StepView of(SizeHistory.Step step) {
            return new StepView(
                    TimeWords.minute(step.at()),
                    step.job() == null ? null : step.run(),
                    step.jobAndCaller(),
                    step.message());
        }
    }

    record SizeView(SizeHistory size, List<StepView> steps) {
        static SizeView of(SizeHistory size) {
            return new SizeView(size, size.withMessage().stream().map(StepView::of).toList());
        }
    }

    record ColourView(String name, List<SizeView> sizes) {
        static ColourView of(SizeHistory.OfColour colour) {
            return new ColourView(
                    colour.color(), colour.sizes().stream().map(SizeView::of).toList());
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
            model.addAttribute("answer", answer);
            model.addAttribute("colours", answer.colours().stream().map(ColourView::of).toList());
        } catch (Refusal e) {
            model.addAttribute("fault", e.getMessage());
        }
        return "product";
    }
}
