/** Puts the program together: settings, data folder, ledger and what works with them. */
package dev.stockload.app;
