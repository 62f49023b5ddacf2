package dev.stockload.runs;

import java.util.stream.Stream;

/** Why a run waits or has ended, where more follows from that than its message says. */
public enum RunCause {
    /** No other than its message says. */
    NONE(""),
    /** It waits for its account. */
    WAITS("waits"),
    ON_REQUEST("on request"),
    BRAKE("brake"),
    /** The brake, also since its sheet has another shape than those before. */
    OTHER_SHAPE("other shape");

    private final String word;

    RunCause(String word) {
        this.word = word;
    }

    /** As it is stored. */
    public String word() {
        return word;
    }

    static RunCause of(String word) {
        return Stream.of(values()).filter(each -> each.word.equals(word)).findFirst().orElseThrow();
    }
}
