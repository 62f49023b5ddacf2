/** What people ask for: an import and its options, an undo, and the brake. */
package dev.stockload.imports.order;
