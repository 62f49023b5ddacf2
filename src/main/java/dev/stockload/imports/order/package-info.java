/** What people ask for: an import and its options, an undo, how to resume, and the brake. */
package dev.stockload.imports.order;
