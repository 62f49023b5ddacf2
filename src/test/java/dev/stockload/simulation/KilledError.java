package dev.stockload.simulation;

/**
 * The process is dead: thrown at each of its effects, so that no handler does more than it could.
 */
final class KilledError extends Error {
    KilledError() {
        super("killed", null, false, false);
    }
}
