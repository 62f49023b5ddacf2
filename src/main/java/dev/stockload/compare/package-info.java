/**
 * What the sheet, the ledger and the service say of the same colours: which names are one colour,
 * what differs, what an undo brings back.
 */
package dev.stockload.compare;
