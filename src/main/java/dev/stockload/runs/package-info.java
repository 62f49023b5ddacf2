/**
 * The list and the life of runs: what each is, how far it is, how it ended, its sheet and its
 * balance.
 */
package dev.stockload.runs;
