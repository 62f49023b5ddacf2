package dev.stockload.web.console;

import dev.stockload.app.TimeWords;
import dev.stockload.imports.change.StockHistory;
import dev.stockload.merchant.Account;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.ConsoleOptions;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

import java.time.Instant;
import java.util.function.Function;

/** A product by its id, item number or barcode: its sizes, and what happened to each. */
@Controller
public record ProductPage(ConsoleOptions options) {
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
            model.addAttribute("minutes", (Function<Instant, String>) TimeWords::minute);
        } catch (Refusal e) {
            model.addAttribute("fault", e.getMessage());
        }
        return "product";
    }
}
