package dev.stockload.web;

import dev.stockload.imports.Imports;
import dev.stockload.ledger.Run;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.RunListener;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * An import that was handed in.
 *
 * @param run completes with the id of its run when that begins, or when all was done before; fails
 *     where nothing comes of it
 */
record BegunImport(ImportTicket ticket, CompletableFuture<String> run) {
    /** Hands an import in with a listener that hears of its beginning. */
    static BegunImport of(Function<RunListener, ImportTicket> handIn) {
        CompletableFuture<String> begun = new CompletableFuture<>();
        ImportTicket ticket =
                handIn.apply(
                        new RunListener() {
                            @Override
                            public void begins(Run run) {
                                begun.complete(run.id());
                            }
                        });
        ticket.result()
                .whenComplete(
                        (result, fault) -> {
                            if (fault == null) {
                                begun.complete(result.run().id());
                            } else {
                                begun.completeExceptionally(fault);
                            }
                        });
        return new BegunImport(ticket, begun);
    }

    /** Whether its sheet was imported before, and nothing was to do. */
    boolean isAlreadyDone() {
        return ticket.result().isDone()
                && !ticket.result().isCompletedExceptionally()
                && ticket.result().thenApply(Imports.Result::alreadyDone).join();
    }

    /** What other programs are told of an earlier import of the sheet. */
    Optional<String> note() {
        return ticket.note()
                .map(words -> isAlreadyDone() ? words + ". again=true sends it anew" : words);
    }
}
