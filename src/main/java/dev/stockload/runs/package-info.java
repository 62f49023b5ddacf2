/**
 * The life of a run, for imports and details alike: id, locks, listener, stop, retries, pace, and
 * the runtime of Spring Batch.
 */
package dev.stockload.runs;
