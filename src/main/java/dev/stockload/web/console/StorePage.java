package dev.stockload.web.console;

import static dev.stockload.web.console.PageModel.flash;
import static dev.stockload.web.console.PageModel.toRun;

import dev.stockload.imports.change.SizeDifference;
import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.imports.order.ResendOrder;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Account;
import dev.stockload.web.parts.Download;
import dev.stockload.web.parts.StoreFiles;
import dev.stockload.web.parts.WebContext;

import org.springframework.core.io.Resource;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The last check of the whole store and the buttons to check, send again and export it. */
@Controller
@RequestMapping("/store")
record StorePage(WebContext context, StoreFiles files) {
    /** How many differences are shown; the CSV file has all. */
    private static final int SHOWN = 200;

    @GetMapping
    String store(@RequestParam(defaultValue = Account.DEFAULT) String account, Model model) {
        String key = context.workspace().account(account);
        export(account, model);
        model.addAttribute("accounts", context.accounts());
        Ledger ledger = context.workspace().ledger();
        StoreVerification.asked(ledger, key).ifPresent(check -> model.addAttribute("check", check));
        StoreVerification.last(ledger, key)
                .ifPresent(
                        result -> {
                            List<SizeDifference> all = result.differences();
                            model.addAttribute("result", result);
                            model.addAttribute(
                                    "differences", all.subList(0, Math.min(SHOWN, all.size())));
                            int sizes = result.sentAgain(false).size();
                            model.addAttribute("sizes", sizes);
                            model.addAttribute("sold", result.sentAgain(true).size() - sizes);
                        });
        return "store";
    }

    @GetMapping("/differences.csv")
    ResponseEntity<Resource> file(@RequestParam(defaultValue = Account.DEFAULT) String account)
            throws IOException {
        VerifyResult result = context.storeCheck(account);
        Path file = StoreVerification.file(context.data(), result.account());
        // Another host may have checked it since, or this one was restored.
        StoreVerification.write(result, file);
        return Download.of(file, "differences.csv");
    }

    @PostMapping("/check")
    String check(@RequestParam String account, RedirectAttributes next) {
        context.queue().check(context.workspace().account(account));
        next.addAttribute("account", account);
        return flash("notice", "The store is being compared", "redirect:/store", next);
    }

    @GetMapping("/export")
    String exported(@RequestParam(defaultValue = Account.DEFAULT) String account, Model model) {
        export(account, model);
        return "store :: export";
    }

    private void export(String account, Model model) {
        model.addAttribute("account", account);
        String key = context.workspace().account(account);
        files.of(key).ifPresent(export -> model.addAttribute("export", export));
    }

    @PostMapping("/export")
    String export(
            @RequestParam String account,
            @RequestParam String format,
            @RequestParam(defaultValue = "false") boolean known,
            RedirectAttributes next)
            throws IOException {
        files.export(account, format, known, List.of());
        next.addAttribute("account", account);
        return "redirect:/store";
    }

    @GetMapping("/export/file")
    ResponseEntity<Resource> sheet(@RequestParam(defaultValue = Account.DEFAULT) String account)
            throws IOException {
        return files.exportedFile(account);
    }

    @GetMapping("/template")
    ResponseEntity<Resource> template(@RequestParam(defaultValue = Account.DEFAULT) String account)
            throws IOException {
        return files.template(account);
    }

    @PostMapping("/send")
    String send(
            @RequestParam String account,
            @RequestParam(defaultValue = "false") boolean alsoLess,
            RedirectAttributes next) {
        ResendOrder order = context.storeCheck(account).resend(alsoLess, WebContext.CONSOLE);
        return toRun(context.queue().resend(order), next);
    }
}
