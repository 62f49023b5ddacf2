/**
 * The database and its file: address, connection, tables and their migration, the lock of the data
 * folder, the loan to other processes. Other packages know the content of the tables.
 */
package dev.stockload.database;
