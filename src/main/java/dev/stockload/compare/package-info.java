/**
 * Differences between what the service has and what a sheet or a run wants, size by size, with
 * totals.
 */
package dev.stockload.compare;
