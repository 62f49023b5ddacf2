/** Commands that check, import, compare and undo sheets. */
package dev.stockload.cli.runs;
