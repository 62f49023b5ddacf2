/** What an undo would do, and does. */
package dev.stockload.imports.undo;
