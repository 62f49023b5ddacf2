package dev.stockload.app;

import dev.stockload.details.Details;
import dev.stockload.imports.ImportQueue;
import dev.stockload.imports.ImportTicket;
import dev.stockload.imports.Verification;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.StopSignal;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * Those who do the work in a process that serves.
 *
 * @param accounts the name by which the ledger knows an account
 * @param verification reads back, with its own way to be stopped and watched
 */
public record Office(
        Path data,
        Ledger ledger,
        ImportQueue queue,
        Details details,
        UnaryOperator<String> accounts,
        BiFunction<StopSignal, RunListener, Verification> verification) {
    /** The runs that can be resumed and that nobody works on now. */
    List<Run> unfinished() {
        List<String> live =
                queue.tickets().stream().map(ImportTicket::run).flatMap(Optional::stream).toList();
        return ledger.runs().unfinished().stream().filter(run -> !live.contains(run.id())).toList();
    }
}
