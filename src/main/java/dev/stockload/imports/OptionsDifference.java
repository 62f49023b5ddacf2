package dev.stockload.imports;

import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares how a run was begun with what an order over the same sheet asks for. */
public final class OptionsDifference {
    private OptionsDifference() {}

    /** How a run was begun where that is not what is asked for, such as "send: changed". */
    public static Optional<String> of(Run run, ImportOrder order) {
        RunOptions begun = RunOptions.read(run.options());
        List<String> others = new ArrayList<>();
        if (!run.send().equals(order.options().send().key())) {
            others.add("send: " + run.send());
        }
        if (begun.missing() != order.options().missing()) {
            others.add("missing: " + begun.missing().key());
        }
        if (!begun.sheet().equals(order.options().sheet())) {
            others.add("other options for reading it");
        }
        return others.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", others));
    }

    /** What is said to who asks for something else while the run has not ended. */
    public static String goesOn(Run run, String words) {
        return "Run %s goes on as it was begun, with %s".formatted(run.id(), words);
    }
}
