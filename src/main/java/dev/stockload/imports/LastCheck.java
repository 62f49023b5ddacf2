package dev.stockload.imports;

import dev.stockload.ledger.LedgerColour;

import java.util.List;

/** The last look at colours right before they are sent. */
interface LastCheck {
    /** Those that are still to be sent, as they are to be now; the others are left out. */
    List<LedgerColour> stillRight(List<LedgerColour> colours);
}
