/** What people are told of a run: its folder and files, its balance, its report, {@code status}. */
package dev.stockload.imports.report;
