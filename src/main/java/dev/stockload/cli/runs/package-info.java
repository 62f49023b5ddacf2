/** Commands that check, import, compare and follow sheets. */
package dev.stockload.cli.runs;
