/**
 * The rules of the book of stock, as plain Java over one product: no SQL, no clock, no Spring. The
 * numbers in brackets are those of docs/rules.md.
 *
 * <p>Begin with {@link dev.stockload.book.rules.SizeEntry}: a size has a naming (which run wants
 * what) and a stock (what the service last accepted, which is known, and what a look saw, which is
 * shown). Runs have a number, and a rank that orders them: a sheet that is imported again has the
 * rank of its first run. Then: what a run sends ({@link dev.stockload.book.rules.SendRules}; a
 * colour is always sent with all sizes that its run names), what a request changes ({@link
 * dev.stockload.book.rules.SentColour}), what a look means ({@link
 * dev.stockload.book.rules.LookRules}), what becomes of a request without an answer ({@link
 * dev.stockload.book.rules.Doubt}), which run's value counts and what is missing ({@link
 * dev.stockload.book.rules.SheetNaming}), what an undo restores ({@link
 * dev.stockload.book.rules.UndoRules}), and what a check of the store sends again ({@link
 * dev.stockload.book.rules.StoreDifference}).
 */
package dev.stockload.book.rules;
