/** What would change and what has changed: diff, history, verify. */
package dev.stockload.imports.change;
