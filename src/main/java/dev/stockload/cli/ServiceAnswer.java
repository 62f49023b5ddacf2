package dev.stockload.cli;

import dev.stockload.app.OpenAccount;
import dev.stockload.merchant.Account;
import dev.stockload.merchant.Outcome;

import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.util.function.Consumer;

/** Shows what the service answered to a question, or says what kept it from answering. */
final class ServiceAnswer {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ServiceAnswer() {}

    /** The exit code; standard output has the whole answer or nothing. */
    static <T> int show(
            Outcome<T> outcome,
            Account account,
            CommandContext context,
            boolean json,
            Consumer<T> forPeople) {
        if (outcome instanceof Outcome.Accepted<T> accepted) {
            if (json) {
                context.out().println(JSON.writeValueAsString(accepted.value()));
            } else {
                forPeople.accept(accepted.value());
            }
            return ExitCode.DONE;
        }
        PrintWriter err = context.err();
        err.println(outcome.describe());
        String advice = advice(outcome, account);
        if (!advice.isEmpty()) {
            err.println(advice);
        }
        return ExitCode.FAILED;
    }

    private static String advice(Outcome<?> outcome, Account account) {
        String name = account.name();
        if (name.equals(OpenAccount.SANDBOX)) {
            return "";
        }
        if (outcome instanceof Outcome.Malformed) {
            return "That is mostly wrong credentials or a wrong clock: compare %s, %s and %s with what the service gave you, and the time of this machine"
                    .formatted(
                            Account.setting(name, "app-id"),
                            Account.setting(name, "app-secret"),
                            Account.setting(name, "access-token"));
        }
        if (outcome instanceof Outcome.Unreached) {
            return "Compare %s with the address of the service, and see whether this machine reaches it"
                    .formatted(Account.setting(name, "base-url"));
        }
        if (outcome instanceof Outcome.InDoubt) {
            return "Try again; if it stays so, %s may be the address of something else (%s)"
                    .formatted(Account.setting(name, "base-url"), account.baseUrl());
        }
        return "";
    }
}
