package dev.stockload.web;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

import java.util.Optional;

/** Asks for the password. */
@Controller
class LoginPage {
    private final ConsoleOptions options;

    LoginPage(ConsoleOptions options) {
        this.options = options;
    }

    @GetMapping("/login")
    String login(
            @RequestParam Optional<String> wrong, @RequestParam Optional<Long> wait, Model model) {
        if (!options.at().asksForPassword()) {
            return "redirect:/runs";
        }
        model.addAttribute("wrong", wrong.isPresent());
        model.addAttribute("wait", wait.filter(seconds -> seconds > 0).orElse(null));
        return "login";
    }
}
