/** What would change and what has: diff, undo, verify. */
package dev.stockload.imports.change;
