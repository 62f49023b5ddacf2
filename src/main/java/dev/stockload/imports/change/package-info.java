/** What would change and what has changed: diff, undo, verify. */
package dev.stockload.imports.change;
