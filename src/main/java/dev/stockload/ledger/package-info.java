/** The database, and the only SQL. */
package dev.stockload.ledger;
