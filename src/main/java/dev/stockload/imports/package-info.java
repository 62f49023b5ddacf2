/**
 * The import as a Spring Batch job: stage, clear, settle, send, report; its recovery after a crash;
 * diff, undo and verify; backup and retention of the state.
 */
package dev.stockload.imports;
