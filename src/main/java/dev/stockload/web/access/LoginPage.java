package dev.stockload.web.access;

import dev.stockload.web.parts.WebContext;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

import java.util.Optional;

/** The login; without a password there is none. */
@Controller
public record LoginPage(WebContext context) {
    @GetMapping("/login")
    String login(
            @RequestParam Optional<String> wrong, @RequestParam Optional<Long> wait, Model model) {
        if (!context.address().asksForPassword()) {
            return "redirect:/runs";
        }
        model.addAttribute("wrong", wrong.isPresent());
        model.addAttribute("wait", wait.filter(seconds -> seconds > 0).orElse(null));
        return "login";
    }
}
