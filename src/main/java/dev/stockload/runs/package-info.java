/** The table of runs: their input, progress, end, sheet and balance; the processes that work. */
package dev.stockload.runs;
