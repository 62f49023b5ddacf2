/** All tables of a database together; what happens to them after a restore and over the years. */
package dev.stockload.ledger;
