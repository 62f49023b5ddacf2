/**
 * The database and its file: address, connection, tables and their migration, the lock of the data
 * folder, the loan to other processes. What is in the tables, others know.
 */
package dev.stockload.database;
