/**
 * All tables of a database, put together; what becomes of them after a restore and with the years.
 */
package dev.stockload.ledger;
