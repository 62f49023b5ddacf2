/** The commands, and the main class. */
package dev.stockload.cli;
