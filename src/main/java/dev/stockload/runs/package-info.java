/** The table of runs: their input, progress, end, sheet and balance. */
package dev.stockload.runs;
