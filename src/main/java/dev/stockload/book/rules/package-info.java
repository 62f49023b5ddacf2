/**
 * The rules of the book of stock, as plain Java over one product: which run's value counts for a
 * size ({@link dev.stockload.book.rules.SheetNaming}), what is to be sent ({@link
 * dev.stockload.book.rules.Sending}), what a look at the service means ({@link
 * dev.stockload.book.rules.Looking}, {@link dev.stockload.book.rules.Doubt}) and what an undo
 * restores ({@link dev.stockload.book.rules.Undoing}). No SQL, no clock, no Spring.
 */
package dev.stockload.book.rules;
