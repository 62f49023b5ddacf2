/**
 * The import as a Spring Batch job: stage, settle, clear, send, report; its recovery after a crash,
 * and verify.
 */
package dev.stockload.imports;
