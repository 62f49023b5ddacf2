/** Backup, restore and retention of the state. */
package dev.stockload.imports.keep;
