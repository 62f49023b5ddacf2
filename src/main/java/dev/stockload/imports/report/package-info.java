/** Reports about runs: their folder and files, balance, report, {@code status}. */
package dev.stockload.imports.report;
