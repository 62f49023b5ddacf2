package dev.stockload.imports.report;

import dev.stockload.book.RowsProblem;
import dev.stockload.book.UndoneSizes.UndoneSize;
import dev.stockload.book.rules.UndoRules.UndoDecision;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.ledger.Ledger;
import dev.stockload.problem.ProblemCode;
import dev.stockload.runs.Run;
import dev.stockload.sheet.TableFile;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reports what an undo has done, size by size. */
record UndoReport(Ledger ledger, Path data) {
    private static final List<String> HEADER =
            List.of("Product ID", "Colour", "Size", "Now", "After", "Result", "Reason");

    private record Key(int product, String colour) {}

    private enum Result {
        RESTORED("restored", " restored"),
        KEPT("kept", " kept because of changes since"),
        UNKNOWN("kept", " kept because " + UndoDecision.UNKNOWN_BEFORE.reason()),
        ZEROED("set to 0", " set to 0"),
        WAITING("waiting", " not sent yet"),
        IN_DOUBT("in doubt", " in doubt"),
        REFUSED("refused", " refused by the service");

        private final String word;
        private final String counted;

        Result(String word, String counted) {
            this.word = word;
            this.counted = counted;
        }

        private String of(int count) {
            return (this == RESTORED ? Count.of(count, "size") : Count.of(count)) + counted;
        }

        private boolean isUsual() {
            return this == RESTORED || this == KEPT || this == ZEROED;
        }

        private static Result of(UndoneSize size, ColourState state) {
            if (!size.decision().isBroughtBack()) {
                return size.decision() == UndoDecision.UNKNOWN_BEFORE ? UNKNOWN : KEPT;
            }
            return switch (state) {
                case SENT -> size.decision() == UndoDecision.ZEROED ? ZEROED : RESTORED;
                case READY -> WAITING;
                case SENDING, IN_DOUBT -> IN_DOUBT;
                case REJECTED -> REFUSED;
                case UNCHANGED, HELD, LEFT_OUT, SUPERSEDED -> KEPT;
            };
        }
    }

    /** Writes the file and the warning; empty if nothing is known about the undo. */
    Optional<String> write(Run undo) throws IOException {
        Iterator<UndoneSize> sizes = ledger.undoneSizes().of(undo.id()).iterator();
        if (!sizes.hasNext()) {
            return Optional.empty();
        }
        Map<Key, ColourState> states = new HashMap<>();
        ledger.colours()
                .all(undo.id())
                .forEach(c -> states.put(new Key(c.product(), c.key()), c.state()));
        Map<Result, Integer> counts = new LinkedHashMap<>();
        TableFile.write(
                RunFolder.of(data, undo.id()).path().resolve(RunFolder.UNDO),
                HEADER,
                target -> {
                    while (sizes.hasNext()) {
                        UndoneSize size = sizes.next();
                        ColourState state =
                                states.getOrDefault(
                                        new Key(size.product(), size.key()), ColourState.UNCHANGED);
                        Result result = Result.of(size, state);
                        counts.merge(result, 1, Integer::sum);
                        target.row(cells(size, result));
                    }
                });
        String sentence = sentence(RunOptions.read(undo.options()).undo().run(), counts);
        ledger.problems().say(undo.id(), RowsProblem.ofFile(ProblemCode.RUN_UNDONE, sentence));
        return Optional.of(sentence);
    }

    private static List<Object> cells(UndoneSize size, Result result) {
        boolean changed = result == Result.RESTORED || result == Result.ZEROED;
        boolean asPlanned = changed || !size.decision().isBroughtBack();
        String why = asPlanned ? size.why() : result.counted.strip();
        return Arrays.asList(
                size.product(),
                size.colour(),
                size.size().toString(),
                size.now(),
                size.after() == null || result == Result.KEPT || result == Result.REFUSED
                        ? size.now()
                        : size.after(),
                result.word,
                why);
    }

    private static String sentence(String undone, Map<Result, Integer> counts) {
        return Arrays.stream(Result.values())
                .filter(result -> counts.containsKey(result) || result.isUsual())
                .map(result -> result.of(counts.getOrDefault(result, 0)))
                .collect(Collectors.joining(", ", "Undo of run %s: ".formatted(undone), ""));
    }
}
